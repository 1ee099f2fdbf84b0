import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Log } from '../supabase/functions/_shared/http/deps.ts';
import type { StuckRow } from './admin/find-stuck.ts';
import type { Database } from './backend/database/database.ts';

export type Room = { freeBytes: number; totalBytes: number };

const gigabyte = 1e9;

/** Nearly full: less than a tenth and less than a gigabyte is free. */
export const isNearlyFull = ({ freeBytes, totalBytes }: Room) =>
  freeBytes < Math.min(gigabyte, totalBytes / 10);

type Options = {
  database: Pick<Database, 'pool'>;
  dataDir: string;
  log: Log;
  roomOf?: (folder: string) => Promise<Room>;
};

/** Reports while the disk of the data folder is nearly full, for the owner. Returns 0. */
export function diskWatch({ database, dataDir, log, roomOf = readRoom }: Options) {
  // The report of a server that was stopped may be there.
  let isReported = true;
  const report = (reason: string | null) =>
    database.pool.query('select public.report_trouble($1, $2, $3)', ['disk', reason, hostname()]);
  return async (): Promise<number> => {
    const room = await roomOf(dataDir);
    if (isNearlyFull(room)) {
      logNearlyFull(room, log);
      await report(inWords(room, dataDir));
      isReported = true;
    } else if (isReported) {
      await report(null);
      isReported = false;
      log.worked?.('disk');
    }
    return 0;
  };
}

const logNearlyFull = ({ freeBytes }: Room, log: Log) =>
  log.warn({ outage: 'disk', freeBytes }, 'The disk is nearly full');

/** Logs that the disk of the data folder is nearly full, if it is: a full one makes the database unavailable. */
export async function checkDisk(dataDir: string, log: Log, roomOf = readRoom) {
  const room = await roomOf(dataDir);
  if (isNearlyFull(room)) logNearlyFull(room, log);
}

const inWords = ({ freeBytes }: Room, dataDir: string) =>
  `${Math.floor(freeBytes / 1e6)} MB are free in ${dataDir}`;

/**
 * What to say of the disk now; null while it has room. A full disk has no room for the report of `diskWatch` in the
 * database. A command beside a PostgreSQL may have no data folder.
 */
export async function stuckDisk(dataDir: string, roomOf = readRoom): Promise<StuckRow | null> {
  const room = await roomOf(dataDir).catch(() => null);
  if (!room || !isNearlyFull(room)) return null;
  const since = `${new Date().toISOString().slice(0, 16)}Z`;
  const reason = inWords(room, dataDir);
  return { kind: 'disk', id: '', what: hostname(), status: 'now', attempts: 0, since, reason };
}

async function readRoom(folder: string): Promise<Room> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
