import { runOneOf } from './run-one-of.mjs';

// npm run bench            lists the benchmarks
// npm run bench first-load runs one
await runOneOf('quality/bench', 'npm run bench');
