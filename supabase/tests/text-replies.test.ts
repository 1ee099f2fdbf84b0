import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, hold, settle, wanted } from './bookings.ts';

const phone = '+19055550197';

describeEachDatabase('Consent to text messages', (open) => {
  let database: Database;
  let messages = 0;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(() =>
    run(
      `delete from public.text_outbox; delete from public.text_consents; delete from public.text_stops;
       delete from public.received_texts; delete from public.inquiries;
       delete from public.text_settings; insert into public.text_settings (is_on) values (true)`,
    ),
  );

  const run = <Row extends object>(sql: string, values: unknown[] = []) =>
    database.pool.query<Row>(sql, values);
  const reply = (words: string, id = `SM${(messages += 1)}`) =>
    call<string | null>(database.pool, 'receive_text', id, phone, words);
  const consents = async () =>
    (
      await run<{ given_in: string; withdrawn_in: string | null }>(
        'select given_in, withdrawn_in from public.text_consents order by given_at',
      )
    ).rows.map(({ given_in: given, withdrawn_in: withdrawn }) => [given, withdrawn]);
  const texts = async () =>
    (
      await run<{ kind: string; status: string }>(
        'select kind, status from public.text_outbox order by created_at, key',
      )
    ).rows.map(({ kind, status }) => `${kind} ${status}`);
  const bookWithConsent = () =>
    book(database.pool, {
      customer_phone: phone,
      text_consent: true,
      client_address: '203.0.113.5',
    });
  const move = (id: string) =>
    run(
      `update public.bookings set booking_time = booking_time + interval '1 hour' where id = $1`,
      [id],
    );
  const choose = async (id: string, wantsThem: boolean | null, email?: string) => {
    const { rows } = await run<{ it: { is_on: boolean; is_stopped: boolean } | null }>(
      `select public.choose_texts($1, coalesce($3, (select customer_email from public.bookings where id = $1)), $2) as it`,
      [id, wantsThem, email ?? null],
    );
    return rows[0]?.it ?? null;
  };

  test('is given in the booking form with its wording, and brings the confirmation', async () => {
    const id = await bookWithConsent();
    const { rows } = await run<object>(
      `select booking_id, phone, wording, given_in, address_mark like 'forgotten:%' as has_mark from public.text_consents`,
    );
    expect(rows).toEqual([
      {
        booking_id: id,
        phone,
        wording: expect.stringMatching(
          /^Text me about this appointment\. Lustre .* STOP/,
        ) as string,
        given_in: 'booking_form',
        has_mark: true,
      },
    ]);
    expect(await texts()).toEqual(['confirmation queued']);
  });

  test('is not assumed, and not asked for while texts are off', async () => {
    await book(database.pool, { customer_phone: phone });
    await run('update public.text_settings set is_on = false');
    await bookWithConsent();
    expect(await consents()).toEqual([]);
    expect(await call(database.pool, 'text_offer')).toBeNull();
  });

  test('for an unpaid booking brings nothing', async () => {
    const booking = wanted({ customer_phone: phone, text_consent: true });
    const { booking_id: id } = await hold(database.pool, booking);
    expect(await texts()).toEqual([]);
    await settle(database.pool, `pi_${id}`, id);
    expect(await texts()).toEqual(['confirmation queued']);
  });

  test('ends at once with STOP from that phone, for all bookings and what is queued', async () => {
    const id = await bookWithConsent();
    await bookWithConsent();
    expect(await reply(' stop! ')).toBe('stopped');
    expect(await consents()).toEqual([
      ['booking_form', 'text_reply'],
      ['booking_form', 'text_reply'],
    ]);
    await move(id);
    await bookWithConsent();
    expect(await texts()).toEqual(['confirmation dropped', 'confirmation dropped']);
    expect(await choose(id, null)).toMatchObject({ is_on: false, is_stopped: true });
  });

  test.each(['STOPALL', 'Unsubscribe', 'cancel', 'END', 'quit.'])('ends with %s', async (word) => {
    await bookWithConsent();
    expect(await reply(word)).toBe('stopped');
    expect(await consents()).toEqual([['booking_form', 'text_reply']]);
  });

  test('comes back with START, only where there was one', async () => {
    const id = await bookWithConsent();
    const other = await book(database.pool, { customer_phone: phone });
    await reply('STOP');
    expect(await reply('Yes')).toBe('started');
    expect(await consents()).toEqual([
      ['booking_form', 'text_reply'],
      ['text_reply', null],
    ]);
    await move(id);
    await move(other);
    expect(await texts()).toEqual(['confirmation dropped', 'moved queued']);
  });

  test('is not given by START from a phone without one', async () => {
    await book(database.pool, { customer_phone: phone });
    expect(await reply('START')).toBe('started');
    expect(await consents()).toEqual([]);
  });

  test('does not change when a message is repeated', async () => {
    await bookWithConsent();
    expect(await reply('STOP', 'SMsame')).toBe('stopped');
    await reply('START');
    expect(await reply('STOP', 'SMsame')).toBeNull();
    expect((await consents()).at(-1)).toEqual(['text_reply', null]);
  });

  test('is switched on and off in My Bookings, by the booking’s customer only', async () => {
    const id = await book(database.pool, { customer_phone: phone });
    expect(await choose(id, null)).toMatchObject({ is_on: false });
    expect(await choose(id, true)).toMatchObject({ is_on: true });
    expect(await choose(id, true)).toMatchObject({ is_on: true });
    await move(id);
    expect(await choose(id, false)).toMatchObject({ is_on: false });
    expect(await texts()).toEqual(['moved dropped']);
    expect(await consents()).toEqual([['my_bookings', 'my_bookings']]);
    await expect(choose(id, true, 'stranger@example.com')).rejects.toThrow('booking_not_found');
  });

  test('lets other words through to the owner as an inquiry', async () => {
    const id = await bookWithConsent();
    expect(await reply('Can you come at 10?')).toBe('kept');
    expect(await reply('yes')).toBe('kept');
    const { rows } = await run<object>(
      'select subject, message, booking_id from public.inquiries order by created_at',
    );
    expect(rows).toEqual([
      { subject: `Text from ${phone}`, message: 'Can you come at 10?', booking_id: id },
      { subject: `Text from ${phone}`, message: 'yes', booking_id: id },
    ]);
  });

  test('keeps replies beyond the limit of inquiries, without refusing them', async () => {
    for (let count = 0; count < 8; count += 1) expect(await reply(`Hello ${count}`)).toBe('kept');
    const { rows } = await run<{ kept: string; shown: string }>(
      'select (select count(*) from public.received_texts) as kept, (select count(*) from public.inquiries) as shown',
    );
    expect(rows).toEqual([{ kept: '8', shown: '5' }]);
  });

  test('reports move a text forward only, and settle one without an answer', async () => {
    await bookWithConsent();
    await run(
      `update public.text_outbox set status = 'failed', last_error = 'outcome_unknown', begun_at = now()`,
    );
    const { rows } = await run<{ id: string }>('select id from public.text_outbox');
    const report = (status: string, code: number | null = null, id = rows[0]?.id) =>
      call(database.pool, 'note_text_status', id, 'SM9', status, code);
    await report('sent');
    expect(await texts()).toEqual(['confirmation sent']);
    await report('delivered', null, null as never);
    await report('sent');
    await report('undelivered', 30003);
    expect(await texts()).toEqual(['confirmation delivered']);
  });

  test('is erased with the customer, whose STOP stays under a mark', async () => {
    const id = await bookWithConsent();
    await reply('Where are you?');
    await reply('STOP');
    await run(`update public.bookings set customer_phone = '+19055550001' where id <> $1`, [id]);
    await run('select private.forget_texts($1)', [[id]]);
    const { rows } = await run<object>(
      `select (select count(*)::int from public.text_consents) as consents,
         (select count(*)::int from public.received_texts) as replies,
         (select phone from public.text_outbox) as phone,
         (select string_agg(phone, ',') from public.text_stops) = private.keyed_hash($1) as is_marked,
         private.can_be_texted($1) as can_be_texted`,
      [phone],
    );
    expect(rows).toEqual([
      { consents: 0, replies: 0, phone: '+00000000', is_marked: true, can_be_texted: false },
    ]);
  });
});
