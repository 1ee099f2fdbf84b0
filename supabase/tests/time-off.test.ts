import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, hold, lapse, settle, stored, wanted, type Wanted } from './bookings.ts';
import { anon, ask, signUp, type Person } from './cast.ts';
import { resetTime, setTime, takeOff } from './time-rules.ts';

const clients = 20;
const taken = { code: 'PT409', message: 'slot_taken' };

describeEachDatabase('Blocked time', (open) => {
  let database: Database;
  let owner: Person;
  beforeAll(async () => {
    database = await open({ maxConnections: clients });
    owner = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
  });
  afterEach(() => resetTime(database.pool));
  afterAll(() => database.close());

  const at = (booking_date: Wanted[string], booking_time: string, rest: Wanted = {}) =>
    wanted({ booking_date, booking_time, ...rest });
  const off = (day: unknown, options = {}) => takeOff(database.pool, owner, day, options);
  const move = (id: string, day: unknown, time: string) =>
    database.pool.query(
      'update public.bookings set booking_date = $2, booking_time = $3 where id = $1',
      [id, day, time],
    );

  test('refuses new bookings and leaves the rest of the day', async () => {
    const { booking_date: day = null } = wanted();
    await off(day, { from: '08:00', until: '12:00' });
    await expect(hold(database.pool, at(day, '09:00'))).rejects.toMatchObject(taken);
    await expect(hold(database.pool, at(day, '11:45'))).rejects.toMatchObject(taken);
    await hold(database.pool, at(day, '12:00'));
  });

  test('refuses moved bookings, also from inside it', async () => {
    const { booking_date: day = null } = wanted();
    const inside = await book(database.pool, at(day, '12:00'));
    const elsewhere = await book(database.pool);
    await off(day);
    await expect(move(elsewhere, day, '15:00')).rejects.toMatchObject(taken);
    await expect(move(inside, day, '12:30')).rejects.toMatchObject(taken);
    const { booking_date: another = null } = wanted();
    expect((await move(inside, another, '09:00')).rowCount).toBe(1);
  });

  test('may overlap existing bookings, which stay and are returned', async () => {
    const { booking_date: day = null } = wanted();
    const morning = await book(database.pool, at(day, '09:00'));
    const noon = await book(database.pool, at(day, '12:00'));
    const answer = await off(day, { from: '12:00' });
    expect(answer.ids).toHaveLength(1);
    expect(answer.standing).toEqual([
      {
        id: noon,
        customer_name: 'Ada Lane',
        booking_date: day,
        booking_time: '12:00',
        service_name: 'Premium Detailing',
        status: 'deposit_paid',
      },
    ]);
    for (const id of [morning, noon]) {
      expect(await stored(database.pool, id)).toMatchObject({
        has_claim: true,
        status: 'deposit_paid',
        calendar_sequence: 0,
      });
    }
  });

  test('keeps an open hold, which may be extended and paid', async () => {
    const booking = wanted();
    const { booking_id: id } = await hold(database.pool, booking);
    expect((await off(booking['booking_date'])).standing).toMatchObject([
      { id, status: 'pending_payment' },
    ]);
    await call(database.pool, 'extend_hold', id, 15, 2, 5);
    expect(await settle(database.pool, `pi_${id}`, id)).toMatchObject({ outcome: 'settled' });
  });

  test('ends an expired hold, which is neither extended nor paid', async () => {
    for (const pay of [false, true]) {
      const booking = wanted();
      const { booking_id: id } = await hold(database.pool, booking);
      await lapse(database.pool, id);
      expect((await off(booking['booking_date'])).standing).toEqual([]);
      if (pay) {
        const { outcome } = await settle(database.pool, `pi_${id}`, id);
        expect(outcome).toBe('refund_due');
      } else {
        await expect(call(database.pool, 'extend_hold', id, 15, 2, 5)).rejects.toMatchObject(taken);
      }
    }
  });

  test('of one crew leaves the others', async () => {
    await setTime(database.pool, 'crews = 2');
    const { booking_date: day = null } = wanted();
    await book(database.pool, at(day, '09:00'));
    const { standing } = await off(day, { crew: 2 });
    expect(standing).toEqual([]);
    await expect(hold(database.pool, at(day, '09:00'))).rejects.toMatchObject(taken);
    await hold(database.pool, at(day, '12:00'));
    await expect(hold(database.pool, at(day, '12:00'))).rejects.toMatchObject(taken);
    expect((await off(day, { crew: 1 })).standing).toHaveLength(2);
    await setTime(database.pool, 'crews = 1');
    await expect(off(day, { crew: 2 })).rejects.toMatchObject({
      code: 'PT400',
      message: 'unknown_crew',
    });
  });

  test('over several days is one claim for each local day, from the first time to the last', async () => {
    const answer = await off('2027-03-13', {
      from: '17:00',
      untilDay: '2027-03-15',
      until: '10:00',
    });
    expect(answer.ids).toHaveLength(3);
    const { rows } = await ask(
      database.pool,
      anon,
      `select booking_date, booking_time, duration_minutes, service_name, crew from public.booked_slots
       where booking_date between '2027-03-13' and '2027-03-15' order by 1`,
    );
    const everybody = { service_name: null, crew: null };
    expect(rows).toEqual([
      { booking_date: '2027-03-13', booking_time: '17:00', duration_minutes: 420, ...everybody },
      // The clocks change: the day is an hour shorter.
      { booking_date: '2027-03-14', booking_time: '00:00', duration_minutes: 1380, ...everybody },
      { booking_date: '2027-03-15', booking_time: '00:00', duration_minutes: 600, ...everybody },
    ]);
  });

  test('with an invalid range is refused, and nothing is written', async () => {
    const { booking_date: day = null } = wanted();
    const refused = { code: 'PT400', message: 'invalid_time_off' };
    await expect(off(day, { from: '12:00', until: '12:00' })).rejects.toMatchObject(refused);
    await expect(off('2026-01-05')).rejects.toMatchObject(refused);
    await expect(off('2027-06-02', { untilDay: '2027-06-01' })).rejects.toMatchObject(refused);
    await expect(off('2027-06-02', { untilDay: '2029-06-01' })).rejects.toMatchObject(refused);
    const { rows } = await database.pool.query(
      'select 1 from public.slot_claims where reason is not null',
    );
    expect(rows).toEqual([]);
  });

  test('may overlap other blocked time, and each is unblocked alone', async () => {
    const { booking_date: day = null } = wanted();
    const end = (id: string | undefined) =>
      ask(database.pool, owner, 'select public.end_time_off(array[$1]::uuid[])', [id]);
    const [whole] = (await off(day)).ids;
    const [noon] = (await off(day, { from: '12:00', until: '13:00' })).ids;
    await end(whole);
    await expect(hold(database.pool, at(day, '12:00'))).rejects.toMatchObject(taken);
    await end(noon);
    const { booking_id: held } = await hold(database.pool, at(day, '12:00'));
    const claim = () =>
      database.pool.query<{ id: string }>(
        'select id from public.slot_claims where booking_id = $1',
        [held],
      );
    const { rows } = await claim();
    await end(rows[0]?.id);
    expect((await claim()).rows, 'a booking keeps its time').toEqual(rows);
  });

  test('refuses a claim that bypasses the crew choice', async () => {
    const { booking_date: day = null } = wanted();
    const other = await book(database.pool);
    await off(day);
    const onto = database.pool.query(
      `update public.slot_claims set during = (select during from public.slot_claims where local_date = $2)
       where booking_id = $1`,
      [other, day],
    );
    await expect(onto).rejects.toMatchObject(taken);
  });

  test('made during twenty requests for the day accepts none after it', async () => {
    const { booking_date: day = null } = wanted();
    await setTime(database.pool, 'crews = 20');
    const wantedThen = Array.from({ length: clients - 1 }, () =>
      hold(database.pool, at(day, '12:00')),
    );
    const [timeOff, ...holds] = await Promise.allSettled([off(day), ...wantedThen]);
    expect(timeOff.status).toBe('fulfilled');
    const held = holds.flatMap((one) => (one.status === 'fulfilled' ? [one.value.booking_id] : []));
    // Bookings that came first are inside it and were returned to the owner; there are no others.
    const listed = timeOff.status === 'fulfilled' ? timeOff.value.standing.map(({ id }) => id) : [];
    expect(listed.sort()).toEqual(held.sort());
  });
});
