// Writes supabase/database-types.ts from the migrations.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'db', 'supabase/tests/database-types.test.ts', '--update'],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
