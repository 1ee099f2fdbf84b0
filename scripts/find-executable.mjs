import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of these commands on PATH (or in one of the extra folders), or null. */
export function findExecutable(names, extraFolders = []) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...extraFolders];
  for (const name of names) {
    for (const folder of folders) {
      if (folder && isExecutable(join(folder, name))) return join(folder, name);
    }
  }
  return null;
}

export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
