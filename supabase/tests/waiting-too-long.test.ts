import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { openCopy } from '../../server/testing/databases.ts';
import { book } from './bookings.ts';

let database: Database;
let bookingId: string;
beforeAll(async () => {
  database = await openCopy();
  await database.pool.query(`select public.set_info_email('info@example.com')`);
  bookingId = await book(database.pool);
});
beforeEach(async () => {
  await database.pool.query(
    `truncate public.mail_outbox, public.text_outbox, public.stripe_events, public.payment_findings,
       private.service_troubles, private.backup_state, private.outside_world`,
  );
  await database.pool.query(
    `update public.text_settings set is_on = true, quiet_from = '21:00', quiet_until = '08:00'`,
  );
});
afterAll(() => database.close());

/** At noon in Caledon, in UTC. */
const noon = '2027-01-12T17:00:00Z';

const minutesBefore = (minutes: number, moment = noon) =>
  new Date(Date.parse(moment) - minutes * 60_000).toISOString();

async function waiting(moment = noon) {
  const { rows } = await database.pool.query<{ kind: string; what: string; reason: string }>(
    'select kind, what, reason from private.waiting_too_long($1) order by kind, what',
    [moment],
  );
  return rows;
}

const kinds = async (moment?: string) => (await waiting(moment)).map(({ kind }) => kind);

const mail = (key: string, minutes: number, more = {}) =>
  database.pool.query(
    `insert into public.mail_outbox (key, template_type, to_email, status, attempts, last_error, created_at, next_attempt_at)
     select $1, $1, 'ada@example.com', status, attempts, last_error, $2, coalesce(next_attempt_at, $2)
     from jsonb_to_record('{"status": "queued", "attempts": 0}'::jsonb || $3::jsonb)
       as it (status text, attempts integer, last_error text, next_attempt_at timestamptz)`,
    [key, minutesBefore(minutes), JSON.stringify(more)],
  );

const text = (key: string, createdAt: string, more = {}) =>
  database.pool.query(
    `insert into public.text_outbox (key, kind, phone, booking_id, status, attempts, last_error, created_at, next_attempt_at)
     select $1, $1, '+19055550142', $4, status, attempts, last_error, $2, coalesce(next_attempt_at, $2)
     from jsonb_to_record('{"status": "queued", "attempts": 0}'::jsonb || $3::jsonb)
       as it (status text, attempts integer, last_error text, next_attempt_at timestamptz)`,
    [key, createdAt, JSON.stringify(more), bookingId],
  );

test('emails wait too long after ten minutes, tried or not', async () => {
  await mail('young', 9);
  await mail('untried', 11);
  await mail('postponed', 60, { last_error: 'connect ECONNREFUSED' });
  await mail('retried', 60, {
    attempts: 3,
    last_error: '451',
    next_attempt_at: minutesBefore(-60),
  });
  await mail('scheduled', 60, { next_attempt_at: minutesBefore(-60) });
  await mail('sent', 60, { status: 'sent' });
  await mail('failed', 60, { status: 'failed', last_error: '550' });
  await mail('forgotten', 15 * 24 * 60, { status: 'failed' });
  expect(await waiting()).toEqual([
    { kind: 'mail', what: 'postponed', reason: 'connect ECONNREFUSED' },
    { kind: 'mail', what: 'retried', reason: '451' },
    { kind: 'mail', what: 'untried', reason: '' },
    { kind: 'mail_failed', what: 'failed', reason: '550' },
  ]);
});

test('the owner reads the number of all delayed emails, and the reason of the oldest that has one', async () => {
  await mail('first', 60);
  await mail('second', 50, { last_error: 'connect ECONNREFUSED' });
  for (const key of ['third', 'fourth', 'fifth']) await mail(key, 20);
  const { rows } = await database.pool.query('select private.mail_delay($1) as delay', [noon]);
  expect(rows).toEqual([
    {
      delay: {
        waiting: 5,
        since: expect.stringContaining('2027-01-12T16:00:00') as string,
        reason: 'connect ECONNREFUSED',
      },
    },
  ]);
});

test('texts wait too long ten minutes after they are due outside the quiet hours', async () => {
  await text('late', minutesBefore(11));
  await text('young', minutesBefore(9));
  await text('over_limit', minutesBefore(60), { next_attempt_at: minutesBefore(-600) });
  await text('refused', minutesBefore(60), { status: 'failed', last_error: '20003 Authenticate' });
  expect(await waiting()).toEqual([
    { kind: 'text', what: 'late', reason: '' },
    { kind: 'text_failed', what: 'refused', reason: '20003 Authenticate' },
  ]);
});

test('texts of the night wait until ten minutes after its end', async () => {
  await text('of_the_night', '2027-01-12T04:00:00Z');
  expect(await kinds('2027-01-12T12:00:00Z')).toEqual([]);
  expect(await kinds('2027-01-12T13:10:00Z')).toEqual([]);
  expect(await kinds('2027-01-12T13:11:00Z')).toEqual(['text']);
});

test('a refund without a finding waits too long as one would', async () => {
  await database.pool.query(
    `insert into public.refunds (payment_id, amount_cents, reason, created_at)
     select id, 500, 'test', $2 from public.payments where booking_id = $1`,
    [bookingId, minutesBefore(61)],
  );
  expect(await waiting()).toEqual([{ kind: 'refund', what: '500 cents', reason: '' }]);
  await database.pool.query(
    `insert into public.payment_findings (kind, subject, reason, refund_id, closed_at, outcome)
     select 'refund_stuck', 'refund:' || id, 'not_sent', id, now(), 'accepted'
     from public.refunds where reason = 'test'`,
  );
  expect(await kinds()).toEqual([]);
  await database.pool.query(`delete from public.refunds where reason = 'test'`);
});

test('an open finding needs attention', async () => {
  await database.pool.query(
    `insert into public.payment_findings (kind, subject, reason, stripe_payment_intent_id)
     values ('paid_without_booking', 'intent:pi_lost', 'unknown_intent', 'pi_lost')`,
  );
  expect(await waiting()).toEqual([
    { kind: 'finding', what: 'paid_without_booking: unknown_intent', reason: '' },
  ]);
});

test('events of the payment provider are missing when none came with the newest payment', async () => {
  const paidAt = (moment: string) =>
    database.pool.query(
      `set session_replication_role = replica;
       update public.payments set settled_at = '${moment}' where booking_id = '${bookingId}';
       set session_replication_role = origin`,
    );
  await paidAt(minutesBefore(31));
  expect(await kinds(), 'the sandbox').toEqual([]);
  await database.pool.query(
    `insert into private.outside_world (part, name) values ('payments', 'Stripe account 1')`,
  );
  expect(await kinds()).toEqual(['webhook']);
  await paidAt(minutesBefore(29));
  expect(await kinds()).toEqual([]);
  await paidAt(minutesBefore(60));
  await database.pool.query(
    `insert into public.stripe_events (id, type, received_at) values ('evt_1', 'x', $1)`,
    [minutesBefore(59)],
  );
  expect(await kinds()).toEqual([]);
});

const report = (part: string, reason: string | null, moment: string) =>
  database.pool.query('select public.report_trouble($1, $2, $3, $4)', [
    part,
    reason,
    'one',
    moment,
  ]);

test('an unavailable payment provider counts after fifteen minutes, refused keys and a full disk at once', async () => {
  await report('payments', 'connect ETIMEDOUT', minutesBefore(16));
  await report('payments', 'connect ETIMEDOUT', minutesBefore(1));
  await report('payment_keys', 'Expired API Key', minutesBefore(1));
  await report('disk', '12 MB are free in /data', minutesBefore(1));
  expect(await waiting()).toEqual([
    { kind: 'disk', what: 'one', reason: '12 MB are free in /data' },
    { kind: 'payment_keys', what: 'one', reason: 'Expired API Key' },
    { kind: 'payments', what: 'one', reason: 'connect ETIMEDOUT' },
  ]);
  await report('payments', null, noon);
  expect(await kinds()).toEqual(['disk', 'payment_keys']);
  expect(await kinds(minutesBefore(-31)), 'nobody reports it any longer').toEqual([]);
});

test('trouble that is reported again after a pause begins again', async () => {
  await report('payments', 'away', minutesBefore(120));
  await report('payments', 'away', minutesBefore(5));
  expect(await kinds()).toEqual([]);
});

test('the owner is emailed about each trouble at most once a day', async () => {
  await text('late', minutesBefore(11));
  await report('disk', '12 MB are free in /data', minutesBefore(1));
  const queue = async (moment: string) => {
    await report('disk', '12 MB are free in /data', moment);
    await database.pool.query('select public.queue_due_mails($1)', [moment]);
    const { rows } = await database.pool.query<{ key: string; to_email: string; data: object }>(
      `select key, to_email, data from public.mail_outbox where template_type = 'service_trouble' order by key`,
    );
    return rows;
  };
  await queue(noon);
  const [disk, texts, ...others] = await queue(minutesBefore(-60));
  expect(others).toEqual([]);
  expect(disk).toMatchObject({
    key: 'service_trouble:disk:2027-01-12',
    to_email: 'info@example.com',
    data: { trouble: 'The server’s disk is nearly full', reason: '12 MB are free in /data' },
  });
  expect(texts).toMatchObject({ key: 'service_trouble:text:2027-01-12' });
  expect(await queue(minutesBefore(-24 * 60))).toHaveLength(4);
});
