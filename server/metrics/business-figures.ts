import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../backend/database/database.ts';
import statement from './business-figures.sql?raw';

/** The database's figures by their column; none for a null. */
export type BusinessFigures = Record<string, number>;

/** Shorter than the ten seconds that Prometheus waits for a whole answer. */
const limitMs = 3_000;
/** However many ask, the database is asked no more often. */
const keptMs = 5_000;

/** Reads the figures; null while the database does not answer in time. */
export function businessFigures({ pool }: Pick<Database, 'pool'>) {
  let readAt = -Infinity;
  let latest: Promise<BusinessFigures | null> = Promise.resolve(null);
  const read = () =>
    pool.query<Record<string, string | null>>(statement).then(
      ({ rows: [row = {}] }) => {
        const known = Object.entries(row).filter(([, value]) => value !== null);
        return Object.fromEntries(known.map(([name, value]) => [name, Number(value)]));
      },
      () => null,
    );
  return (): Promise<BusinessFigures | null> => {
    if (performance.now() - readAt >= keptMs) {
      readAt = performance.now();
      latest = Promise.race([read(), wait(limitMs, null, { ref: false })]);
    }
    return latest;
  };
}
