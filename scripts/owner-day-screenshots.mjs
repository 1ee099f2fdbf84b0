import { runOnBuild } from './run-on-build.mjs';

// Retakes the pictures of docs/owners-day.md and prints its table of presses, with servers and data of their own.
await runOnBuild('tsx/dist/cli.mjs', ['e2e/pictures/owner-day.ts']);
await runOnBuild('tsx/dist/cli.mjs', ['e2e/pictures/owner-tasks.ts']);
