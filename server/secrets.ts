import type { Database } from './backend/database/database.ts';
import { newSecret } from './backend/keys.ts';

/**
 * A secret made at the first start and kept in the database, in a schema only the host uses: every
 * replica on one database signs alike, and a backup holds all it needs.
 */
export async function keptSecret(database: Database, name: string): Promise<string> {
  await database.pool.query(
    'insert into host.secrets (name, value) values ($1, $2) on conflict (name) do nothing',
    [name, newSecret()],
  );
  const { rows } = await database.pool.query<{ value: string }>(
    'select value from host.secrets where name = $1',
    [name],
  );
  const value = rows[0]?.value;
  if (!value) throw new Error(`The secret ${name} could not be kept`);
  return value;
}
