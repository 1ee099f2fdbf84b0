import { defineConfig } from '@playwright/test';

const isFullRun = process.env['TEST_FULL'] === '1';

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
    screenshot: 'only-on-failure',
    // What was done, without pictures of every step: those slow each test down by a fifth. `--trace on` takes them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
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
      // These move time in the database, which only a PostgreSQL lets another process do.
      testIgnore: ['lapsed-hold', 'lost-webhook', 'replicas', 'unsubscribe'].map(
        (name) => `**/${name}.spec.ts`,
      ),
    },
    ...(process.env['TEST_DATABASE_URL']
      ? [
          {
            name: 'PostgreSQL',
            metadata: { database: 'postgres' },
            // The life of a booking runs on both, and in a full run what follows it. What happens in the
            // browser alone, or rests on SQL that is tested by itself, is the same on either.
            testMatch: [
              'book',
              'lapsed-hold',
              'lost-webhook',
              'unsubscribe',
              ...(isFullRun ? ['reschedule', 'restart', 'tampering'] : []),
            ].map((name) => `**/${name}.spec.ts`),
            grepInvert: /accessib/,
          },
        ]
      : []),
  ],
});
