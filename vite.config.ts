import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

// The browser app: index.html and src/ become dist/client.
export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '@domain': path('./domain'), '@': path('./src') } },
  build: { outDir: 'dist/client', manifest: true, target: 'es2022' },
});
