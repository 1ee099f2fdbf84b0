import { ensureBuild } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { ensureNode } from './ensure-node.mjs';
import { runTool } from './run-command.mjs';

// Retakes the pictures of docs/owners-day.md, with its own server and data.
ensureNode();
await ensureDependencies();
const { ensureChromium } = await import('./ensure-chromium.mjs');
const CHROMIUM_PATH = await ensureChromium();
await ensureBuild();
process.exitCode = await runTool('tsx/dist/cli.mjs', ['e2e/pictures/owner-day.ts'], {
  env: { CHROMIUM_PATH },
});
