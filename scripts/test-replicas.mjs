import { runOnBuild } from './run-on-build.mjs';

// npm run test:replicas        every end-to-end test on two replicas behind a proxy, recorded in
// docs/measurements.md
// npm run test:replicas book   those of one file
const chosen = process.argv.slice(2);
const config = ['--config', 'playwright.replicas.config.ts'];
await runOnBuild('@playwright/test/cli.js', ['test', ...config, ...chosen], {
  env: { ALL_JOURNEYS: chosen.length === 0 ? '1' : '' },
  postgres: 'needed',
});
