import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { tarHeader, readHeader, blockBytes, padding } from './tar.ts';

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
  async function* parts() {
    for (const [name, place] of Object.entries(places)) {
      for (const path of await filesUnder(place)) {
        yield* entry(path === '' ? name : `${name}/${path}`, join(place, path), files);
      }
    }
    const manifest: Manifest = { format: 1, ...about, files };
    const content = Buffer.from(JSON.stringify(manifest, null, 1));
    yield tarHeader(manifestName, content.length);
    yield content;
    yield padding(content.length);
    yield Buffer.alloc(2 * blockBytes);
  }
  let writing = Promise.resolve();
  const writer = (content: AsyncIterable<Buffer>) => (writing = write(content));
  try {
    await pipeline(Readable.from(parts()), createGzip(), writer, signal ? { signal } : {});
  } finally {
    // An ended pipeline does not wait for its writer, which may still have to remove a part.
    await writing.catch(() => undefined);
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

async function* entry(name: string, path: string, files: Manifest['files']) {
  if (name.endsWith('/')) {
    yield tarHeader(name, 0);
    return;
  }
  // A photo removed meanwhile belongs to no row.
  const size = (await stat(path).catch(() => null))?.size;
  if (size === undefined) return;
  const hash = createHash('sha256');
  let written = 0;
  yield tarHeader(name, size);
  if (size > 0) {
    for await (const chunk of createReadStream(path, { end: size - 1 }) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      written += chunk.length;
      yield chunk;
    }
  }
  if (written !== size) throw new BackupError(`${path} changed while it was read`);
  yield padding(size);
  files[name] = hash.digest('hex');
}

/** Unpacks into a folder and compares every checksum. Throws BackupError; the folder is then unusable. */
export async function readArchive(file: string, folder: string): Promise<Manifest> {
  const found = new Map<string, string>();
  const state = { text: '' };
  try {
    await pipeline(createReadStream(file), createGunzip(), async (source) => {
      await unpack(source as AsyncIterable<Buffer>, folder, found, state);
    });
  } catch (error) {
    if (error instanceof BackupError || isSystemError(error)) throw error;
    throw new BackupError(`${file} cannot be read as a backup: ${String(error)}`);
  }
  const manifest = parseManifest(state.text, file);
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

function parseManifest(text: string, file: string): Manifest {
  const parsed = json(text);
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

async function unpack(
  source: AsyncIterable<Buffer>,
  folder: string,
  found: Map<string, string>,
  state: { text: string },
) {
  const take = reader(source);
  for (;;) {
    const header = readHeader(await take.exactly(blockBytes));
    if (!header) return;
    const { name, size } = header;
    const hash = createHash('sha256');
    if (name === manifestName) {
      state.text = (await take.exactly(size)).toString();
    } else {
      const target = within(folder, name);
      await mkdir(name.endsWith('/') ? target : dirname(target), { recursive: true, mode: 0o700 });
      if (!name.endsWith('/')) {
        const tee = async function* () {
          for await (const chunk of take.upTo(size)) {
            hash.update(chunk);
            yield chunk;
          }
        };
        await pipeline(Readable.from(tee()), createWriteStream(target, { mode: 0o600 }));
        found.set(name, hash.digest('hex'));
      }
    }
    await take.exactly(padding(size).length);
  }
}

function within(folder: string, name: string): string {
  const target = normalize(join(folder, name));
  if (target.startsWith(folder + sep)) return target;
  throw new BackupError(`A backup can’t contain ${name}`);
}

function reader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]();
  let left: Buffer = Buffer.alloc(0);
  const more = async () => {
    const { value, done } = (await chunks.next()) as IteratorResult<Buffer, undefined>;
    if (done) throw new BackupError('The backup is incomplete');
    return value;
  };
  async function* upTo(bytes: number) {
    let missing = bytes;
    while (missing > 0) {
      if (left.length === 0) left = await more();
      const part = left.subarray(0, missing);
      left = left.subarray(part.length);
      missing -= part.length;
      yield part;
    }
  }
  const exactly = async (bytes: number) => {
    const parts: Buffer[] = [];
    for await (const part of upTo(bytes)) parts.push(part);
    return Buffer.concat(parts);
  };
  return { upTo, exactly };
}
