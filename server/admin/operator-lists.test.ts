import { afterAll, beforeAll, expect, test } from 'vitest';
import { book } from '../../supabase/tests/bookings.ts';
import type { Database } from '../backend/database/database.ts';
import { openCopy } from '../testing/databases.ts';
import { checkBooks } from './check-books.ts';
import { findStuck } from './find-stuck.ts';

let database: Database;
beforeAll(async () => {
  database = await openCopy();
});
afterAll(() => database.close());

test('the stuck list has what waits too long, also emails that were never tried', async () => {
  await database.pool.query(
    `insert into public.mail_outbox (key, template_type, to_email, status, attempts, last_error, created_at) values
       ('new', 'receipt', 'ada@example.com', 'queued', 0, null, now()),
       ('away', 'receipt', 'ada@example.com', 'queued', 0, null, now() - interval '3 hours'),
       ('retried', 'receipt', 'ada@example.com', 'queued', 3, '451 later', now() - interval '2 hours'),
       ('failed', 'review_request', 'ada@example.com', 'failed', 8, '550 no', now()),
       ('sent', 'receipt', 'ada@example.com', 'sent', 2, null, now() - interval '2 hours');
     insert into auth.sms_outbox (phone, body, status, last_error, created_at, expires_at, next_attempt_at) values
       ('19055550101', '', 'failed', '20003 Authenticate', now() - interval '5 minutes', now(), now()),
       ('19055550102', '', 'failed', '21211 no number', now() - interval '2 hours', now(), now())`,
  );
  const rows = await findStuck(database);
  expect(rows.map(({ kind, what, reason }) => [kind, what, reason])).toEqual([
    ['mail', 'receipt', ''],
    ['mail', 'receipt', '451 later'],
    ['code', 'sign-in code', '20003 Authenticate'],
    ['mail_failed', 'review_request', '550 no'],
  ]);
});

test('the books name a booking without its payment, also one that was checked long ago', async () => {
  await book(database.pool);
  expect(await checkBooks(database)).toEqual([]);
  // As a repair by hand would: no trigger runs, and nothing looks changed.
  await database.pool.query(`set session_replication_role = replica; delete from public.payments;
    update public.bookings set updated_at = now() - interval '1 year';
    set session_replication_role = origin`);
  expect(await checkBooks(database)).toMatchObject([{ kind: 'booking_without_payment' }]);
});
