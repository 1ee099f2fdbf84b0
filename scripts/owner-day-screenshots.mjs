import { ensureBuild } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { ensureNode } from './ensure-node.mjs';
import { runTool } from './run-command.mjs';

// Takes the pictures of docs/owners-day.md anew, with a server and data of its own.
ensureNode();
await ensureDependencies();
const { ensureChromium } = await import('./ensure-chromium.mjs');
const CHROMIUM_PATH = await ensureChromium();
await ensureBuild();
process.exitCode = await runTool('tsx/dist/cli.mjs', ['e2e/pictures/owner-day.ts'], {
  env: { CHROMIUM_PATH },
});
