import { ensureBuild } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { ensureNode } from './ensure-node.mjs';

// npm run backup -- <file>  and  npm run restore -- <file> [--overwrite]
ensureNode();
await ensureDependencies();
await ensureBuild();
await import('../dist/server/backup.js');
