import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackupError } from './archive.ts';
import { restore } from './restore.ts';

const now = new Date('2027-01-02T03:04:05Z');

/** An archive of these files; a checksum in the manifest for each. */
async function archiveOf(
  files: Record<string, string>,
  manifest: (sums: object) => unknown,
): Promise<Buffer> {
  const sums = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      name,
      createHash('sha256').update(text).digest('hex'),
    ]),
  );
  const written = manifest(sums);
  const text = typeof written === 'string' ? written : JSON.stringify(written);
  const tar = pack();
  for (const [name, content] of Object.entries({ ...files, 'manifest.json': text })) {
    tar.entry({ name }, content);
  }
  tar.finalize();
  return gzipSync(await buffer(tar));
}

const about = { format: 1, database: 'embedded', createdAt: now.toISOString() };
const photo = { 'storage/a/full.webp': 'a photo' };
const embedded = { ...photo, 'database/PG_VERSION': '18' };

const wrong: [string, Buffer | Promise<Buffer>, RegExp][] = [
  ['without a database', archiveOf(photo, (files) => ({ ...about, files })), /has no database$/],
  ['of nothing', archiveOf({}, (files) => ({ ...about, files })), /has no database$/],
  [
    'with a part of a database',
    archiveOf({ 'database/base/1': 'x' }, (files) => ({ ...about, files })),
    /has no database$/,
  ],
  ['with a null manifest', archiveOf(embedded, () => null), /not a backup$/],
  ['with a manifest that is a list', archiveOf(embedded, () => []), /not a backup$/],
  ['with a manifest that is no JSON', archiveOf(embedded, () => '{'), /not a backup$/],
  ['with an empty manifest', archiveOf(embedded, () => ({})), /not a backup$/],
  ['without a list of files', archiveOf(embedded, () => about), /not a backup$/],
  [
    'with files that are null',
    archiveOf(embedded, () => ({ ...about, files: null })),
    /not a backup$/,
  ],
  [
    'without a kind of database',
    archiveOf(embedded, (files) => ({ format: 1, createdAt: about.createdAt, files })),
    /not a backup$/,
  ],
  [
    'of a database that nobody knows',
    archiveOf(embedded, (files) => ({ ...about, database: 'other', files })),
    /not a backup$/,
  ],
  [
    'of a newer version',
    archiveOf(embedded, (files) => ({ ...about, format: 2, files })),
    /was written by a newer version$/,
  ],
  [
    'of a newer version with a manifest of its own',
    archiveOf(embedded, () => ({ format: 2, contents: [] })),
    /was written by a newer version$/,
  ],
  [
    'that lacks a file of its manifest',
    archiveOf(embedded, (files) => ({ ...about, files: { ...files, 'storage/b': 'x' } })),
    /is missing or damaged$/,
  ],
  [
    'that is cut off',
    archiveOf(embedded, (files) => ({ ...about, files })).then((all) => all.subarray(0, 150)),
    /cannot be read as a backup|incomplete/,
  ],
  ['that is empty', Buffer.alloc(0), /incomplete|cannot be read as a backup/],
  ['that is no archive', Buffer.from('something else'), /cannot be read as a backup/],
];

describe('A restore', () => {
  let folder: string;
  const place = (name: string) => join(folder, name);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'archive-test-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(wrong)(
    'of an archive %s is refused in one line, and touches nothing',
    async (what, bytes, sentence) => {
      const file = place(`${what}.tgz`);
      await writeFile(file, await bytes);
      for (const name of ['absent', 'present']) {
        const dataDir = place(`${what} ${name}`);
        if (name === 'present') await mkdir(join(dataDir, 'storage'), { recursive: true });
        const error: unknown = await restore({ dataDir, databaseUrl: null }, file, {
          overwrite: true,
          now,
        }).catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(BackupError);
        expect((error as Error).message).toMatch(sentence);
        expect((error as Error).message).not.toContain('\n');
        if (name === 'absent') expect(existsSync(dataDir)).toBe(false);
        else expect(await readdir(dataDir)).toEqual(['storage']);
      }
    },
  );

  it('of a folder is refused, and touches nothing', async () => {
    await mkdir(place('a folder'));
    const target = { dataDir: place('of folder'), databaseUrl: null };
    await expect(restore(target, place('a folder'), { overwrite: true, now })).rejects.toThrow(
      /is a folder|EISDIR/,
    );
    expect(existsSync(target.dataDir)).toBe(false);
  });

  it('of a whole archive moves it into place', async () => {
    await writeFile(
      place('whole.tgz'),
      await archiveOf(embedded, (files) => ({ ...about, files })),
    );
    const dataDir = place('whole');
    await restore({ dataDir, databaseUrl: null }, place('whole.tgz'), { overwrite: false, now });
    expect((await readdir(dataDir)).toSorted()).toEqual(['database', 'restored.json', 'storage']);
  });
});
