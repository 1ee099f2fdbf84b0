import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call } from './bookings.ts';

const phone = '+19055550199';

describeEachDatabase('Sending text messages', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await run(
      `delete from public.text_outbox; delete from public.text_consents; delete from public.text_stops;
       delete from public.text_settings; insert into public.text_settings (is_on) values (true)`,
    );
  });

  const run = <Row extends object>(sql: string, values: unknown[] = []) =>
    database.pool.query<Row>(sql, values);
  const only = async <Answer>(sql: string, values: unknown[] = []): Promise<Answer> =>
    (await run<{ it: Answer }>(`select ${sql} as it`, values)).rows[0]?.it as Answer;

  /** A booking on a day with a consent, whose confirmation text was sent long ago. */
  const booked = async (changes: Parameters<typeof book>[1] = {}) => {
    const id = await book(database.pool, { customer_phone: phone, ...changes });
    await run(
      `insert into public.text_consents (booking_id, phone, wording, given_in)
       values ($1, $2, 'Text me.', 'booking_form')`,
      [id, phone],
    );
    await run(
      `update public.bookings set created_at = created_at - interval '30 days' where id = $1`,
      [id],
    );
    return id;
  };
  const enqueue = (id: string, kind: string, key = `${kind}:${id}`, data = {}) =>
    run('select private.enqueue_text($1, $2, $3, $4)', [key, kind, id, JSON.stringify(data)]);
  type Next = { id: string; kind: string; data: object; date: string; time: string } | null;
  const next = (asOf: string) => call<Next>(database.pool, 'next_text', asOf);
  const begin = (id: string | undefined, asOf: string, segments = 1) =>
    call<string>(database.pool, 'begin_text', id, 'Hello', segments, asOf);
  const finish = (id: string | undefined, outcome: string, code: number | null, asOf: string) =>
    call(database.pool, 'finish_text', id, outcome, null, 'x', code, asOf);
  const statuses = async () =>
    (
      await run<{ status: string; last_error: string | null }>(
        'select status, last_error from public.text_outbox order by created_at, key',
      )
    ).rows;
  /** The text is due from long ago, so that a test may choose any clock. */
  const alwaysDue = () => run(`update public.text_outbox set next_attempt_at = '2020-01-01'`);
  const due = (asOf: string) => call<number>(database.pool, 'queue_due_texts', asOf);
  const instant = async (sql: string, values: unknown[]) =>
    new Date(await only<string>(sql, values));
  const localDay = (date: string, days: number) =>
    only<string>(`to_char($1::date + $2::integer, 'YYYY-MM-DD')`, [date, days]);
  const dayOf = (id: string) =>
    only<string>(
      `(select to_char(booking_date, 'YYYY-MM-DD') from public.bookings where id = $1)`,
      [id],
    );
  const at = (day: string, time: string) => instant('private.instant_of($1, $2)', [day, time]);
  const iso = async (day: string, time: string) => (await at(day, time)).toISOString();

  test('hands a text to the service once: a worker that stopped is not followed by another', async () => {
    const id = await booked();
    const noon = await iso(await localDay(await dayOf(id), -2), '12:00');
    const later = await iso(await localDay(await dayOf(id), -2), '12:05');
    await enqueue(id, 'confirmation');
    await alwaysDue();
    const text = await next(noon);
    expect(text).toMatchObject({ kind: 'confirmation', date: await dayOf(id), time: '12:00' });
    expect(await next(noon)).toBeNull();
    expect(await begin(text?.id, noon)).toBe('send');
    expect(await begin(text?.id, noon)).toBe('dropped');
    expect(await next(later)).toBeNull();
    expect(await statuses()).toEqual([{ status: 'failed', last_error: 'outcome_unknown' }]);
    // The answer of the service comes late, yet it counts.
    await finish(text?.id, 'sent', null, later);
    expect(await statuses()).toMatchObject([{ status: 'sent' }]);
  });

  test('leases a text again whose worker stopped before it began', async () => {
    const id = await booked();
    const day = await localDay(await dayOf(id), -2);
    await enqueue(id, 'confirmation');
    await alwaysDue();
    const text = await next(await iso(day, '12:00'));
    expect(await next(await iso(day, '12:02'))).toMatchObject({ id: text?.id });
  });

  test('retries what the service did not accept, and gives up after a day', async () => {
    const id = await booked();
    const start = await at(await localDay(await dayOf(id), -6), '12:00');
    await enqueue(id, 'confirmation');
    await alwaysDue();
    await run(`update public.text_settings set quiet_from = '23:59', quiet_until = '00:00'`);
    let minutes = 0;
    const asOf = () => new Date(start.getTime() + minutes * 60_000).toISOString();
    for (const wait of [1, 5, 15, 60, 240, 720, 1440, 1]) {
      const text = await next(asOf());
      expect(await begin(text?.id, asOf())).toBe('send');
      await finish(text?.id, 'retry', 20429, asOf());
      minutes += wait;
    }
    expect(await statuses()).toMatchObject([{ status: 'failed' }]);
  });

  test('holds a STOP that only the service knows of', async () => {
    const id = await booked();
    const noon = await iso(await localDay(await dayOf(id), -2), '12:00');
    await enqueue(id, 'confirmation');
    await enqueue(id, 'moved', 'moved:1', { sequence: 0 });
    await alwaysDue();
    const text = await next(noon);
    await begin(text?.id, noon);
    await finish(text?.id, 'refused', 21610, noon);
    expect(await next(noon)).toBeNull();
    expect((await statuses()).map(({ status }) => status).sort()).toEqual(['dropped', 'failed']);
    expect(await only('private.can_be_texted($1)', [phone])).toBe(false);
  });

  test.each([
    ['is cancelled', `update public.bookings set status = 'cancelled', cancelled_at = now()`],
    ['is done', `update public.bookings set done_at = now()`],
    [
      'lost its consent',
      `update public.text_consents set withdrawn_at = now(), withdrawn_in = 'owner'`,
    ],
    ['was moved again', `update public.bookings set calendar_sequence = calendar_sequence + 1`],
  ])('drops a text about a move when the visit %s', async (_why, sql) => {
    const id = await booked();
    const noon = await iso(await localDay(await dayOf(id), -2), '12:00');
    await enqueue(id, 'moved', 'moved:1', { sequence: 0 });
    await alwaysDue();
    await run(`${sql} where ${sql.includes('text_consents') ? 'booking_id' : 'id'} = '${id}'`);
    await run(`delete from public.text_outbox where key <> 'moved:1'`);
    expect(await next(noon)).toBeNull();
    expect(await statuses()).toMatchObject([{ status: 'dropped' }]);
  });

  test('waits through the night, except with what would be late in the morning', async () => {
    const id = await booked();
    const day = await localDay(await dayOf(id), -2);
    const night = await iso(day, '22:00');
    await enqueue(id, 'confirmation');
    await alwaysDue();
    expect(await next(night)).toBeNull();
    expect(await next(await iso(await localDay(day, 1), '07:59'))).toBeNull();
    await run(`update public.text_outbox set kind = 'on_my_way', created_at = $1`, [night]);
    expect(await next(night)).toMatchObject({ kind: 'on_my_way' });
    await run(
      `update public.text_outbox set locked_until = null, kind = 'confirmation',
         data = '{"offer": {"until": {"date": "${day}", "time": "23:00"}}}'`,
    );
    expect(await next(night)).toMatchObject({ kind: 'confirmation' });
    await run(`update public.text_outbox set locked_until = null, data = '{}'`);
    expect(await next(await iso(await localDay(day, 1), '08:00'))).toMatchObject({
      kind: 'confirmation',
    });
  });

  test.each([
    // Clocks go forward at 2:00 on March 14, 2027, and back at 2:00 on November 7.
    // 21:00 is 02:00Z in winter, and 01:00Z in summer.
    ['2027-03-14T01:59:00Z', false, '2027-03-14T01:59:00Z', '2027-03-14T12:00:00Z'],
    ['2027-03-14T02:00:00Z', true, '2027-03-14T01:30:00Z', '2027-03-14T12:00:00Z'],
    ['2027-03-14T11:59:00Z', true, '2027-03-14T01:30:00Z', '2027-03-14T12:00:00Z'],
    ['2027-03-14T12:00:00Z', false, '2027-03-14T12:00:00Z', '2027-03-15T12:00:00Z'],
    ['2027-11-07T01:00:00Z', true, '2027-11-07T00:30:00Z', '2027-11-07T13:00:00Z'],
    ['2027-11-07T12:59:00Z', true, '2027-11-07T00:30:00Z', '2027-11-07T13:00:00Z'],
    ['2027-11-07T13:00:00Z', false, '2027-11-07T13:00:00Z', '2027-11-08T13:00:00Z'],
  ])('keeps the quiet hours in local time around %s', async (asOf, isQuiet, before, morning) => {
    expect(await only<boolean>('private.is_quiet($1)', [asOf])).toBe(isQuiet);
    expect((await instant('private.before_quiet($1)', [asOf])).toISOString()).toBe(
      new Date(before).toISOString(),
    );
    expect((await instant('private.morning_after($1)', [asOf])).toISOString()).toBe(
      new Date(morning).toISOString(),
    );
  });

  test('reminds once on the evening before, of the time it is then', async () => {
    const id = await booked();
    const day = await dayOf(id);
    const eve = await localDay(day, -1);
    expect(await due(await iso(eve, '17:59'))).toBe(0);
    expect(await due(await iso(eve, '18:00'))).toBe(1);
    expect(await due(await iso(eve, '18:01'))).toBe(0);
    await alwaysDue();
    expect(await next(await iso(eve, '18:01'))).toMatchObject({ kind: 'reminder', date: day });
  });

  test('reminds some hours before, but in the evening when that is in the night', async () => {
    await run('update public.text_settings set reminder_at = null, reminder_hours = 3');
    const noon = await booked({ booking_time: '12:00' });
    const noonDay = await dayOf(noon);
    expect(await due(await iso(noonDay, '08:59'))).toBe(0);
    expect(await due(await iso(noonDay, '09:00'))).toBe(1);
    const early = await booked({ booking_time: '09:00' });
    const eve = await localDay(await dayOf(early), -1);
    expect(await due(await iso(eve, '20:29'))).toBe(0);
    expect(await due(await iso(eve, '20:30'))).toBe(1);
  });

  test('does not remind of a visit that was booked or moved since', async () => {
    const late = await booked();
    const eve = await localDay(await dayOf(late), -1);
    const dueAt = await iso(eve, '18:00');
    await run('update public.bookings set created_at = $2 where id = $1', [late, dueAt]);
    expect(await due(await iso(eve, '19:00'))).toBe(0);
  });

  test('stops at the daily limit: most kinds wait for the morning, those about the moment are dropped', async () => {
    await run('update public.text_settings set segments_a_day = 2');
    const id = await booked();
    const day = await localDay(await dayOf(id), -2);
    const noon = await iso(day, '12:00');
    for (const [key, kind] of [
      ['1', 'confirmation'],
      ['2', 'confirmation'],
      ['3', 'on_my_way'],
    ] as const) {
      await enqueue(id, kind, key);
    }
    await alwaysDue();
    await run(
      `update public.text_outbox set next_attempt_at = ('2020-01-0' || key)::date, created_at = $1`,
      [noon],
    );
    const first = await next(noon);
    expect(await begin(first?.id, noon, 2)).toBe('send');
    await finish(first?.id, 'sent', null, noon);
    expect(await begin((await next(noon))?.id, noon)).toBe('waits');
    expect(await begin((await next(noon))?.id, noon)).toBe('dropped');
    expect(await next(await iso(day, '20:00'))).toBeNull();
    const morning = await iso(await localDay(day, 1), '08:00');
    expect(await begin((await next(morning))?.id, morning)).toBe('send');
    expect(await statuses()).toMatchObject([
      { status: 'sent' },
      { status: 'queued', last_error: 'daily_limit' },
      { status: 'dropped', last_error: 'daily_limit' },
    ]);
  });

  test('accompanies the email about a booking in its transaction, also without an address', async () => {
    const id = await booked();
    const beside = (key: string, template: string) =>
      run(`select public.enqueue_mail($1, $2, null, $3, '{}')`, [key, template, id]);
    await beside('phone_booking:1', 'phone_booking');
    await beside('again:1', 'phone_booking');
    await beside('receipt:1', 'receipt');
    await run(`update public.bookings set booking_time = '15:00' where id = $1`, [id]);
    const { rows } = await run<{ kind: string }>(
      'select kind from public.text_outbox order by kind',
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['confirmation', 'moved']);
  });
});
