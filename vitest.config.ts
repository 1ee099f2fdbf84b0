import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

// Test files share a worker: starting one, and loading the libraries again, takes longer than most files do.
// The setup keeps them apart.
const shared = { isolate: false, setupFiles: [path('./vitest.setup.ts')] };

export default defineConfig({
  test: {
    // One worker a core: the runs wait for databases as often as they compute.
    maxWorkers: '100%',
    projects: [
      {
        // Rules, function handlers and components: no database, no socket.
        plugins: [react()],
        resolve: {
          alias: {
            '@contracts': path('./supabase/contracts'),
            '@domain': path('./domain'),
            '@': path('./src'),
          },
        },
        test: {
          name: 'unit',
          include: [
            'domain/**/*.test.ts',
            'src/**/*.test.{ts,tsx}',
            'supabase/functions/**/*.test.ts',
            'scripts/**/*.test.mjs',
          ],
          environment: 'node',
          ...shared,
          // What a screen fetches later is compiled first, on a machine that has other work.
          testTimeout: 20_000,
        },
      },
      {
        // Policies, constraints and SQL functions, on PGlite and on PostgreSQL.
        test: {
          name: 'db',
          include: ['supabase/tests/**/*.test.ts'],
          ...shared,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        // The Node host over HTTP, through the official clients.
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          ...shared,
          setupFiles: [...shared.setupFiles, path('./server/testing/quick-passwords.ts')],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
