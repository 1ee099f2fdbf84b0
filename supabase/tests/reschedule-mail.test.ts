import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, hold, mailsOf, nextDay, stored, wanted } from './bookings.ts';
import { ask, service, signUp, type Person } from './cast.ts';

describeEachDatabase('The email of a moved booking', (open) => {
  let database: Database;
  let customer: { id: string; person: Person };
  let id: string;
  let firstDay: string;

  beforeAll(async () => {
    database = await open();
    customer = await signUp(database.pool, 'reader@example.com');
  });
  beforeEach(async () => {
    id = await book(database.pool, { user_id: customer.id });
    firstDay = (await stored(database.pool, id)).booking_date;
  });
  afterAll(() => database.close());

  const move = (date: string, time = '10:30', who = customer.person) =>
    ask(
      database.pool,
      who,
      'update public.bookings set booking_date = $2, booking_time = $3 where id = $1',
      [id, date, time],
    );

  const mails = async () =>
    (await mailsOf(database.pool, id))
      .filter(({ template_type }) => template_type === 'booking_rescheduled')
      .map(({ data }) => data);

  const send = () =>
    database.pool.query(
      `update public.mail_outbox set status = 'sent', sent_at = now() where booking_id = $1`,
      [id],
    );

  test('is queued with the move, once, with the old time', async () => {
    await move(nextDay());
    expect(await mails()).toEqual([{ old_date: firstDay, old_time: '12:00', sequence: 1 }]);
    const { rows } = await database.pool.query(
      `select key, to_email from public.mail_outbox
      where booking_id = $1 and template_type = 'booking_rescheduled'`,
      [id],
    );
    expect(rows).toEqual([
      { key: `booking_rescheduled:${id}:1`, to_email: expect.stringMatching(/^ada\d+@/) as string },
    ]);
  });

  test('is not queued when the move is refused', async () => {
    const other = wanted();
    await hold(database.pool, other);
    await expect(move(String(other['booking_date']), '13:00')).rejects.toMatchObject({
      message: 'slot_taken',
    });
    expect(await mails()).toEqual([]);
  });

  test('is only for paid bookings: an unpaid address may be a stranger’s', async () => {
    id = (await hold(database.pool, wanted({ user_id: customer.id }))).booking_id;
    expect((await move(nextDay())).rowCount).toBe(1);
    expect(await mails()).toEqual([]);
  });

  test('is not queued for any other change', async () => {
    await ask(
      database.pool,
      service,
      `update public.bookings set booking_date = booking_date, car_model = 'Polestar 2' where id = $1`,
      [id],
    );
    expect(await mails()).toEqual([]);
  });

  test('notifies the customer when the business moves the booking', async () => {
    await move(nextDay(), '10:30', service);
    expect(await mails()).toHaveLength(1);
  });

  test('of a second move has the time from before the first, if the first was not sent', async () => {
    await move(nextDay());
    await move(nextDay());
    expect((await mails()).at(-1)).toEqual({
      old_date: firstDay,
      old_time: '12:00',
      sequence: 2,
    });
  });

  test("of a second move has the first one's time once the first was sent", async () => {
    const second = nextDay();
    await move(second);
    await send();
    await move(nextDay());
    expect((await mails()).at(-1)).toEqual({ old_date: second, old_time: '10:30', sequence: 2 });
  });

  test("of a second move has the first one's time while the first is being sent", async () => {
    const second = nextDay();
    await move(second);
    await call(database.pool, 'claim_mail', 100, 60);
    await move(nextDay());
    expect((await mails()).at(-1)).toMatchObject({ old_date: second, sequence: 2 });
  });

  test('is dropped when a booking is moved back before it was sent', async () => {
    await move(nextDay());
    await move(firstDay, '12:00', service);
    expect(await mails()).toHaveLength(1);
    expect(await stored(database.pool, id)).toMatchObject({ calendar_sequence: 2 });
  });
});
