import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArchive } from '../../backup/archive.ts';

// Beside the server in the build; tests have none.
const packed = fileURLToPath(new URL('empty-database.tar.gz', import.meta.url));

/**
 * Unpacks the empty database of the build as that folder, if there is none: the engine takes seconds and hundreds
 * of megabytes to make one. A killed start leaves no partial database.
 */
export async function unpackEmptyDatabase(folder: string, file = packed): Promise<void> {
  if (existsSync(folder) || !existsSync(file)) return;
  const aside = `${folder}.unfinished`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  await readArchive(file, aside);
  await rename(join(aside, 'database'), folder);
  await rm(aside, { recursive: true });
}
