import { ensureBuild } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { ensureNode } from './ensure-node.mjs';

ensureNode();
await ensureDependencies();
await ensureBuild();
// In this process, so that a signal to it reaches the server.
await import('../dist/server/main.js');
