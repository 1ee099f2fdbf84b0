import { latestMs } from '../../../domain/time/local-day.ts';
import type { Database } from './database.ts';

/** The hour with the fewest visitors. */
const quietTime = '03:00';

// A third of PostgreSQL's default: a third of the time, with the same plans (docs/decisions/0032).
const sampleSize = 30;

export type Upkeep = {
  /**
   * Maintains every table when due, analyses those that have changed a lot, and shortens the log when it is long or
   * five minutes old; returns the number of tables.
   */
  run: () => Promise<number>;
  /** Stops after the current table; the rest waits for the next start. */
  stop: () => void;
};

type Options = { database: Pick<Database, 'kind' | 'pool' | 'checkpoint'>; now: () => Date };

/**
 * Maintenance that a PostgreSQL does by itself: reuses the space of deleted rows and updates the planner's
 * statistics. Due once a night, or at the next start. Each table takes two statements, and other queries run in
 * between. After an import or a restore, statistics don't wait for the night (docs/decisions/0122).
 */
export function upkeepOf({ database, now }: Options): Upkeep {
  let isStopped = false;
  const lookAfterAll = async () => {
    const failures: unknown[] = [];
    const tables = await namesOfTables(database);
    for (const table of tables) {
      if (isStopped) return 0;
      await lookAfter(database, table).catch((error: unknown) => failures.push(error));
    }
    // Also after failures: they would repeat and delay visitors each time.
    await keepDone(database, now());
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} tables failed`);
    return tables.length;
  };
  // Each gets its next turn in the night.
  const failed = new Set<string>();
  const analyseChanged = async () => {
    const tables = (await namesOfChanged(database)).filter((table) => !failed.has(table));
    for (const table of tables) {
      failed.add(table);
      await analyse(database, table);
      failed.delete(table);
    }
    return tables.length;
  };
  return {
    run: async () => {
      if (database.kind !== 'pglite') return 0;
      const count = (await isDue(database, now())) ? await lookAfterAll() : await analyseChanged();
      if (await isLogLong(database, now())) await database.checkpoint?.();
      return count;
    },
    stop: () => {
      isStopped = true;
    },
  };
}

const keptRounds = `
  create schema if not exists host;
  create table if not exists host.upkeep (is_row boolean primary key default true check (is_row), done_at timestamptz not null);`;

// In the database, so that a restored one is as old as its backup.
async function isDue({ pool }: Options['database'], now: Date): Promise<boolean> {
  await pool.query(keptRounds);
  const { rowCount } = await pool.query('select from host.upkeep where done_at >= $1', [
    new Date(latestMs(quietTime, now.getTime())),
  ]);
  return rowCount === 0;
}

async function keepDone({ pool }: Options['database'], now: Date) {
  await pool.query(
    `insert into host.upkeep (done_at) values ($1)
     on conflict (is_row) do update set done_at = excluded.done_at`,
    [now],
  );
}

// As a PostgreSQL decides, with a shorter log: every start after a crash replays it.
const longLogBytes = 16 * 2 ** 20;
const oldLogMs = 5 * 60_000;

async function isLogLong({ pool }: Options['database'], now: Date): Promise<boolean> {
  // A checkpoint writes some hundred bytes itself.
  const { rows } = await pool.query<{ is: boolean }>(
    `select bytes > $2 or bytes > 1000 and checkpoint_time <= $1 as is
     from pg_control_checkpoint(), lateral (select pg_current_wal_insert_lsn() - redo_lsn) as log (bytes)`,
    [new Date(now.getTime() - oldLogMs), longLogBytes],
  );
  return rows[0]?.is === true;
}

async function namesOfTables({ pool }: Options['database']): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name
     from pg_class join pg_namespace as space on space.oid = relnamespace
     where relkind in ('r', 'm') and not relisshared and pg_relation_size(pg_class.oid) > 0
     order by pg_class.oid desc`,
  );
  return rows.map(({ name }) => name);
}

// As autovacuum decides. The counts of a session reach the view when it is idle for a second, or is told to. A crash
// loses them, so a table that grew as much since its statistics counts too: five pages hold about 50 rows.
async function namesOfChanged({ pool }: Options['database']): Promise<string[]> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, changed.relname) as name
     from pg_stat_user_tables as changed join pg_class on oid = relid
     where n_mod_since_analyze > 50 + n_live_tup / 10
       or pg_relation_size(relid) > 8192 * (5 + relpages * 1.1)
     order by relid desc`,
  );
  return rows.map(({ name }) => name);
}

async function lookAfter(database: Options['database'], table: string) {
  await database.pool.query(`vacuum ${table}`);
  await analyse(database, table);
}

async function analyse({ pool }: Options['database'], table: string) {
  // One message is one transaction, and the setting ends with it.
  await pool.query(`set local default_statistics_target = ${sampleSize}; analyze ${table}`);
}
