import { build } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { ensureNode } from './ensure-node.mjs';

ensureNode();
await ensureDependencies();
await build();
