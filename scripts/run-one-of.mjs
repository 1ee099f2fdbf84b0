import { readdirSync } from 'node:fs';
import { ensureBuild } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { ensureNode } from './ensure-node.mjs';
import { projectRoot, runTool } from './run-command.mjs';

/** Runs the named script of that folder on a fresh build; without a name, lists the scripts. */
export async function runOneOf(folder, command) {
  ensureNode();
  await ensureDependencies();
  const known = readdirSync(`${projectRoot}${folder}`)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace(/\.ts$/, ''));
  const [name, ...args] = process.argv.slice(2);
  if (!name || !known.includes(name)) {
    console.log(`Usage: ${command} <name>, with one of: ${known.join(', ')}`);
    process.exitCode = name ? 1 : 0;
    return;
  }
  const { ensureChromium } = await import('./ensure-chromium.mjs');
  const { startTestPostgres } = await import('./test-postgres.mjs');
  const CHROMIUM_PATH = await ensureChromium();
  await ensureBuild();
  const postgres = process.env.TEST_DATABASE_URL ? null : await startTestPostgres();
  process.exitCode = await runTool('tsx/dist/cli.mjs', [`${folder}/${name}.ts`, ...args], {
    env: { CHROMIUM_PATH, ...(postgres && { TEST_DATABASE_URL: postgres.url }) },
  });
  postgres?.stop();
}
