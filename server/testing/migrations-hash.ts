import { createHash } from 'node:crypto';
import { migrations } from '../backend/database/migrations.ts';

/** Constant while no migration changes; names prepared test databases. */
export const migrationsHash = createHash('sha256')
  .update(JSON.stringify(migrations))
  .digest('hex')
  .slice(0, 16);
