import { defineConfig } from 'vite';

// The Node host: server/main.ts and our own imports become dist/server/main.js, and the embedded database's thread
// a file beside it; packages stay in node_modules.
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
      // Shared chunks are in the same folder: they find the thread's file next to themselves.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
    outDir: 'dist/server',
    target: 'node20',
    copyPublicDir: false,
    sourcemap: true,
  },
});
