import { ensureBuild } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { ensureNode } from './ensure-node.mjs';

// npm start                      the server
// npm run admin, backup, restore  the program of that name in dist/server, with the words after it
ensureNode();
await ensureDependencies();
await ensureBuild();
const [program = 'main'] = process.argv.splice(2, 1);
// In this process, so that a signal to it reaches the server.
await import(`../dist/server/${program}.js`);
