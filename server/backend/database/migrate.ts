import type { PoolClient } from 'pg';
import type { Database } from './database.ts';
import { migrations, type Migration } from './migrations.ts';
import { inTransaction } from './transaction.ts';

// Any number that nothing else in the product locks: replicas that start together take turns.
const migrationLock = 7_223_901;

const record = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text primary key,
    statements text[],
    name text
  )`;

/**
 * Brings the database to the newest state: what is missing is applied in order, all or nothing.
 * Safe at every start and with several replicas. Answers the names it applied.
 */
export const migrate = (database: Pick<Database, 'pool'>): Promise<string[]> =>
  inTransaction(database, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    const pending = await findPending(client);
    for (const migration of pending) await apply(client, migration);
    return pending.map((migration) => migration.name);
  });

async function findPending(client: PoolClient): Promise<Migration[]> {
  await client.query(record);
  const { rows } = await client.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  );
  const applied = new Set(rows.map((row) => row.version));
  return migrations.filter((migration) => !applied.has(migration.version));
}

async function apply(client: PoolClient, { version, name, sql }: Migration) {
  try {
    await client.query(sql);
  } catch (error) {
    throw new Error(`Migration ${version}_${name} failed: ${String(error)}`, { cause: error });
  }
  await client.query(
    'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
    [version, name, [sql]],
  );
}
