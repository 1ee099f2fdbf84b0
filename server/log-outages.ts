import type { Pool } from 'pg';
import type { Log } from '../supabase/functions/_shared/http/deps.ts';
import { isDatabaseAway } from './backend/database/database-away.ts';

/**
 * The log with one line when the database becomes unavailable and one when it answers again. In between, whatever fails
 * for that reason alone has no line of its own.
 */
export function logOutages(log: Log, pool: Pick<Pool, 'on'>): Log {
  let isAway = false;
  pool.on('release', (error: Error | undefined) => {
    if (error || !isAway) return;
    isAway = false;
    log.info({}, 'The database answers again');
  });
  const unlessAway =
    (write: Log['error']): Log['error'] =>
    (details, message) => {
      const error = errorIn(details);
      if (!isOutage(error)) write(details, message);
      else if (!isAway) {
        isAway = true;
        log.error({ err: error }, 'The database is unavailable');
      }
    };
  return {
    info: log.info.bind(log),
    warn: unlessAway(log.warn.bind(log)),
    error: unlessAway(log.error.bind(log)),
  };
}

const errorIn = (details: object): unknown => ('err' in details ? details.err : undefined);

// The data interface's codes, and our own, when it gets no connection to the database.
const awayCodes = /^(?:PGRST00[0-3]|database_away)$/;

function isOutage(error: unknown): boolean {
  if (isDatabaseAway(error)) return true;
  if (typeof error !== 'object' || error === null) return false;
  if ('code' in error && awayCodes.test(String(error.code))) return true;
  return 'cause' in error && isOutage(error.cause);
}
