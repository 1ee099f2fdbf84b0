import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { safeFileName as safe, type FileStore, type PhotoFiles } from './file-store.ts';

/** Files in a folder of this machine, or one that all replicas share. */
export function folderStore(folder: string): FileStore {
  const photos = join(folder, 'photos');
  const unfinished = join(folder, 'unfinished');
  const place = (version: string) => join(photos, safe(version));
  return {
    prepare: async (version, files) => {
      const aside = join(unfinished, safe(version));
      await writeAll(aside, files);
      return {
        keep: async () => {
          await mkdir(photos, { recursive: true });
          await rename(aside, place(version));
        },
        discard: () => rm(aside, { recursive: true, force: true }),
      };
    },
    read: (version, name) => readFile(join(place(version), safe(name))).catch(nullIfMissing),
    remove: (version) => rm(place(version), { recursive: true, force: true }),
    keptBefore: (moment) => olderThan(photos, moment),
    clearUnfinished: async (moment) => {
      for (const name of await olderThan(unfinished, moment)) {
        await rm(join(unfinished, name), { recursive: true, force: true });
      }
    },
  };
}

async function writeAll(folder: string, files: PhotoFiles) {
  await mkdir(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) {
    const file = await open(join(folder, safe(name)), 'wx');
    try {
      await file.writeFile(bytes);
      // The row will name the file, so it must survive a power failure.
      await file.sync();
    } finally {
      await file.close();
    }
  }
}

async function olderThan(folder: string, moment: Date): Promise<string[]> {
  const names = (await readdir(folder).catch(nullIfMissing)) ?? [];
  const old = [];
  for (const name of names) {
    const state = await stat(join(folder, name)).catch(nullIfMissing);
    if (state && state.mtimeMs < moment.getTime()) old.push(name);
  }
  return old;
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
