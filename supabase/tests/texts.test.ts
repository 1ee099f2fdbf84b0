import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book } from './bookings.ts';

const phone = '+19055550199';

describeEachDatabase('Text messages to customers', (open) => {
  let database: Database;
  let bookingId: string;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.pool.query(
      `delete from public.text_outbox; delete from public.text_consents; delete from public.text_stops;
       update public.text_settings set is_on = true, kinds = default`,
    );
    bookingId = await book(database.pool, { customer_phone: phone });
  });

  const run = (sql: string, values: unknown[] = []) => database.pool.query(sql, values);
  const consent = (id = bookingId, number = phone) =>
    run(
      `insert into public.text_consents (booking_id, phone, wording, given_in)
       values ($1, $2, 'Text me about this appointment.', 'booking_form')`,
      [id, number],
    );
  const enqueue = (key = 'on_my_way:1', kind = 'on_my_way', id = bookingId) =>
    run(`select private.enqueue_text($1, $2, $3, '{"from": "9:00"}')`, [key, kind, id]);
  const texts = async () =>
    (
      await database.pool.query<object>(
        'select key, kind, phone, status, data from public.text_outbox order by key',
      )
    ).rows;

  test('are queued once a key, to the phone of the booking', async () => {
    await consent();
    await enqueue();
    await enqueue();
    expect(await texts()).toEqual([
      { key: 'on_my_way:1', kind: 'on_my_way', phone, status: 'queued', data: { from: '9:00' } },
    ]);
  });

  test('need a consent for this booking and this phone', async () => {
    await enqueue();
    await consent(await book(database.pool, { customer_phone: phone }));
    await enqueue();
    await consent(bookingId, '+19055550198');
    await enqueue();
    expect(await texts()).toEqual([]);
  });

  test.each([
    ['texts are off', `update public.text_settings set is_on = false`],
    ['this kind is off', `update public.text_settings set kinds = '{reminder}'`],
    ['the phone replied STOP', `insert into public.text_stops values ('${phone}')`],
    [
      'an erased customer’s phone replied STOP',
      `insert into public.text_stops values (private.keyed_hash('${phone}'))`,
    ],
    [
      'the consent is withdrawn',
      `update public.text_consents set withdrawn_at = now(), withdrawn_in = 'my_bookings'`,
    ],
    ['the customer was erased', `update public.bookings set customer_phone = '+00000000'`],
  ])('are not queued when %s', async (_why, sql) => {
    await consent();
    await run(sql);
    await enqueue();
    expect(await texts()).toEqual([]);
  });

  test.each(['+448005550199', '+18005550199', '+19005550199', '+11055550199', '+190555501'])(
    'are not queued to %s, which cannot get any',
    async (number) => {
      await run('update public.bookings set customer_phone = $1 where id = $2', [
        number,
        bookingId,
      ]);
      await consent(bookingId, number);
      await enqueue();
      expect(await texts()).toEqual([]);
    },
  );
});
