import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const keptForMs = 7 * 24 * 60 * 60_000;

type Places = {
  /** The assets of this version. */
  from: string;
  /** Where the assets of several versions stay together: the hashes in their names keep them apart. */
  kept: string;
  /** A JSON file: when each kept asset left the site. */
  list: string;
};

/**
 * Adds this version's assets to those kept for pages that were loaded from earlier versions, and deletes what left the
 * site more than seven days ago. Returns how many files it added or deleted.
 */
export async function keepSiteFiles(
  { from, kept, list }: Places,
  now: Date,
  isWanted: (file: string) => boolean = () => true,
): Promise<number> {
  const current = new Set((await filesIn(from)).filter(isWanted));
  const stored = new Set(await filesIn(kept));
  const added = [...current].filter((file) => !stored.has(file));
  for (const file of added) {
    await mkdir(dirname(join(kept, file)), { recursive: true });
    // Under its own name only once it is complete.
    const unfinished = join(kept, `${file}.${process.pid}.part`);
    await copyFile(join(from, file), unfinished);
    await rename(unfinished, join(kept, file));
  }
  const known = await readList(list);
  const replaced = [...stored]
    .filter((file) => !current.has(file))
    .map((file) => [file, known[file] ?? now.toISOString()] as const);
  const isOver = ([, since]: (typeof replaced)[number]) =>
    now.getTime() - Date.parse(since) > keptForMs;
  const deleted = replaced.filter(isOver);
  for (const [file] of deleted) await rm(join(kept, file), { force: true });
  await mkdir(dirname(list), { recursive: true });
  await writeFile(list, JSON.stringify(Object.fromEntries(replaced.filter((one) => !isOver(one)))));
  return added.length + deleted.length;
}

/** Files of a folder and those below it, by their path in it; none if it doesn't exist. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = entries.map(async (entry) => {
    if (!entry.isDirectory()) return [entry.name];
    return (await filesIn(join(folder, entry.name))).map((file) => `${entry.name}/${file}`);
  });
  return (await Promise.all(found)).flat();
}

/** Empty if it is missing or cut off: what it listed then stays for another week. */
async function readList(list: string): Promise<Record<string, string>> {
  try {
    return JSON.parse(await readFile(list, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}
