import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

// The router's main entry is its development build, warnings included; the other has no export name.
const productionRouter: Plugin = {
  name: 'production-router',
  apply: 'build',
  enforce: 'pre',
  config: () => ({
    resolve: {
      alias: { 'react-router': path('./node_modules/react-router/dist/production/index.mjs') },
    },
  }),
};

// The browser app: index.html and src/ become dist/client.
export default defineConfig({
  plugins: [productionRouter, react(), tailwindcss()],
  resolve: { alias: { '@domain': path('./domain'), '@': path('./src') } },
  build: {
    outDir: 'dist/client',
    manifest: true,
    target: 'es2022',
    // A browser that cannot preload modules loads them when they are wanted.
    modulePreload: { polyfill: false },
  },
});
