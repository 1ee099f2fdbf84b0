import { ensureBuild } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { ensureNode } from './ensure-node.mjs';
import { runTool } from './run-command.mjs';

/**
 * Runs a tool of node_modules on a fresh build, with a Chromium (CHROMIUM_PATH). `postgres` says whether it gets a
 * PostgreSQL too (TEST_DATABASE_URL): `none`, `optional` or `needed`.
 */
export async function runOnBuild(tool, args, { env = {}, postgres = 'none' } = {}) {
  ensureNode();
  await ensureDependencies();
  // Only now: these import packages.
  const { ensureChromium } = await import('./ensure-chromium.mjs');
  const { startTestPostgres } = await import('./test-postgres.mjs');
  const CHROMIUM_PATH = await ensureChromium();
  await ensureBuild();
  const database = postgres === 'none' ? null : await startTestPostgres();
  if (postgres === 'needed' && !database) {
    console.error('This needs a PostgreSQL: install one or set TEST_DATABASE_URL.');
    process.exit(1);
  }
  process.exitCode = await runTool(tool, args, {
    env: { CHROMIUM_PATH, ...(database && { TEST_DATABASE_URL: database.url }), ...env },
  });
  database?.stop();
}
