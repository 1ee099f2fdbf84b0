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

test('the stuck list has failed and retried emails, and none that is new or sent', async () => {
  await database.pool.query(
    `insert into public.mail_outbox (key, template_type, to_email, status, attempts, last_error) values
       ('new', 'receipt', 'ada@example.com', 'queued', 0, null),
       ('retried', 'receipt', 'ada@example.com', 'queued', 3, '451 later'),
       ('failed', 'review_request', 'ada@example.com', 'failed', 8, '550 no'),
       ('sent', 'receipt', 'ada@example.com', 'sent', 2, null)`,
  );
  const { mails, refunds } = await findStuck(database);
  expect(mails.map(({ what, status, error }) => [what, status, error]).toSorted()).toEqual([
    ['receipt', 'queued', '451 later'],
    ['review_request', 'failed', '550 no'],
  ]);
  expect(refunds).toEqual([]);
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
