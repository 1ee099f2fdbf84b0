import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { checkSessions } from '../backend/database/sessions.ts';
import { ConfigurationError, readConfig, type Config } from '../config.ts';
import { giveToOwner } from '../folder-owner.ts';
import { needSameDatabase } from '../former-database.ts';
import { BackupError, isSystemError } from './archive.ts';
import { backUp } from './backup.ts';
import { isScheduled } from './backup-names.ts';
import { openBackupStore } from './backup-store.ts';
import { restore, restoreFetched } from './restore.ts';

// node dist/server/backup.js <backup|restore> <file> [--overwrite] [--this-folder]
// The name of a scheduled backup is restored from BACKUP_TO.
const usage =
  'Usage: npm run backup -- <file>, or npm run restore -- <file or scheduled backup> [--overwrite], ' +
  'each with --this-folder to go on without photos that are lost';
const [command, ...rest] = process.argv.slice(2);
const files = rest.filter((word) => !word.startsWith('--'));
const overwrite = rest.includes('--overwrite');
const isThisFolder = rest.includes('--this-folder');
const known = [overwrite, isThisFolder].filter(Boolean).length;

// A backup and everything restored from it are readable by their user only.
process.umask(0o077);

try {
  if (rest.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  const [file] = files;
  const isKnown = command === 'backup' || command === 'restore';
  if (!isKnown || files.length !== 1 || !file || rest.length > known + 1) {
    throw new BackupError(usage);
  }
  await run(command, file);
} catch (error) {
  const isPlain = error instanceof BackupError || error instanceof ConfigurationError;
  console.error(isPlain || isSystemError(error) ? error.message : error);
  process.exitCode = 1;
}

async function run(name: 'backup' | 'restore', word: string) {
  const file = resolve(word);
  const config = await directly(readConfig(process.env));
  if (config.s3) console.log('The photos are in a bucket and not part of this backup.');
  if (name === 'backup') {
    await backUp(config, file, new Date(), isThisFolder);
    if (file.startsWith(resolve(config.dataDir) + sep)) await giveToOwner(file, config.dataDir);
    console.log(`Backed up to ${file}${photosOf(config)}`);
    return;
  }
  const isElsewhere = isScheduled(word) && !existsSync(file);
  if (isElsewhere && !config.backups) {
    throw new BackupError(
      `There is no file ${file}: to read it from BACKUP_TO, set BACKUP_TO and BACKUP_SCHEDULE as for the server`,
    );
  }
  const stored = isElsewhere ? config.backups : null;
  const aside = stored
    ? await restoreStored(config, stored, word)
    : await restore(config, file, { overwrite, isThisFolder, now: new Date() });
  const source = stored ? word : file;
  const before = aside ? `; the previous data is in ${aside}` : '';
  console.log(`Restored from ${source}${photosOf(config)}${before}`);
  console.log(
    'After the next start, what the backup still wanted to send waits: npm run admin -- outbox',
  );
}

async function restoreStored(config: Config, { to }: NonNullable<Config['backups']>, name: string) {
  const store = await openBackupStore(to);
  if (!(await store.list()).some((stored) => stored.name === name)) {
    throw new BackupError(`There is no ${name} in ${store.place}`);
  }
  const fetch = async (folder: string) => {
    await store.fetch(name, join(folder, name));
    return join(folder, name);
  };
  return await restoreFetched(config, fetch, { overwrite, isThisFolder, now: new Date() });
}

/** Beside a PostgreSQL, a folder that nobody named may be the wrong one. */
function photosOf({ databaseUrl, s3, dataDir }: Config) {
  return databaseUrl && !s3 ? `, with the photos in ${resolve(dataDir, 'storage')}` : '';
}

/** `pg_dump` and `psql` change settings of their session, which a pooler would give to others. */
async function directly(config: Config): Promise<Config> {
  await needSameDatabase(config);
  await checkSessions(config);
  return { ...config, databaseUrl: config.databaseDirectUrl ?? config.databaseUrl };
}
