import type { PoolClient } from 'pg';
import type { Database } from './database.ts';
import { adopt } from './adoption/adopt.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { baseline, migrations, type Migration } from './migrations.ts';
import { ConfigurationError } from '../../config.ts';
import { ensureRoles } from './roles.ts';
import { inTransaction } from './transaction.ts';

const record = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text primary key,
    statements text[],
    name text
  )`;

/**
 * Applies the missing migrations in order, all or none. Safe at every start and with several replicas. Returns the
 * applied names. Throws ConfigurationError for unknown applied migrations, for a database that cannot take them, and like
 * ensureRoles() and adopt().
 */
export const migrate = (database: Pick<Database, 'direct'>): Promise<string[]> =>
  applyMissing(database).catch((error: unknown) => {
    const { cause = error } = error as Error;
    const hint = hints[(cause as { code?: string } | null)?.code ?? ''];
    if (hint === undefined) throw error;
    throw new ConfigurationError(
      `The database of DATABASE_URL cannot be used (${(cause as Error).message}): ${hint}`,
      { cause: error },
    );
  });

/** What the operator can do, by what PostgreSQL says while the database is migrated. */
const hints: Readonly<Record<string, string>> = {
  '42501': 'make its user the owner of the database',
  '25006': 'name a server that takes changes, not its read-only copy',
  '22P05': 'make a database with the encoding UTF8',
  '42P07': 'it has tables of something else, so name an empty one',
};

const applyMissing = ({ direct }: Pick<Database, 'direct'>): Promise<string[]> =>
  inTransaction(
    { pool: direct },
    async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.migrations]);
      await ensureRoles(client);
      let applied = await findApplied(client);
      if (await adopt(client, [...applied.keys()])) applied = await findApplied(client);
      refuseNewer(applied);
      const pending = migrations.filter(({ version }) => !applied.has(version));
      for (const migration of pending) await apply(client, migration);
      return pending.map((migration) => migration.name);
    },
    { isLong: true },
  );

/** Changes nothing. Throws ConfigurationError for a database that this version would migrate, or a later one did. */
export async function needMigrated({ pool }: Pick<Database, 'pool'>) {
  const { rows } = await pool.query<{ is_there: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as is_there`,
  );
  const applied = rows[0]?.is_there ? await readApplied(pool) : new Map<string, string>();
  // A history without the baseline is of an earlier time, and its versions are not known here.
  if (applied.has(baseline.version)) refuseNewer(applied);
  if (migrations.every(({ version }) => applied.has(version))) return;
  throw new ConfigurationError(
    'This database is empty or from an earlier version: start the server on it once, which migrates it',
  );
}

/** The names of applied migrations, by version. */
export async function findApplied(client: PoolClient): Promise<Map<string, string>> {
  await client.query(record);
  return readApplied(client);
}

async function readApplied(client: Pick<PoolClient, 'query'>): Promise<Map<string, string>> {
  const { rows } = await client.query<{ version: string; name: string | null }>(
    'select version, name from supabase_migrations.schema_migrations order by version',
  );
  return new Map(rows.map(({ version, name }) => [version, `${version}_${name ?? ''}`]));
}

function refuseNewer(applied: ReadonlyMap<string, string>) {
  const known = new Set(migrations.map(({ version }) => version));
  const unknown = [...applied].filter(([version]) => !known.has(version)).map(([, name]) => name);
  if (unknown.length === 0) return;
  throw new ConfigurationError(
    `This database was migrated by a later version (${unknown.join(', ')}): start that version, or restore an earlier backup`,
  );
}

async function apply(client: PoolClient, { version, name, sql }: Migration) {
  try {
    // As the hosted backend's CLI applies it, which a setting of an earlier file does not reach.
    await client.query('reset check_function_bodies');
    await client.query(sql);
  } catch (error) {
    throw new Error(`Migration ${version}_${name} failed: ${String(error)}`, { cause: error });
  }
  await client.query(
    'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
    [version, name, [sql]],
  );
}
