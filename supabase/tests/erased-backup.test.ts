import { mkdtemp, mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { backUp } from '../../server/backup/backup.ts';
import { answerSnapshot } from '../../server/backup/snapshots.ts';
import { openControl } from '../../server/control.ts';
import { openEmbeddedCopy } from '../../server/testing/embedded-copies.ts';
import { book } from './bookings.ts';
import { ask, signUp } from './cast.ts';

let database: Database;
let dataDir: string;
let control: { close: () => Promise<void> };

beforeAll(async () => {
  database = await openEmbeddedCopy();
  dataDir = await mkdtemp(join(tmpdir(), 'erased-'));
  await mkdir(join(dataDir, 'storage'));
  const { snapshot } = database;
  if (!snapshot) throw new Error('The embedded database takes snapshots');
  control = await openControl(dataDir, { snapshot: answerSnapshot(dataDir, { snapshot }) });
});
afterAll(async () => {
  await control.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function backup(name: string): Promise<Buffer> {
  const file = join(dataDir, name);
  await backUp({ dataDir, databaseUrl: null }, file, new Date());
  return gunzipSync(await readFile(file));
}

test('a backup of the embedded database has nothing of a customer erased before it', async () => {
  const email = 'zerlina.vanish@backup.example';
  const name = 'Zerlina Vanish';
  const address = '77 Vanishing Road';
  const phone = '16475550177';
  const texts = [email, name, address, phone];
  const { person } = await signUp(database.pool, 'boss@backup.example', { admin: true });
  const { id } = await signUp(database.pool, email);
  // Often enough for the planner's statistics.
  for (let n = 0; n < 20; n += 1) {
    const booking = await book(database.pool, {
      customer_email: email,
      customer_name: name,
      address,
      customer_phone: `+${phone}`,
      user_id: id,
    });
    await database.pool.query(
      `update public.bookings set booking_date = booking_date - 400, done_at = now() where id = $1`,
      [booking],
    );
  }
  await database.pool.query('vacuum analyze');
  const before = await backup('before.tgz');
  expect(texts.filter((text) => before.includes(text))).toEqual(texts);

  await ask(database.pool, person, 'select public.erase_customer($1)', [email]);
  const after = await backup('after.tgz');
  expect(texts.filter((text) => after.includes(text))).toEqual([]);
  const { rows } = await database.pool.query('select rewrite_due from private.forgetting');
  expect(rows).toEqual([{ rewrite_due: false }]);
});
