import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

// Test files share a worker: starting one, and loading the libraries again, takes longer than most files do.
// The setup keeps them apart.
const shared = {
  isolate: false,
  setupFiles: [path('./vitest.setup.ts')],
  expect: { poll: { timeout: 5_000 } },
};

// A worker stays as long as the next file has its environment, so files with a window come one after another. Mixed,
// almost every file would start a worker and load React and jsdom again.
class WindowsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    const withWindow = new Set(
      sorted.filter(({ moduleId }) =>
        readFileSync(moduleId, 'utf8').includes('@vitest-environment jsdom'),
      ),
    );
    return [...withWindow, ...sorted.filter((file) => !withWindow.has(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: WindowsFirst },
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
          testTimeout: 60_000,
        },
      },
      {
        // Policies, constraints and SQL functions, on PGlite and on PostgreSQL.
        test: {
          name: 'db',
          include: ['supabase/tests/**/*.test.ts'],
          ...shared,
          testTimeout: 120_000,
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
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
