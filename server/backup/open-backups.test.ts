import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../backend/database/database.ts';
import { ConfigurationError, readConfig } from '../config.ts';
import { openCopy } from '../testing/databases.ts';
import { noteSchedule } from './backup-state.ts';
import { openBackups } from './open-backups.ts';

let database: Database;
let folder: string;
beforeAll(async () => {
  database = await openCopy();
  folder = await mkdtemp(join(tmpdir(), 'open-backups-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const quiet = () => undefined;
const open = (env: Record<string, string>, over = database) =>
  openBackups({
    config: readConfig({ DATA_DIR: join(folder, 'data'), ...env }),
    database: over,
    now: () => new Date(),
    log: { info: quiet, warn: quiet, error: quiet },
  });
const daily = () => ({ BACKUP_SCHEDULE: '03:30', BACKUP_TO: join(folder, 'backups') });

test('without a schedule there are no backups', async () => {
  expect(await open({})).toBeNull();
});

test('a pg_dump older than the database stops the start', async () => {
  const newer = {
    kind: 'postgres',
    pool: { query: () => Promise.resolve({ rows: [{ major: 99 }] }) },
  } as unknown as Database;
  const refused = open(daily(), newer);
  await expect(refused).rejects.toThrow(ConfigurationError);
  await expect(refused).rejects.toThrow(
    /^BACKUP_SCHEDULE: pg_dump \d\d can't read PostgreSQL 99: install .* of version 99$/,
  );
});

test('the first round makes a backup', async () => {
  await noteSchedule(database, true, new Date());
  const backups = await open(daily(), {
    ...database,
    kind: 'pglite',
    snapshot: () => Promise.resolve(),
  });
  expect(await backups?.run()).toBe(1);
});
