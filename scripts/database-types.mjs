// Writes supabase/database-types.ts from the migrations.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'db', '--update', 'supabase/tests/database-types.test.ts'],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
