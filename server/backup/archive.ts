import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack, type Pack } from 'tar-stream';
import { z } from 'zod';

/** A file that is not our backup, or was changed since it was written. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const manifestShape = z.object({
  format: z.literal(1),
  database: z.enum(['embedded', 'postgres']),
  createdAt: z.iso.datetime(),
  /** Path in the archive to its SHA-256. */
  files: z.record(z.string(), z.string()),
});

export type Manifest = z.infer<typeof manifestShape>;

/** What the archive of a database has at least. */
const databaseFiles = { embedded: 'database/PG_VERSION', postgres: 'database.dump' } as const;

type Contents = Pick<Manifest, 'database' | 'createdAt'> & {
  /** Archive path to a folder or file; missing ones are left out. */
  places: Record<string, string>;
};

export const unfinishedEnd = '.unfinished';
const manifestName = 'manifest.json';

type Target = {
  write: (content: AsyncIterable<Buffer>) => Promise<void>;
  /** Ends the archive with an error. */
  signal?: AbortSignal | undefined;
};

/**
 * Writes one gzipped tar file: everything under these places, and a manifest with a checksum of each file.
 */
export async function writeArchive({ write, signal }: Target, { places, ...about }: Contents) {
  const files: Manifest['files'] = {};
  const tar = pack();
  const fill = async () => {
    for (const [name, place] of Object.entries(places)) {
      for (const path of await filesUnder(place)) {
        const entry = path === '' ? name : `${name}/${path}`;
        const sum = await addEntry(tar, entry, join(place, path));
        if (sum !== null) files[entry] = sum;
      }
    }
    const manifest: Manifest = { format: 1, ...about, files };
    tar.entry({ name: manifestName, mode: 0o600 }, JSON.stringify(manifest, null, 1));
    tar.finalize();
  };
  const filling = fill().catch((error: unknown) => tar.destroy(error as Error));
  let writing = Promise.resolve();
  const writer = (content: AsyncIterable<Buffer>) => (writing = write(content));
  try {
    await pipeline(Readable.from(tar), createGzip(), writer, signal ? { signal } : {});
  } finally {
    // An ended pipeline does not wait for its writer, which may still have to remove a part.
    await Promise.allSettled([writing, filling]);
  }
}

/** Writes a file that only its owner can read. It has its name once it is complete, also after a power cut. */
export async function writeWhole(file: string, content: AsyncIterable<Buffer>): Promise<void> {
  const unfinished = `${file}${unfinishedEnd}`;
  await rm(unfinished, { force: true });
  try {
    const options = { flags: 'wx', mode: 0o600, flush: true } as const;
    await pipeline(content, createWriteStream(unfinished, options));
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Paths of the files, relative to the folder; an empty one for a file itself. Empty folders count, with a slash. */
async function filesUnder(place: string): Promise<string[]> {
  const what = await stat(place).catch(() => null);
  if (!what) return [];
  if (what.isFile()) return [''];
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  return entries.flatMap((found) => {
    const path = join(found.parentPath, found.name)
      .slice(place.length + 1)
      .split(sep)
      .join('/');
    if (found.isFile()) return [path];
    return found.isDirectory() ? [`${path}/`] : [];
  });
}

/** The checksum of the file; null for a folder, and for a file removed since, such as a photo, which belongs to no row. */
async function addEntry(tar: Pack, name: string, path: string): Promise<string | null> {
  if (name.endsWith('/')) {
    tar.entry({ name, type: 'directory', mode: 0o700 });
    return null;
  }
  const size = (await stat(path).catch(() => null))?.size;
  if (size === undefined) return null;
  const content = size === 0 ? Readable.from([]) : createReadStream(path, { end: size - 1 });
  const hash = createHash('sha256');
  let written = 0;
  const checked = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of hashed(chunks, hash)) {
      written += chunk.length;
      yield chunk;
    }
    if (written !== size) throw new BackupError(`${path} changed while it was read`);
  };
  await pipeline(content, checked, tar.entry({ name, size, mode: 0o600 }));
  return hash.digest('hex');
}

async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash) {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Unpacks into a folder and compares every checksum. Throws BackupError; the folder is then unusable. */
export async function readArchive(file: string, folder: string): Promise<Manifest> {
  const found = new Map<string, string>();
  const unpacked = await unpack(file, folder, found).catch((error: unknown) => {
    if (error instanceof BackupError || isSystemError(error)) throw error;
    throw new BackupError(`${file} cannot be read as a backup: ${String(error)}`);
  });
  const manifest = parseManifest(unpacked, file);
  for (const [name, sum] of Object.entries(manifest.files)) {
    if (found.get(name) !== sum) throw new BackupError(`${name} in ${file} is missing or damaged`);
    found.delete(name);
  }
  const [extra] = found.keys();
  if (extra !== undefined) throw new BackupError(`${extra} in ${file} is not in its manifest`);
  return manifest;
}

/** Whether the system refused an operation on a file, in one line of its own. */
export const isSystemError = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && 'code' in error;

const newerShape = z.object({ format: z.int().min(2) });

function parseManifest(content: string, file: string): Manifest {
  const parsed = json(content);
  if (newerShape.safeParse(parsed).success) {
    throw new BackupError(`${file} was written by a newer version`);
  }
  const { data: manifest } = manifestShape.safeParse(parsed);
  if (!manifest) throw new BackupError(`${file} is incomplete or not a backup`);
  if (!Object.hasOwn(manifest.files, databaseFiles[manifest.database])) {
    throw new BackupError(`${file} has no database`);
  }
  return manifest;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The text of the manifest. Fills `found` with the checksums of the files. */
async function unpack(file: string, folder: string, found: Map<string, string>): Promise<string> {
  const tar = extract();
  const reading = pipeline(createReadStream(file), createGunzip(), tar).catch((error: unknown) =>
    tar.destroy(error as Error),
  );
  let manifest = '';
  for await (const entry of tar) {
    const { name, type } = entry.header;
    if (name === manifestName) {
      manifest = await text(entry);
    } else if (type === 'directory') {
      await mkdir(within(folder, name), { recursive: true, mode: 0o700 });
      entry.resume();
    } else {
      const target = within(folder, name);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      const hash = createHash('sha256');
      await pipeline(
        hashed(entry as AsyncIterable<Buffer>, hash),
        createWriteStream(target, { mode: 0o600 }),
      );
      found.set(name, hash.digest('hex'));
    }
  }
  await reading;
  return manifest;
}

function within(folder: string, name: string): string {
  const target = normalize(join(folder, name));
  if (target.startsWith(folder + sep)) return target;
  throw new BackupError(`A backup can’t contain ${name}`);
}
