import { runOnBuild } from './run-on-build.mjs';

// Retakes the pictures of docs/owners-day.md, with its own server and data.
await runOnBuild('tsx/dist/cli.mjs', ['e2e/pictures/owner-day.ts']);
