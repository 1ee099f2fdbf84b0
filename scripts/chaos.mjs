import { runOneOf } from './run-one-of.mjs';

// npm run test:chaos       lists the fault tests
// npm run test:chaos races runs one
await runOneOf('quality/chaos', 'npm run test:chaos');
