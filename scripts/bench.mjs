import { readdirSync } from 'node:fs';
import { ensureBuild } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { ensureNode } from './ensure-node.mjs';
import { projectRoot, runTool } from './run-command.mjs';

// npm run bench            lists the benchmarks
// npm run bench first-load runs one
ensureNode();
await ensureDependencies();
const { ensureChromium } = await import('./ensure-chromium.mjs');

const known = readdirSync(`${projectRoot}bench`)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''));
const [name] = process.argv.slice(2);
if (!name || !known.includes(name)) {
  console.log(`Usage: npm run bench <name>, with one of: ${known.join(', ')}`);
  process.exitCode = name ? 1 : 0;
} else {
  const CHROMIUM_PATH = await ensureChromium();
  await ensureBuild();
  process.exitCode = await runTool('tsx/dist/cli.mjs', [`bench/${name}.ts`], {
    env: { CHROMIUM_PATH },
  });
}
