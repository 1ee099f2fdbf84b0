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

  test('has one email for each key', async () => {
    await enqueue('welcome:1', { token: 'first' });
    await enqueue('welcome:1', { token: 'second' });
    expect(await mails()).toMatchObject([{ key: 'welcome:1', data: { token: 'first' } }]);
  });

  test('gives an email to one worker, and again after its lease', async () => {
    await enqueue('a');
    await enqueue('b');
    await enqueue('c');
    expect(await take(2)).toHaveLength(2);
    expect(await take(2)).toHaveLength(1);
    expect(await take(2)).toEqual([]);
    await database.pool.query(`update public.mail_outbox set locked_until = now() where key = 'a'`);
    expect(await take()).toMatchObject([{ key: 'a', attempts: 2 }]);
  });

  test('does not resend a sent email, and clears its secrets', async () => {
    await enqueue('a', { token: '123456' });
    const [mail] = await take();
    await call(database.pool, 'finish_mail', mail?.id);
    expect(await take()).toEqual([]);
    expect(await mails()).toMatchObject([{ status: 'sent', data: {} }]);
    await call(database.pool, 'finish_mail', mail?.id, 'too late');
    expect(await mails()).toMatchObject([{ status: 'sent' }]);
  });

  test('retries a failed email at growing intervals and gives up after a day', async () => {
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

  test('does not lease an email before its next attempt', async () => {
    await enqueue('a');
    const [mail] = await take();
    await call(database.pool, 'finish_mail', mail?.id, 'no');
    expect(await take()).toEqual([]);
  });

  test("reports emails undelivered for ten minutes, with their age and the oldest one's error", async () => {
    const delay = async () => {
      const { rows } = await database.pool.query<{ it: object | null }>(
        'select private.mail_delay() as it',
      );
      return rows[0]?.it ?? null;
    };
    const put = (key: string, minutes: number, changes = {}) =>
      database.pool.query(
        `insert into public.mail_outbox (key, template_type, to_email, status, last_error, created_at)
         select $1, 'x', 'ada@example.com', it ->> 'status', it ->> 'last_error', date_trunc('second', now()) - $2 * interval '1 minute'
         from (select '{"status": "queued", "last_error": "away"}'::jsonb || $3::jsonb) as those (it)`,
        [key, minutes, JSON.stringify(changes)],
      );
    await put('young', 9);
    await put('sent', 60, { status: 'sent' });
    await put('given up', 60, { status: 'failed' });
    expect(await delay()).toBeNull();

    await put('late', 11);
    await put('later', 30, { last_error: 'Connection refused' });
    await put('not tried', 20, { last_error: null });
    expect(await delay()).toMatchObject({ waiting: 3, reason: 'Connection refused' });
    const { rows } = await database.pool.query<{ is_so: boolean }>(
      `select (private.mail_delay() ->> 'since')::timestamptz = created_at as is_so from public.mail_outbox where key = 'later'`,
    );
    expect(rows).toEqual([{ is_so: true }]);
  });

  // With statistics of a small table, the planner ran the subquery again for each row.
  test('leases no more than the requested number, also after ANALYZE', async () => {
    await enqueue('sent');
    await database.pool.query(`update public.mail_outbox set status = 'sent'`);
    await database.pool.query('analyze public.mail_outbox');
    for (const key of ['a', 'b', 'c']) await enqueue(key);
    expect(await take(1)).toHaveLength(1);
    expect(await take(1)).toHaveLength(1);
    expect(await take(2)).toHaveLength(1);
  });

  test('counts no attempt while the mail server is unavailable, until the email is no longer relevant', async () => {
    await enqueue('a');
    const [mail] = await take();
    await call(database.pool, 'postpone_mail', mail?.id, 'away');
    expect(await mails()).toMatchObject([{ status: 'queued', attempts: 0, last_error: 'away' }]);
    expect(await take()).toMatchObject([{ key: 'a', attempts: 1 }]);
    await database.pool.query(
      `update public.mail_outbox set created_at = now() - interval '3 days 1 second'`,
    );
    await call(database.pool, 'postpone_mail', mail?.id, 'still away');
    expect(await mails()).toMatchObject([{ status: 'failed', last_error: 'still away' }]);
  });

  test('gives up a permanently refused email at once, but not a sent one', async () => {
    await enqueue('a');
    await enqueue('b');
    await take();
    await database.pool.query(`update public.mail_outbox set status = 'sent' where key = 'b'`);
    for (const { id } of await mails())
      await call(database.pool, 'refuse_mail', id, 'no such reader');
    expect(await mails()).toMatchObject([
      { key: 'a', status: 'failed', last_error: 'no such reader' },
      { key: 'b', status: 'sent', last_error: null },
    ]);
    expect(await take()).toEqual([]);
  });

  test('does not lease a dropped email, and clears its secrets', async () => {
    await enqueue('a', { token: '123456' });
    const [mail] = await take();
    await call(database.pool, 'drop_mail', mail?.id);
    await call(database.pool, 'finish_mail', mail?.id);
    expect(await take()).toEqual([]);
    expect(await mails()).toMatchObject([{ status: 'dropped', data: {}, sent_at: null }]);
  });

  test('refuses a second header in an address', async () => {
    await expect(
      call(database.pool, 'enqueue_mail', 'k', 'x', 'a@b.example\nBcc: all@b.example', null, '{}'),
    ).rejects.toMatchObject({ code: '23514' });
  });
});
