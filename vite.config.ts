import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const aliases = { '@domain': path('./domain'), '@': path('./src') };

// The router's package entry is its development build; the one without warnings has no name of its own.
const quietRouter = {
  'react-router': path('./node_modules/react-router/dist/production/index.mjs'),
};

// The browser app: index.html and src/ become dist/client.
export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss()],
  resolve: { alias: command === 'build' ? { ...aliases, ...quietRouter } : aliases },
  build: {
    outDir: 'dist/client',
    manifest: true,
    target: 'es2022',
    // A browser that cannot preload modules loads them when they are wanted.
    modulePreload: { polyfill: false },
  },
}));
