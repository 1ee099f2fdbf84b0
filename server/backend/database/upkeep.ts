import { addDays, localToday, startsAt } from '../../../domain/time/local-day.ts';
import type { Database } from './database.ts';

/** While the fewest visitors are there. */
const quietTime = '03:00';

// A third of PostgreSQL's own: a third of the time, for the same plans (docs/decisions/0032).
const sampleSize = 30;

export type Upkeep = {
  /** Looks after every table when that is due, and answers how many there were. */
  run: () => Promise<number>;
  /** After the table under way there is no other; the rest waits for the next start. */
  stop: () => void;
};

type Options = { database: Pick<Database, 'kind' | 'pool'>; now: () => Date };

/**
 * What a PostgreSQL does by itself and the embedded one has nobody for: room of what was removed is used
 * again, and the planner knows the size of the tables. Due once a night, or as soon as the server runs after
 * that. Each table is two statements, and whoever asked meanwhile is answered before the next.
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
    // Also after failures: they would be the same again, and cost visitors their time at every turn.
    await keepDone(database, now());
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} tables failed`);
    return tables.length;
  };
  return {
    run: async () => ((await isDue(database, now())) ? await lookAfterAll() : 0),
    stop: () => {
      isStopped = true;
    },
  };
}

/** The last quiet time that has come. */
function lastQuietTime(now: Date): Date {
  const today = localToday(now.getTime());
  const days = [today, addDays(today, -1)].map((day) => new Date(startsAt(day, quietTime)));
  return days.find((moment) => moment <= now) ?? now;
}

const keptRounds = `
  create schema if not exists host;
  create table if not exists host.upkeep (is_row boolean primary key default true check (is_row), done_at timestamptz not null);`;

// In the database, so that one that was restored is as old as its backup.
async function isDue({ kind, pool }: Options['database'], now: Date): Promise<boolean> {
  if (kind !== 'pglite') return false;
  await pool.query(keptRounds);
  const { rowCount } = await pool.query('select from host.upkeep where done_at >= $1', [
    lastQuietTime(now),
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

async function namesOfTables({ pool }: Options['database']): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name
     from pg_class join pg_namespace as space on space.oid = relnamespace
     where relkind in ('r', 'm') and not relisshared and pg_relation_size(pg_class.oid) > 0
     order by pg_class.oid desc`,
  );
  return rows.map(({ name }) => name);
}

async function lookAfter({ pool }: Options['database'], table: string) {
  await pool.query(`vacuum ${table}`);
  // One message is one transaction, and the setting ends with it.
  await pool.query(`set local default_statistics_target = ${sampleSize}; analyze ${table}`);
}
