import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../backend/database/database.ts';
import late from '../waiting-too-long.sql?raw';
import statement from './business-figures.sql?raw';

/**
 * The database's figures by their column, none for a null; and how much waits too long or failed by its kind, none for
 * nothing.
 */
export type BusinessFigures = { figures: Record<string, number>; late: Record<string, number> };

/** Shorter than the ten seconds that Prometheus waits for a whole answer. */
const limitMs = 3_000;
/** However many ask, the database is asked no more often. */
const keptMs = 5_000;

/** Reads the figures; null while the database does not answer in time. */
export function businessFigures({ pool }: Pick<Database, 'pool'>) {
  let readAt = -Infinity;
  let latest: Promise<BusinessFigures | null> = Promise.resolve(null);
  const ask = async () => {
    const { rows } = await pool.query<Record<string, string | null>>(statement);
    const known = Object.entries(rows[0] ?? {}).filter(([, value]) => value !== null);
    const counts = await pool.query<{ kind: string; rows: number }>(
      `select kind, count(*)::integer as rows from (${late}) as late group by kind`,
    );
    return {
      figures: Object.fromEntries(known.map(([name, value]) => [name, Number(value)])),
      late: Object.fromEntries(counts.rows.map(({ kind, rows }) => [kind, rows])),
    };
  };
  const read = () => ask().catch(() => null);
  return (): Promise<BusinessFigures | null> => {
    if (performance.now() - readAt >= keptMs) {
      readAt = performance.now();
      latest = Promise.race([read(), wait(limitMs, null, { ref: false })]);
    }
    return latest;
  };
}
