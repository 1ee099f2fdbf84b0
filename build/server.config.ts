import { defineConfig } from 'vite';

// The Node host: server/main.ts and what it imports of our own become dist/server/main.js, and the thread
// of the embedded database a file beside it; packages stay in node_modules.
export default defineConfig({
  build: {
    ssr: true,
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        backup: 'server/backup/main.ts',
        admin: 'server/admin/main.ts',
        'engine-worker': 'server/backend/database/engine-worker.mjs',
      },
      // What the programs share stands beside them: it finds the thread's file next to itself.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
    outDir: 'dist/server',
    target: 'node20',
    copyPublicDir: false,
    sourcemap: true,
  },
});
