import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { call } from './bookings.ts';

type Mail = {
  id: string;
  key: string;
  status: string;
  attempts: number;
  minutes: number;
  data: object;
};

describeEachDatabase('The mail outbox', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(() => database.pool.query('delete from public.mail_outbox'));
  afterAll(() => database.close());

  const enqueue = (key: string, data = {}) =>
    call(
      database.pool,
      'enqueue_mail',
      key,
      'signup_confirmation',
      'ada@example.com',
      null,
      JSON.stringify(data),
    );

  const take = async (batch = 10) =>
    (await database.pool.query<Mail>('select * from public.claim_mail($1, 60)', [batch])).rows;

  const mails = async () =>
    (
      await database.pool.query<Mail>(
        `select *, round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes
         from public.mail_outbox order by key`,
      )
    ).rows;

  test('one occasion is one mail', async () => {
    await enqueue('welcome:1', { token: 'first' });
    await enqueue('welcome:1', { token: 'second' });
    expect(await mails()).toMatchObject([{ key: 'welcome:1', data: { token: 'first' } }]);
  });

  test('a mail is given to one worker, and again when its lease is over', async () => {
    await enqueue('a');
    await enqueue('b');
    await enqueue('c');
    expect(await take(2)).toHaveLength(2);
    expect(await take(2)).toHaveLength(1);
    expect(await take(2)).toEqual([]);
    await database.pool.query(`update public.mail_outbox set locked_until = now() where key = 'a'`);
    expect(await take()).toMatchObject([{ key: 'a', attempts: 2 }]);
  });

  test('a sent mail is not sent again, and forgets its secrets', async () => {
    await enqueue('a', { token: '123456' });
    const [mail] = await take();
    await call(database.pool, 'finish_mail', mail?.id);
    expect(await take()).toEqual([]);
    expect(await mails()).toMatchObject([{ status: 'sent', data: {} }]);
    await call(database.pool, 'finish_mail', mail?.id, 'too late');
    expect(await mails()).toMatchObject([{ status: 'sent' }]);
  });

  test('a mail that fails is tried again later and later, and given up after a day', async () => {
    await enqueue('a');
    const waits = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      const [mail] = await take();
      await call(database.pool, 'finish_mail', mail?.id, 'The mail server is away');
      const [now] = await mails();
      waits.push(now?.status === 'failed' ? 'failed' : now?.minutes);
      await database.pool.query('update public.mail_outbox set next_attempt_at = now()');
    }
    expect(waits).toEqual([1, 5, 15, 60, 240, 720, 1440, 'failed']);
    expect(await take()).toEqual([]);
  });

  test('a mail that waits for its next try is not taken', async () => {
    await enqueue('a');
    const [mail] = await take();
    await call(database.pool, 'finish_mail', mail?.id, 'no');
    expect(await take()).toEqual([]);
  });

  test('an address cannot carry a second header', async () => {
    await expect(
      call(database.pool, 'enqueue_mail', 'k', 'x', 'a@b.example\nBcc: all@b.example', null, '{}'),
    ).rejects.toMatchObject({ code: '23514' });
  });
});
