import { advisoryLocks } from './backend/database/advisory-locks.ts';
import type { Database } from './backend/database/database.ts';
import { newSecret } from './backend/keys.ts';

type Queryable = Pick<Database, 'pool'>;

// A schema for the host only: no role of a request has a right on it.
const secretsTable = `
  create schema if not exists host;
  create table if not exists host.secrets (name text primary key, value text not null);
  alter table host.secrets add column if not exists stored_at timestamptz not null default now();`;

/** Creates the table of secrets. Safe at every start, and with replicas starting together. */
export async function secretsSchema({ pool }: Queryable): Promise<void> {
  // One list of statements is one transaction; the lock makes replicas take turns.
  await pool.query(`select pg_advisory_xact_lock(${advisoryLocks.secrets}); ${secretsTable}`);
}

/**
 * A secret generated at the first start and stored in the database: replicas share it, and a backup includes it.
 */
export async function keptSecret({ pool }: Queryable, name: string): Promise<string> {
  await pool.query(
    'insert into host.secrets (name, value) values ($1, $2) on conflict (name) do nothing',
    [name, newSecret()],
  );
  const { rows } = await pool.query<{ value: string }>(
    'select value from host.secrets where name = $1',
    [name],
  );
  const value = rows[0]?.value;
  if (!value) throw new Error(`The secret ${name} could not be stored`);
  return value;
}
