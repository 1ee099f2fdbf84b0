import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { latestMs } from '../../domain/time/local-day.ts';
import type { Log } from '../../supabase/functions/_shared/http/deps.ts';
import type { Database } from '../backend/database/database.ts';
import type { Config } from '../config.ts';
import { dump, dumpPrefix, writeBackup, type DatabaseCopy } from './backup.ts';
import { nameOfBackup } from './backup-names.ts';
import {
  claimBackup,
  noteFailure,
  noteSuccess,
  queueNotice,
  releaseLease,
  renewEveryMs,
  renewLease,
} from './backup-state.ts';
import type { BackupStore } from './backup-store.ts';
import { takeSnapshot } from './snapshots.ts';

export type ScheduledBackups = {
  /** Makes a backup when due, and tells the owner what is wrong. Returns how much it did. */
  run: () => Promise<number>;
  /** Ends a backup in progress: the next start makes it. */
  stop: () => void;
};

type Options = {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl'>;
  schedule: Pick<NonNullable<Config['backups']>, 'at' | 'keep'>;
  store: BackupStore;
  database: Database;
  now: () => Date;
  log: Log;
};

/** Backups on a schedule: due once a day at a local time, or at the next start. */
export function scheduledBackups(options: Options): ScheduledBackups {
  const { schedule, database, now } = options;
  const stopping = new AbortController();
  return {
    run: async () => {
      const due = new Date(latestMs(schedule.at, now().getTime()));
      const isMine = await claimBackup(database, { now: now(), due });
      const made = isMine ? await makeLeased(options, stopping.signal) : 0;
      return stopping.signal.aborted ? made : made + (await queueNotice(database, now()));
    },
    stop: () => stopping.abort(),
  };
}

/** Returns the number of backups made: 1, or 0 after a failure, which is stored and logged. */
async function makeLeased(options: Options, signal: AbortSignal): Promise<number> {
  const { store, database, now, log } = options;
  const renewal = setInterval(() => {
    renewLease(database, now()).catch(() => undefined);
  }, renewEveryMs);
  const madeAt = now();
  try {
    const name = nameOfBackup(madeAt);
    await makeOne(options, { name, madeAt, signal });
    clearInterval(renewal);
    await noteSuccess(database, madeAt);
    log.info({ backup: name, ms: now().getTime() - madeAt.getTime() }, 'A backup was made');
    await removeOld(options, name);
    return 1;
  } catch (error) {
    clearInterval(renewal);
    if (signal.aborted) {
      await releaseLease(database);
      return 0;
    }
    const reason = `The backup to ${store.place} failed. ${wordsOf(error)}`;
    await noteFailure(database, reason, now());
    log.error({ reason }, 'A backup failed and is retried in an hour');
    return 0;
  }
}

type Making = { name: string; madeAt: Date; signal: AbortSignal };

async function makeOne({ config, store, database }: Options, { name, madeAt, signal }: Making) {
  await store.clearUnfinished();
  const copy = await copyOf(config, database, signal);
  await writeBackup(config, copy, {
    write: (content) => store.write(name, content),
    now: madeAt,
    signal,
  });
}

async function copyOf(
  { dataDir, databaseUrl, databaseDirectUrl }: Options['config'],
  { snapshot }: Database,
  signal: AbortSignal,
): Promise<DatabaseCopy> {
  if (snapshot) {
    const { folder, done } = await takeSnapshot(dataDir, snapshot);
    return { places: { database: join(folder, 'database') }, done };
  }
  // Left by a killed server.
  const left = (await readdir(dataDir)).filter((name) => name.startsWith(dumpPrefix));
  for (const name of left) await rm(join(dataDir, name), { recursive: true, force: true });
  return await dump(databaseDirectUrl ?? databaseUrl ?? '', dataDir, signal);
}

/** A failure here is only logged: the new backup is complete. */
async function removeOld({ schedule, store, log }: Options, newest: string) {
  try {
    const others = (await store.list()).filter(({ name }) => name !== newest);
    for (const { name } of others.slice(schedule.keep - 1)) await store.remove(name);
  } catch (error) {
    log.warn({ reason: wordsOf(error) }, 'Old backups could not be deleted');
  }
}

function wordsOf(error: unknown): string {
  if (/ENOSPC|EDQUOT/.test(String(error))) return 'There is no room for it.';
  return error instanceof Error ? error.message : String(error);
}
