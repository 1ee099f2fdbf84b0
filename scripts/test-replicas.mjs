import { ensureBuild } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { ensureNode } from './ensure-node.mjs';
import { runTool } from './run-command.mjs';

// npm run test:replicas        every end-to-end test on two replicas behind a proxy, recorded in
// docs/measurements.md
// npm run test:replicas book   those of one file

ensureNode();
await ensureDependencies();
// Later imports: these load packages.
const { ensureChromium } = await import('./ensure-chromium.mjs');
const { startTestPostgres } = await import('./test-postgres.mjs');
const CHROMIUM_PATH = await ensureChromium();
await ensureBuild();
const postgres = await startTestPostgres();
if (!postgres) {
  console.error(
    'Replicas share a PostgreSQL, and there is none here: install one or set TEST_DATABASE_URL.',
  );
  process.exit(1);
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    postgres.stop();
    process.exit(1);
  });
}
const chosen = process.argv.slice(2);
const args = ['test', '--config', 'playwright.replicas.config.ts', ...chosen];
process.exitCode = await runTool('@playwright/test/cli.js', args, {
  env: {
    CHROMIUM_PATH,
    TEST_DATABASE_URL: postgres.url,
    ALL_JOURNEYS: chosen.length === 0 ? '1' : '',
  },
});
postgres.stop();
