import type { Pool } from 'pg';
import type { Log } from '../supabase/functions/_shared/http/deps.ts';
import { isDatabaseAway, isOutOfRoom } from './backend/database/database-away.ts';

type Outage = {
  startedAt: number;
  /** The failures so far. */
  times: number;
  toldAt: number;
  /** Why, as far as it was logged. */
  reasons: Set<string>;
  /** When the database last had no room for a write, while which it may be read. */
  outOfRoomAt: number | null;
};

type Options = {
  now?: () => number;
  /** Whether the database can be read and written now. */
  isHealthy?: () => Promise<boolean>;
  /** Says so if the disk is full. Runs as soon as the database is unavailable, whose error may not say why. */
  checkDisk?: (log: Log) => Promise<void>;
};

const tellEveryMs = 10 * 60_000;
const mostReasons = 5;
/** Longer than the longest pause between two writes of the jobs. */
const writesWithinMs = 2 * 60_000;

const inWords: Record<string, string> = {
  database: 'The database answers again',
  mail: 'The mail server answers again',
  payments: 'The payment provider answers again',
  texts: 'The text message service answers again',
};

/**
 * The log with one line in full when a service or a job begins to fail, a count every ten minutes while it does, and one
 * line when it works again. Lines name what fails as `outage`; another reason has a line of its own, up to five. The
 * database is recognized by its errors: whatever fails for that reason alone has no line of its own. A database without
 * room still answers reads: it works again when it is healthy and no write failed for two minutes.
 */
export function logOutages(
  log: Log,
  pool: Pick<Pool, 'on'>,
  { now = Date.now, isHealthy = () => Promise.resolve(true), checkDisk }: Options = {},
): Log {
  const outages = new Map<string, Outage>();
  const failed = (name: string, details: object, message: string, write: Log['error']) => {
    const known = outages.get(name);
    const outage = known ?? {
      startedAt: now(),
      times: 0,
      toldAt: now(),
      reasons: new Set(),
      outOfRoomAt: null,
    };
    outages.set(name, outage);
    outage.times += 1;
    if (name === 'database' && isOutOfRoom(errorIn(details))) outage.outOfRoomAt = now();
    const reason = name === 'database' ? '' : reasonIn(details);
    const isNew = !outage.reasons.has(reason) && outage.reasons.size < mostReasons;
    if (isNew) {
      outage.reasons.add(reason);
      write(details, message);
    } else if (now() - outage.toldAt >= tellEveryMs) {
      outage.toldAt = now();
      log.warn(countOf(name, outage), `Still, ${outage.times} times: ${message}`);
    }
  };
  const countOf = (outage: string, { times, startedAt }: Outage) => ({
    outage,
    times,
    seconds: Math.round((now() - startedAt) / 1000),
  });
  const worked = (name: string) => {
    const outage = outages.get(name);
    if (!outage) return;
    outages.delete(name);
    log.info(countOf(name, outage), inWords[name] ?? `Works again: ${name}`);
  };
  pool.on('release', (error: Error | undefined) => {
    const outage = outages.get('database');
    if (error || !outage) return;
    if (outage.outOfRoomAt === null) worked('database');
    else if (now() - outage.outOfRoomAt >= writesWithinMs) void afterRoom(outage);
  });
  const afterRoom = async (outage: Outage) => {
    if ((await isHealthy()) && outages.get('database') === outage) worked('database');
  };
  const unlessTold =
    (write: Log['error']): Log['error'] =>
    (details, message) => {
      const error = errorIn(details);
      if (isOutage(error)) {
        const isFirst = !outages.has('database');
        failed('database', { err: error }, 'The database is unavailable', log.error.bind(log));
        if (isFirst) void checkDisk?.(outageLog).catch(() => undefined);
      } else if ('outage' in details) failed(String(details.outage), details, message, write);
      else write(details, message);
    };
  const outageLog: Log = {
    info: log.info.bind(log),
    warn: unlessTold(log.warn.bind(log)),
    error: unlessTold(log.error.bind(log)),
    worked,
  };
  return outageLog;
}

const errorIn = (details: object): unknown => ('err' in details ? details.err : undefined);

function reasonIn(details: object): string {
  const error = errorIn(details);
  if (error instanceof Error) return error.message;
  return 'reason' in details ? String(details.reason) : '';
}

// The data interface's codes, and our own, when it gets no connection to the database.
const awayCodes = /^(?:PGRST00[0-3]|database_away)$/;

function isOutage(error: unknown): boolean {
  if (isDatabaseAway(error)) return true;
  if (typeof error !== 'object' || error === null) return false;
  if ('code' in error && awayCodes.test(String(error.code))) return true;
  return 'cause' in error && isOutage(error.cause);
}
