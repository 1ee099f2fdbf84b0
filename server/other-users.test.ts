import { chown, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from './backend/database/database.ts';
import { backUp } from './backup/backup.ts';
import { restore } from './backup/restore.ts';
import { becomeOwner } from './folder-owner.ts';
import { copyEmbedded } from './testing/embedded-copies.ts';

const server = { uid: 1000, gid: 1000 };

async function give(path: string) {
  for (const name of ['', ...(await readdir(path, { recursive: true }))]) {
    await chown(join(path, name), server.uid, server.gid);
  }
}

async function filesOfRoot(path: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(path, { recursive: true })) {
    if ((await lstat(join(path, name))).uid === 0) found.push(name);
  }
  return found;
}

// Only root has files that the server cannot open.
describe.skipIf(process.geteuid?.() !== 0)('a data folder of another user than root', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'other-users-'));
    await copyEmbedded(dataDir);
    await give(dataDir);
  });
  afterEach(async () => {
    process.seteuid?.(0);
    process.setegid?.(0);
    await rm(dataDir, { recursive: true, force: true });
  });

  test('stays theirs when root makes a backup and restores it', async () => {
    const target = { dataDir, databaseUrl: null };
    const file = join(dataDir, '..', `${Date.now()}.tgz`);
    await backUp(target, file, new Date());
    expect(await filesOfRoot(dataDir)).toEqual([]);
    await restore(target, file, { overwrite: true, now: new Date() });
    await rm(file);
    expect(await filesOfRoot(dataDir)).toEqual([]);
  });

  test('stays theirs when root runs a command', async () => {
    const { setgroups, setgid, setuid } = process;
    const became: Record<string, unknown> = {};
    process.setgroups = (groups) => void (became['groups'] = groups);
    process.setgid = (gid) => void (became['gid'] = gid);
    process.setuid = (uid) => void (became['uid'] = uid);
    await becomeOwner(dataDir);
    Object.assign(process, { setgroups, setgid, setuid });
    expect(became).toEqual({ groups: [1000], gid: 1000, uid: 1000 });
  });

  test('names the file of root that its server cannot open, and how to give it back', async () => {
    await chown(join(dataDir, 'database/global/pg_control'), 0, 0);
    process.setegid?.(server.gid);
    process.seteuid?.(server.uid);
    await expect(openDatabase({ dataDir })).rejects.toThrow(
      `DATA_DIR: ${dataDir}/database/global/pg_control can't be opened, because it belongs to another user. ` +
        `Run once as root: chown -R 1000:1000 ${dataDir}`,
    );
  });
});
