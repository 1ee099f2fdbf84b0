// Writes docs/api.md and docs/api/openapi.json from the shapes of the server functions.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'unit', 'supabase/functions/api-page.test.ts', '--update'],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
