import { access, constants, copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '../config.ts';
import { unfinishedEnd, writeWhole } from './archive.ts';
import { isScheduled, newestFirst } from './backup-names.ts';
import type { BackupStore, StoredBackup } from './backup-store.ts';

/** Scheduled backups in a folder. */
export function folderBackups(folder: string): BackupStore {
  const place = (name: string) => join(folder, name);
  const sized = async (name: string): Promise<StoredBackup[]> => {
    const found = await stat(place(name)).catch(() => null);
    return found?.isFile() ? [{ name, bytes: found.size }] : [];
  };
  return {
    place: folder,
    check: async () => {
      try {
        // The folder above it must be there: a wrong name or a missing disk would go unnoticed.
        await mkdir(folder, { mode: 0o700 }).catch(async (error: unknown) => {
          if (!(await stat(folder).catch(() => null))?.isDirectory()) throw error;
        });
        await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
        return null;
      } catch (error) {
        throw unusable(folder, error);
      }
    },
    write: (name, content) => writeWhole(place(name), content),
    list: async () => {
      const names = await readdir(folder).catch((error: unknown) => {
        throw unusable(folder, error);
      });
      return newestFirst((await Promise.all(names.map(sized))).flat());
    },
    remove: (name) => rm(place(name), { force: true }),
    fetch: (name, file) => copyFile(place(name), file, constants.COPYFILE_EXCL),
    clearUnfinished: async () => {
      for (const name of await readdir(folder)) {
        const isOurs =
          name.endsWith(unfinishedEnd) && isScheduled(name.slice(0, -unfinishedEnd.length));
        if (isOurs) await rm(place(name), { force: true });
      }
    },
  };
}

function unusable(folder: string, error: unknown) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new ConfigurationError(
    `BACKUP_TO: ${folder} can't be used (${code}): choose a folder that the server's user may write to`,
  );
}
