import { defineConfig } from '@playwright/test';
import shared from './playwright.config.ts';

// The journeys of npm test, on two replicas behind a proxy (e2e/fixtures/replicas.ts). A run of its own, because it
// shows nothing new of what happens in the browser.
export default defineConfig({
  ...shared,
  reporter: [['dot'], ['./quality/bench/fixtures/replicas-report.ts']],
  projects: [
    {
      name: 'two replicas',
      metadata: { database: 'postgres', replicas: true },
      // The mailbox belongs to the sandbox of one server: replicas send their mail, and no text is answered there.
      grepInvert: /the mailbox is accessible|after the reply STOP emails only/,
    },
  ],
});
