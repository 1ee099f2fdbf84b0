import { ensureBuild } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { ensureNode } from './ensure-node.mjs';

// npm run admin -- reset <email>
ensureNode();
await ensureDependencies();
await ensureBuild();
await import('../dist/server/admin.js');
