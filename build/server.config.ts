import { defineConfig } from 'vite';

// The Node host: server/main.ts and what it imports become dist/server/main.js, and the embedded database's thread
// a file beside it. Packages are in it too, because a start loads one file faster than seven hundred. Those with
// native code, files of their own or a use on demand stay in node_modules.
export default defineConfig({
  ssr: {
    noExternal: true,
    external: [
      '@aws-sdk/client-s3',
      '@electric-sql/pglite',
      '@node-rs/argon2',
      'pg-native',
      'pino',
      'sharp',
    ],
  },
  build: {
    ssr: true,
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        backup: 'server/backup/main.ts',
        admin: 'server/admin/main.ts',
        'static-site': 'server/static-site/main.ts',
        'engine-worker': 'server/backend/database/engine-worker.mjs',
        'pack-empty-database': 'server/backend/database/pack-empty-database.ts',
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
