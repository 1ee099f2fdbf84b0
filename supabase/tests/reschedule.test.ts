import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultOpeningRules } from '../../domain/time/opening-rules.ts';
import { addDays, localToday, startsOn } from '../../domain/time/schedule.ts';
import { defaultBusiness } from '../../domain/business/default-business.ts';
import { timesBetween } from '../../domain/time/wall-time.ts';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, hold, lapse, nextDay, stored, wanted } from './bookings.ts';
import { anon, ask, holderOf, signUp, tryOut, type Person } from './cast.ts';

describeEachDatabase('Moving a booking', (open) => {
  let database: Database;
  let customer: { id: string; person: Person };
  let id: string;

  beforeAll(async () => {
    database = await open();
    customer = await signUp(database.pool, 'mover@example.com');
  });
  beforeEach(async () => {
    id = await book(database.pool, { user_id: customer.id });
  });
  afterAll(() => database.close());

  const move = (who: Person, date: string, time: string) =>
    ask(
      database.pool,
      who,
      'update public.bookings set booking_date = $2, booking_time = $3 where id = $1',
      [id, date, time],
    );

  const isFree = async (date: string) => {
    const { rows } = await ask(
      database.pool,
      anon,
      'select 1 from public.booked_slots where booking_date = $1',
      [date],
    );
    return rows.length === 0;
  };

  test('moves its claim and increments the sequence', async () => {
    const before = await stored(database.pool, id);
    const day = nextDay();
    expect((await move(customer.person, day, '08:30')).rowCount).toBe(1);
    expect(await stored(database.pool, id)).toMatchObject({
      booking_date: day,
      booking_time: '08:30:00',
      calendar_sequence: 1,
    });
    expect(await isFree(before.booking_date)).toBe(true);
    expect(await isFree(day)).toBe(false);
  });

  test('is refused to its customer after five moves in a day, but not to the owner', async () => {
    const { person: often, id: account } = await signUp(database.pool, 'often@example.com');
    id = await book(database.pool, { user_id: account });
    for (let n = 0; n < 5; n += 1) await move(often, nextDay(), '09:00');
    await expect(move(often, nextDay(), '09:00')).rejects.toMatchObject({
      code: 'PT429',
      message: 'too_many_moves',
    });
    const { person: boss } = await signUp(database.pool, 'unlimited@example.com', { admin: true });
    const day = nextDay();
    await ask(database.pool, boss, 'select public.move_booking($1, $2, $3)', [id, day, '09:00']);
    expect(await stored(database.pool, id)).toMatchObject({ booking_date: day });
    await database.pool.query(
      `update public.booking_changes set at = at - interval '25 hours' where booking_id = $1`,
      [id],
    );
    await move(often, nextDay(), '09:00');
  });

  test('is refused to an account after twenty moves in a day', async () => {
    const { person: often, id: account } = await signUp(database.pool, 'many@example.com');
    for (let n = 0; n < 20; n += 1) {
      if (n % 4 === 0) id = await book(database.pool, { user_id: account });
      await move(often, nextDay(), '09:00');
    }
    id = await book(database.pool, { user_id: account });
    await expect(move(often, nextDay(), '09:00')).rejects.toMatchObject({
      message: 'too_many_moves',
    });
  });

  test("may overlap the booking's own old time", async () => {
    const { booking_date: day } = await stored(database.pool, id);
    expect((await move(customer.person, day, '13:00')).rowCount).toBe(1);
  });

  test('is refused for a booked time, and changes nothing', async () => {
    const other = wanted();
    await hold(database.pool, other);
    const taken = move(customer.person, String(other['booking_date']), '14:00');
    await expect(taken).rejects.toMatchObject({ code: 'PT409', message: 'slot_taken' });
    expect(await stored(database.pool, id)).toMatchObject({ calendar_sequence: 0 });
  });

  test('may take the time of an expired hold', async () => {
    const other = wanted();
    const { booking_id: lapsed } = await hold(database.pool, other);
    await lapse(database.pool, lapsed);
    expect((await move(customer.person, String(other['booking_date']), '12:00')).rowCount).toBe(1);
  });

  test.each(defaultBusiness.services)(
    'accepts the starts of the rule for $name, and no others [S9.21]',
    async (service) => {
      await database.pool.query('update public.bookings set duration_minutes = $2 where id = $1', [
        id,
        service.durationMinutes,
      ]);
      const day = nextDay();
      const accepted = [];
      for (const time of timesBetween('00:00', '23:45', 15)) {
        const statement = `update public.bookings set booking_date = '${day}', booking_time = '${time}' where id = '${id}'`;
        if ((await tryOut(database.pool, customer.person, statement)) === 1) accepted.push(time);
      }
      const { durationMinutes } = service;
      expect(accepted).toEqual(
        startsOn(day, { rules: defaultOpeningRules, kind: 'move', durationMinutes }),
      );
    },
  );

  test('is refused in the past and beyond the booking window [S5.22]', async () => {
    const today = localToday(Date.now());
    await expect(move(customer.person, addDays(today, -1), '12:00')).rejects.toMatchObject({
      code: 'PT409',
      message: 'time_in_past',
    });
    await expect(
      move(customer.person, addDays(today, defaultOpeningRules.moveWindowDays + 2), '12:00'),
    ).rejects.toMatchObject({ message: 'date_too_far' });
    expect(
      (await move(customer.person, addDays(today, defaultOpeningRules.moveWindowDays - 1), '12:00'))
        .rowCount,
    ).toBe(1);
  });

  test('is refused for a cancelled booking and for a past one', async () => {
    await call(database.pool, 'release_booking', id, 0, 2000, 'test');
    await expect(move(customer.person, nextDay(), '12:00')).rejects.toMatchObject({
      message: 'booking_cancelled',
    });
    id = await book(database.pool, { user_id: customer.id });
    await database.pool.query(
      `update public.bookings set booking_date = '2026-01-05' where id = $1`,
      [id],
    );
    await expect(move(customer.person, nextDay(), '12:00')).rejects.toMatchObject({
      message: 'booking_past',
    });
  });

  test('is refused from the start on, which would allow a full refund after a move', async () => {
    await database.pool.query(
      `update public.bookings
      set booking_date = (now() at time zone 'America/Toronto')::date, booking_time = '00:00'
      where id = $1`,
      [id],
    );
    await expect(move(customer.person, nextDay(), '12:00')).rejects.toMatchObject({
      message: 'booking_past',
    });
  });

  test('is refused once the visit is done, also before its start', async () => {
    await database.pool.query('update public.bookings set done_at = now() where id = $1', [id]);
    await expect(move(customer.person, nextDay(), '12:00')).rejects.toMatchObject({
      message: 'booking_past',
    });
  });

  test('is refused for a deleted hold', async () => {
    const booking = wanted({ user_id: customer.id });
    const { booking_id: held } = await hold(database.pool, booking);
    await database.pool.query('delete from public.slot_claims where booking_id = $1', [held]);
    id = held;
    await expect(move(customer.person, nextDay(), '12:00')).rejects.toMatchObject({
      message: 'hold_lapsed',
    });
  });

  test('requires the signed-in customer [S6.10]', async () => {
    const stranger = await signUp(database.pool, `s${id}@example.com`);
    expect((await move(stranger.person, nextDay(), '12:00')).rowCount).toBe(0);
    await expect(move(holderOf(id), nextDay(), '12:00')).rejects.toMatchObject({ code: '42501' });
  });
});
