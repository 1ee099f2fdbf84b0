import { spawnSync } from 'node:child_process';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from './backend/database/database.ts';
import { ConfigurationError, readConfig } from './config.ts';
import { needDatabaseIn, openDataDir } from './data-dir.ts';
import { buildHost } from './host.ts';
import { testInFullRun } from './testing/databases.ts';
import { copyEmbedded } from './testing/embedded-copies.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Everything in the folder that other users can access. */
async function openTo(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const states = await Promise.all(
    ['', ...names].map(async (name) => ({ name, state: await lstat(join(folder, name)) })),
  );
  return states
    .filter(({ state }) => !state.isSymbolicLink() && (state.mode & 0o077) !== 0)
    .map(({ name, state }) => `${name} ${(state.mode & 0o777).toString(8)}`);
}

/** As a server of an earlier version left it: files and folders open to everybody. */
async function openAll(folder: string) {
  for (const name of ['', ...(await readdir(folder, { recursive: true }))]) {
    const path = join(folder, name);
    await chmod(path, (await lstat(path)).isDirectory() ? 0o755 : 0o666);
  }
}

describe('the data folder', () => {
  let folder: string;
  let dataDir: string;
  let mask: number;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'data-dir-'));
    dataDir = join(folder, 'data');
    mask = process.umask(0);
  });
  afterEach(async () => {
    process.umask(mask);
    await rm(folder, { recursive: true, force: true });
  });

  const write = async (path: string, content: string) => {
    await mkdir(join(dataDir, path, '..'), { recursive: true });
    await writeFile(join(dataDir, path), content);
  };
  const start = async () => {
    await writeFile(join(folder, 'index.html'), '<!doctype html><!--app-config-->');
    return buildHost(
      readConfig({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'a password for tests' }),
      quiet,
      {
        siteFolder: folder,
      },
    );
  };

  testInFullRun('is readable only by its user from the first start on, also in use', async () => {
    const host = await start();
    await host.database.pool.query(
      'create table public.later as select generate_series(1, 5000) as n',
    );
    await host.database.pool.query('vacuum analyze public.later');
    expect((await lstat(join(dataDir, 'database/PG_VERSION'))).isFile()).toBe(true);
    expect(await openTo(dataDir)).toEqual([]);
    expect((await lstat(dataDir)).mode & 0o777).toBe(0o700);
    await host.close();
    expect(await openTo(dataDir)).toEqual([]);
  });

  it('of an earlier version is closed at the start, without losing data', async () => {
    await copyEmbedded(dataDir);
    const earlier = await openDatabase({ dataDir });
    await earlier.pool.query(`create table public.kept as select 'kept' as word`);
    await earlier.close();
    const files = {
      'storage/photos/v1/640.webp': 'a photo',
      'storage/photos/v2/640.webp': 'another photo',
      'storage/unfinished/v3/640.webp': 'half a photo',
      'mail/20260101T000000000Z-booking.eml': 'a mail',
      'before-restore-2026-01-01/database/base/5/1': 'an older database',
      'backups/monday.tar.gz': 'a backup',
    };
    for (const [path, content] of Object.entries(files)) await write(path, content);
    await openAll(dataDir);
    const host = await start();
    expect((await lstat(dataDir)).mode & 0o777).toBe(0o700);
    await vi.waitFor(async () => expect(await openTo(dataDir)).toEqual([]), 20_000);
    const { rows } = await host.database.pool.query('select word from public.kept');
    expect(rows).toEqual([{ word: 'kept' }]);
    for (const [path, content] of Object.entries(files)) {
      expect(await readFile(join(dataDir, path), 'utf8')).toBe(content);
    }
    expect(host.notices).toEqual([expect.stringMatching(/^The sandbox is open /)]);
    await host.close();
  });

  it('does not wait for a large folder of photos, and does not scan it twice', async () => {
    for (let photo = 0; photo < 300; photo += 1)
      await write(`storage/photos/${photo}/640.webp`, 'x');
    await openAll(dataDir);
    const opened = await openDataDir(dataDir);
    expect((await openTo(dataDir)).length).toBeGreaterThan(100);
    expect(await opened.closing).toBe(0);
    expect(await openTo(dataDir)).toEqual([]);

    await chmod(join(dataDir, 'storage/photos/7/640.webp'), 0o644);
    await (
      await openDataDir(dataDir)
    ).closing;
    expect(await openTo(dataDir)).toEqual(['storage/photos/7/640.webp 644']);
  });

  it("keeps its user's permissions, and does not follow links", async () => {
    await write('storage/run.sh', 'true');
    await chmod(join(dataDir, 'storage/run.sh'), 0o755);
    await writeFile(join(folder, 'elsewhere.txt'), 'not ours', { mode: 0o644 });
    await symlink(join(folder, 'elsewhere.txt'), join(dataDir, 'link.txt'));
    await (
      await openDataDir(dataDir)
    ).closing;
    expect((await lstat(join(dataDir, 'storage/run.sh'))).mode & 0o777).toBe(0o700);
    expect((await lstat(join(folder, 'elsewhere.txt'))).mode & 0o777).toBe(0o644);
  });

  it('is refused with one line where no folder can be made', async () => {
    await expect(openDataDir('/proc/of-ours/data')).rejects.toThrow(
      /^DATA_DIR: [^\n]* can't be used \(E[A-Z]+\)[^\n]*$/,
    );
  });

  it('is refused to a program beside the server when it has no database, which is not made', async () => {
    await expect(needDatabaseIn(dataDir)).rejects.toThrow(
      `There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL as for the server`,
    );
    await expect(needDatabaseIn('/dev/null')).rejects.toThrow(/ can't be used \(ENOTDIR\): run /);
  });

  it('is refused with one line when a file has its name', async () => {
    await writeFile(dataDir, '');
    await expect(start()).rejects.toThrow(ConfigurationError);
    await expect(start()).rejects.toThrow(/^DATA_DIR: [^\n]* can't be used \(EEXIST\)[^\n]*$/);
  });

  it('is refused with one line when it is shared by all users of the machine', async () => {
    await mkdir(dataDir);
    await chmod(dataDir, 0o1777);
    await expect(start()).rejects.toThrow(/^DATA_DIR: [^\n]* is shared by all users[^\n]*$/);
    expect((await lstat(dataDir)).mode & 0o7777).toBe(0o1777);
  });

  // Only root can mount a small disk.
  it.skipIf(process.geteuid?.() !== 0)(
    'says in one line that its disk is full',
    async (context) => {
      await mkdir(dataDir);
      const mounted = spawnSync('mount', [
        '-t',
        'tmpfs',
        '-o',
        'size=2m,mode=700',
        'tmpfs',
        dataDir,
      ]);
      context.skip(mounted.status !== 0, 'nothing can be mounted here');
      try {
        await expect(start()).rejects.toThrow(
          `DATA_DIR: there is no room for the database in ${dataDir}: free some space on its disk`,
        );
        await writeFile(join(dataDir, 'filler'), Buffer.alloc(4 << 20)).catch(() => undefined);
        await expect(start()).rejects.toThrow(/^DATA_DIR: there is no room [^\n]*$/);
      } finally {
        spawnSync('umount', [dataDir]);
      }
    },
  );

  // Only root can become another user for a while.
  describe.skipIf(process.geteuid?.() !== 0)('of another user', () => {
    const nobody = 65_534;
    beforeEach(async () => {
      await chmod(folder, 0o755);
      await mkdir(dataDir);
      await writeFile(join(dataDir, 'theirs.txt'), '');
    });
    afterEach(() => process.seteuid?.(0));

    it('opens with a line about its readers', async () => {
      await chmod(dataDir, 0o777);
      process.seteuid?.(nobody);
      const { notices, closing } = await openDataDir(dataDir);
      expect(notices).toEqual([expect.stringMatching(/^DATA_DIR: other users [^\n]*$/)]);
      expect(await closing).toBe(1);
    });

    it('is refused with one line when nothing can be created in it', async () => {
      await chmod(dataDir, 0o755);
      process.seteuid?.(nobody);
      await expect(openDataDir(join(dataDir, 'ours'))).rejects.toThrow(
        /^DATA_DIR: [^\n]*\(EACCES\)[^\n]*$/,
      );
    });
  });
});
