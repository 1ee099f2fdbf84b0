import { defineConfig } from 'vite';

// The Node host: server/main.ts and what it imports of our own become dist/server/main.js;
// packages stay in node_modules.
export default defineConfig({
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    target: 'node20',
    copyPublicDir: false,
    sourcemap: true,
  },
});
