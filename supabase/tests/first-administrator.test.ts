import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { openCopy } from '../../server/testing/databases.ts';

let database: Database;
beforeAll(async () => {
  database = await openCopy();
});
afterAll(() => database.close());

const query = async (sql: string) => (await database.pool.query<Record<string, unknown>>(sql)).rows;

beforeEach(async () => {
  await query(`delete from public.admins; delete from auth.users;
    insert into auth.users (email, email_confirmed_at) values ('owner@example.com', now()), ('new@example.com', null)`);
});

const make = (address: string) => query(`select private.make_first_administrator('${address}')`);

test('the owner of the database makes a confirmed account the first administrator', async () => {
  await make(' Owner@Example.com ');
  expect(
    await query(`select email from public.admins join auth.users on users.id = user_id`),
  ).toEqual([{ email: 'owner@example.com' }]);
  expect(await query('select info_email from private.business')).toEqual([
    { info_email: 'owner@example.com' },
  ]);
});

test.each(['new@example.com', 'nobody@example.com'])(
  'the first administrator cannot be %s, which is no confirmed address of an account',
  async (address) => {
    await expect(make(address)).rejects.toThrow(
      `There is no account with the confirmed address ${address}.`,
    );
  },
);

test('there is no second first administrator', async () => {
  await make('owner@example.com');
  await expect(make('owner@example.com')).rejects.toThrow('There is an administrator already.');
});

test.each(['anon', 'authenticated', 'service_role'])(
  'the first administrator is not made by %s',
  async (role) => {
    const client = await database.pool.connect();
    await client.query(`begin; set local role ${role}`);
    const refused = client.query(`select private.make_first_administrator('owner@example.com')`);
    await expect(refused).rejects.toThrow('permission denied');
    await client.query('rollback');
    client.release();
  },
);
