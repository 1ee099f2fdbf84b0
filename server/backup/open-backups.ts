import type { Log } from '../../supabase/functions/_shared/http/deps.ts';
import type { Database } from '../backend/database/database.ts';
import { ConfigurationError, type Config } from '../config.ts';
import { BackupError } from './archive.ts';
import { openBackupStore } from './backup-store.ts';
import { versionOf } from './programs.ts';
import { scheduledBackups, type ScheduledBackups } from './scheduled-backups.ts';

type Options = { config: Config; database: Database; now: () => Date; log: Log };

/**
 * Null without a schedule. Throws ConfigurationError when no backup can succeed: a wrong place, or a missing or too old
 * pg_dump.
 */
export async function openBackups({
  config,
  database,
  now,
  log,
}: Options): Promise<ScheduledBackups | null> {
  const schedule = config.backups;
  if (schedule && database.kind === 'postgres') await needDump(database);
  const store = schedule && (await openBackupStore(schedule.to));
  const reason = await store?.check();
  if (reason) log.warn({ reason }, 'The store of backups does not answer');
  return schedule && store && scheduledBackups({ config, schedule, store, database, now, log });
}

async function needDump({ pool }: Database) {
  const { rows } = await pool.query<{ major: number }>(
    `select current_setting('server_version_num')::integer / 10000 as major`,
  );
  const needed = rows[0]?.major ?? 0;
  const version = await versionOf('pg_dump').catch((error: unknown) => {
    if (error instanceof BackupError)
      throw new ConfigurationError(`BACKUP_SCHEDULE: ${error.message}`);
    throw error;
  });
  if (version >= needed) return;
  throw new ConfigurationError(
    `BACKUP_SCHEDULE: pg_dump ${version} can't read PostgreSQL ${needed}: install PostgreSQL's client programs of version ${needed}`,
  );
}
