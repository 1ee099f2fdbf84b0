import { defineConfig } from '@playwright/test';

const isFullRun = process.env['TEST_FULL'] === '1';

const hasPostgres = Boolean(process.env['TEST_DATABASE_URL']);

const specs = (...names: string[]) => names.map((name) => `**/${name}.spec.ts`);

// Every state of every screen, and what only `npm run test:full` goes through.
const fullRunOnly = isFullRun ? [] : specs('*.full');
const inThisRun = isFullRun ? {} : { grepInvert: /@full/ };

// Time is moved in the database, which only a PostgreSQL lets another process do.
const thatMoveTime = [
  'crew',
  'expired-hold',
  'lost-webhook',
  'offline-day',
  'on-my-way',
  'unsubscribe',
  'visit-work',
];

// Each worker starts servers of its own on databases of its own (e2e/fixtures), so tests share nothing.
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/fixtures/first-start.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Long enough for a machine that does much else: a test says what is wrong, not what is slow.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['dot']],
  use: {
    browserName: 'chromium',
    locale: 'en-CA',
    // Not the business's zone: what a customer sees must not depend on where the device is.
    timezoneId: 'America/Vancouver',
    // A worker of the page's own would fetch what a test wants to see or change; offline.spec.ts allows it.
    serviceWorkers: 'block',
    // An endless animation takes a third of a core from the other tests. A full run has it.
    contextOptions: { reducedMotion: isFullRun ? 'no-preference' : 'reduce' },
    screenshot: 'only-on-failure',
    // What was done, without pictures of every step: those slow each test down by a fifth. `--trace on` takes them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--in-process-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'embedded database',
      metadata: { database: 'pglite' },
      testIgnore: [...specs('replicas', ...thatMoveTime), ...fullRunOnly],
      ...inThisRun,
      // With a PostgreSQL, only a full run has all tests on the embedded database (docs/decisions/0060).
      ...(hasPostgres && !isFullRun ? { grep: /@embedded/ } : {}),
    },
    ...(hasPostgres
      ? [
          {
            name: 'PostgreSQL',
            metadata: { database: 'postgres' },
            // States of screens are the same on either.
            testIgnore: specs(
              '*.full',
              'replicas',
              ...(isFullRun ? ['accessibility*'] : ['restart']),
            ),
            ...inThisRun,
          },
        ]
      : []),
  ],
});
