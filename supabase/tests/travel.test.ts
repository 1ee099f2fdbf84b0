import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { LateVisit, TravelPage } from '../contracts/travel.ts';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, hold, lapse, settle, stored, wanted, type Wanted } from './bookings.ts';
import { anon, ask, signUp, tryCall, tryOut, type Person } from './cast.ts';
import { callAs, daysAfter, markRain } from './rain.ts';
import { resetTime, setTime } from './time-rules.ts';

const caledon = 'L7C 1A1';
const bolton = 'L7E 2B2';
/** 70 km from Caledon, as a bird flies. */
const oshawa = 'L1H 4E4';
/** Of nobody: Santa Claus. */
const nowhere = 'H0H 0H0';

type Area = { zip: string; latitude: number | null; longitude: number | null };

describeEachDatabase('Travel', (open) => {
  let database: Database;
  let boss: Person;
  let customer: { id: string; person: Person };
  beforeAll(async () => {
    database = await open();
    boss = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
    customer = await signUp(database.pool, 'mover@example.com');
  });
  afterEach(async () => {
    await resetTime(database.pool);
    await database.pool.query(
      'delete from public.travel_settings; insert into public.travel_settings default values',
    );
  });
  afterAll(() => database.close());

  const setTravel = (changes = '') =>
    database.pool.query(`update public.travel_settings set is_on = true ${changes}`);

  const taken = { code: 'PT409', message: 'slot_taken' };

  /** A visit of three hours. */
  const visit = (booking_time: string, postal_code: string, rest: Wanted = {}) =>
    wanted({ booking_time, postal_code, ...rest });

  async function dayWith(time: string, postalCode: string): Promise<Wanted[string]> {
    const first = visit(time, postalCode);
    const { booking_id: id } = await hold(database.pool, first);
    await settle(database.pool, `pi_${id}`, id);
    return first['booking_date'] ?? null;
  }

  test('does not count in a new database', async () => {
    const day = await dayWith('09:00', caledon);
    await hold(database.pool, visit('12:00', oshawa, { booking_date: day }));
  });

  test('refuses a visit that the van reaches late, and one after which it is late', async () => {
    await setTravel();
    const day = await dayWith('12:00', caledon);
    for (const time of ['09:00', '15:00']) {
      const far = visit(time, oshawa, { booking_date: day });
      await expect(hold(database.pool, far)).rejects.toMatchObject(taken);
    }
    // 73 km by road factor 1.3 at 50 km/h with packing and setting up are 2 hours and 15 minutes.
    await expect(
      hold(database.pool, visit('17:00', oshawa, { booking_date: day })),
    ).rejects.toMatchObject(taken);
    await hold(database.pool, visit('17:30', oshawa, { booking_date: day }));
  });

  test('leaves out what cannot be reached of the times after a rain day', async () => {
    await setTravel();
    const day = String(await dayWith('09:00', caledon));
    const far = visit('17:30', oshawa, { booking_date: day, customer_email: 'far@example.com' });
    const { booking_id: farId } = await hold(database.pool, far);
    await settle(database.pool, `pi_${farId}`, farId);
    const { bookings } = await callAs<{ bookings: { id: string; gaps: Record<string, number> }[] }>(
      ...([database.pool, boss, 'rain_day_preview', day, 'day'] as const),
    );
    const nearId = String(bookings.find(({ id }) => id !== farId)?.id);
    expect(bookings.find(({ id }) => id === nearId)?.gaps[farId]).toBeGreaterThan(60);
    const next = daysAfter(day, 40);
    const later = daysAfter(day, 41);
    await markRain(database.pool, boss, day, {
      [nearId]: [{ date: next, time: '09:00' }],
      [farId]: [
        { date: next, time: '12:00' },
        { date: later, time: '12:00' },
      ],
    });
    const { rows } = await database.pool.query<{ times: { date: string }[] }>(
      `select data -> 'offer' -> 'times' as times from public.mail_outbox
       where booking_id = $1 and template_type = 'rain_day'`,
      [farId],
    );
    expect(rows[0]?.times.map(({ date }) => date)).toEqual([later]);
    const taken = await callAs<{ booking_date: string; gap_minutes: number }[]>(
      ...([database.pool, boss, 'times_taken_for_visit', farId, next, next] as const),
    );
    expect(taken.some(({ gap_minutes: gap }) => gap > 60)).toBe(true);
    const [{ id: rainId } = { id: '' }] = (
      await callAs<{ days: { id: string }[] }>(database.pool, boss, 'rain_days_with_answers')
    ).days;
    await expect(
      callAs(
        ...([database.pool, boss, 'send_rain_times', rainId, farId] as const),
        JSON.stringify([{ date: next, time: '12:00' }]),
      ),
    ).rejects.toMatchObject({ message: 'slot_taken' });
  });

  test('counts a short way between neighbours', async () => {
    await setTravel(', least_minutes = 10, setup_minutes = 10, packing_minutes = 10');
    const day = await dayWith('09:00', caledon);
    const next = (time: string) => visit(time, caledon, { booking_date: day });
    await expect(hold(database.pool, next('12:29'))).rejects.toMatchObject(taken);
    await hold(database.pool, next('12:30'));
  });

  test('counts the minutes between bookings where a place is not known', async () => {
    await setTravel();
    await setTime(database.pool, 'buffer_minutes = 15');
    const day = await dayWith('09:00', caledon);
    const next = (time: string) => visit(time, nowhere, { booking_date: day });
    await expect(hold(database.pool, next('12:14'))).rejects.toMatchObject(taken);
    await hold(database.pool, next('12:15'));
  });

  test('counts the ways from the base and back to it', async () => {
    await setTravel(
      `, base_postal_code = '${caledon}', leaves_at = '08:00', back_by = '18:00', setup_minutes = 15, packing_minutes = 15, least_minutes = 20`,
    );
    const { booking_date: day = null } = wanted();
    const on = (time: string, where: string) => visit(time, where, { booking_date: day });
    await expect(hold(database.pool, on('08:34', caledon))).rejects.toMatchObject(taken);
    // Three hours, and then packing and the way home.
    await expect(hold(database.pool, on('14:26', caledon))).rejects.toMatchObject(taken);
    await expect(hold(database.pool, on('09:00', oshawa))).rejects.toMatchObject(taken);
    await hold(database.pool, on('14:25', caledon));
    await hold(database.pool, on('08:35', caledon));
  });

  test('sends another van where the first is late', async () => {
    await setTravel();
    await setTime(database.pool, 'crews = 2');
    const day = await dayWith('09:00', caledon);
    const far = await hold(database.pool, visit('12:00', oshawa, { booking_date: day }));
    const { rows } = await database.pool.query(
      'select crew from public.slot_claims where booking_id = $1',
      [far.booking_id],
    );
    expect(rows).toEqual([{ crew: 2 }]);
  });

  test('sends the van that is nearest', async () => {
    await setTravel(`, base_postal_code = '${caledon}', leaves_at = '05:00', back_by = '23:00'`);
    await setTime(database.pool, 'crews = 3');
    const day = await dayWith('09:00', caledon);
    const on = (time: string, where: string) =>
      hold(database.pool, visit(time, where, { booking_date: day }));
    // The second van is the first one free, and then near.
    await on('09:00', oshawa);
    const { booking_id: id } = await on('14:00', oshawa);
    const { rows } = await database.pool.query(
      'select crew from public.slot_claims where booking_id = $1',
      [id],
    );
    expect(rows).toEqual([{ crew: 2 }]);
  });

  test('sends one van to two visits near the base, however long packing takes', async () => {
    await setTravel(`, base_postal_code = '${caledon}', leaves_at = '05:00', back_by = '23:00'`);
    await setTime(database.pool, 'crews = 2');
    const day = await dayWith('09:00', caledon);
    const { booking_id: id } = await hold(
      database.pool,
      visit('14:00', caledon, { booking_date: day }),
    );
    const crew = async (of: string) =>
      (
        await database.pool.query<{ crew: number }>(
          'select crew from public.slot_claims where booking_id = $1',
          [of],
        )
      ).rows[0]?.crew;
    expect(await crew(id)).toBe(1);
    // Also the van that is not the first.
    await database.pool.query('update public.slot_claims set crew = 2 where local_date = $1', [
      day,
    ]);
    const last = visit('18:30', caledon, { booking_date: day });
    expect(await crew((await hold(database.pool, last)).booking_id)).toBe(2);
  });

  test('counts for a hold that lapsed and is then paid', async () => {
    await setTravel();
    const late = visit('12:00', oshawa);
    const { booking_id: id } = await hold(database.pool, late);
    await lapse(database.pool, id);
    const before = visit('09:00', caledon, { booking_date: late['booking_date'] ?? null });
    await hold(database.pool, before);
    expect(await settle(database.pool, `pi_${id}`, id)).toMatchObject({ outcome: 'refund_due' });
  });

  test('counts for moves by a customer and by the owner', async () => {
    await setTravel();
    const day = await dayWith('09:00', caledon);
    const far = await book(database.pool, { postal_code: oshawa, user_id: customer.id });
    const near = await book(database.pool, { postal_code: bolton, user_id: customer.id });
    const byCustomer = (id: string, time: string) =>
      tryOut(
        database.pool,
        customer.person,
        `update public.bookings set booking_date = '${String(day)}', booking_time = '${time}' where id = '${id}'`,
      );
    expect(await byCustomer(far, '13:00')).toBe('PT409');
    expect(await byCustomer(near, '13:00')).toBe(1);
    const byOwner = (time: string) =>
      tryCall(
        database.pool,
        boss,
        `select public.move_booking('${far}', '${String(day)}', '${time}', true)`,
      );
    expect(await byOwner('13:00')).toBe('slot_taken');
    expect(await byOwner('14:30')).toBeNull();
  });

  test('counts for a corrected address from then on', async () => {
    await setTravel();
    const day = await dayWith('09:00', bolton);
    await database.pool.query(
      `update public.bookings set postal_code = $2 where booking_date = $1 and postal_code = $3`,
      [day, oshawa, bolton],
    );
    await expect(
      hold(database.pool, visit('12:30', caledon, { booking_date: day })),
    ).rejects.toMatchObject(taken);
  });

  test('is told to server functions as the gap around each taken time', async () => {
    await setTravel(`, base_postal_code = '${caledon}'`);
    const first = await book(database.pool, { booking_time: '09:00', postal_code: caledon });
    const { booking_date: day } = await stored(database.pool, first);
    const told = (postalCode: string) =>
      call<{ booking_time: string; gap_minutes: number }[]>(
        database.pool,
        'times_taken_for',
        postalCode,
        day,
        day,
      );
    const gaps = async (postalCode: string) =>
      (await told(postalCode)).map((one) => [one.booking_time, one.gap_minutes]);
    expect(await gaps(caledon)).toEqual([
      ['00:00', 20],
      ['09:00', 30],
      ['20:00', 20],
    ]);
    expect(await gaps(nowhere)).toEqual([
      ['00:00', 10],
      ['09:00', 0],
      ['20:00', 10],
    ]);
    await expect(told(oshawa)).resolves.toHaveLength(3);
  });

  async function owners<Answer>(call: string, values: unknown[] = []): Promise<Answer> {
    const { rows } = await ask(database.pool, boss, `select public.${call} as answer`, values);
    return rows[0]?.['answer'] as Answer;
  }
  const change = (changes: object, seen: object | null = null, isPreview = false) =>
    owners<TravelPage>(
      'change_travel($1, $2, $3)',
      [changes, seen, isPreview].map((one) => one && JSON.stringify(one)),
    );

  test('takes the discount off a start next to a visit nearby, which is decided under the lock', async () => {
    await setTravel(', nearby_minutes = 15, nearby_discount_cents = 1000');
    const day = await dayWith('09:00', caledon);
    const nearer = { discount_cents: 1000, nearby_discount_cents: 1000, total_cents: 10999 };
    const sold = async (time: string) => {
      const first = visit(time, caledon, { booking_date: day });
      const if_nearby = nearer as unknown as Wanted[string];
      const { booking_id: id } = await hold(database.pool, { ...first, if_nearby });
      const { rows } = await database.pool.query<{ near: number }>(
        'select nearby_discount_cents as near from public.bookings where id = $1',
        [id],
      );
      return { id, near: rows[0]?.near };
    };
    // Next to the visit at 9:00.
    const held = await sold('12:30');
    expect(held.near).toBe(1000);
    // Next to a hold alone, which may lapse.
    const beside = await sold('16:00');
    expect(beside.near).toBe(0);
    await lapse(database.pool, beside.id);
    await settle(database.pool, `pi_${held.id}`, held.id);
    const next = await sold('16:00');
    expect(next.near).toBe(1000);
    await lapse(database.pool, next.id);
    // Starts are only marked, and bring no discount.
    const marked = visit('16:00', caledon, { booking_date: day, if_nearby: null });
    const undiscounted = await hold(database.pool, marked);
    expect(undiscounted).toMatchObject({ is_nearby: true });
    await lapse(database.pool, undiscounted.booking_id);
    await setTravel(', nearby_minutes = null');
    expect((await sold('16:00')).near).toBe(0);
  });

  test('hides taken times from everyone but administrators', async () => {
    await dayWith('09:00', caledon);
    const { pool } = database;
    const { rowCount: all } = await pool.query('select 1 from public.booked_slots');
    const seen = async (person: Person) =>
      (await ask(pool, person, 'select 1 from public.booked_slots')).rowCount;
    for (const person of [anon, customer.person, boss]) {
      expect(await seen(person)).toBe(all);
    }
    await setTravel();
    expect([await seen(anon), await seen(customer.person)]).toEqual([0, 0]);
    expect(await seen(boss)).toBe(all);
  });

  test('is switched on by an administrator, and each change is recorded', async () => {
    const { settings } = await owners<TravelPage>('travel_page()');
    expect(settings).toMatchObject({ isOn: false, basePostalCode: null, roadFactor: 1.3 });
    const now = await change({ isOn: true, basePostalCode: caledon, leavesAt: '06:30' });
    expect(now.settings).toEqual({
      ...settings,
      isOn: true,
      basePostalCode: caledon,
      leavesAt: '06:30',
    });
    const [last] = now.changes;
    expect(last).toMatchObject({ by: 'boss@example.com', was: settings, is: now.settings });
    expect((await change({ isOn: true })).changes).toEqual(now.changes);
    expect((await change({ basePostalCode: null })).settings.basePostalCode).toBeNull();
  });

  test('refuses a change of a value that another administrator has changed', async () => {
    const { settings } = await change({ speedKmh: 40 });
    const stale = { ...settings, speedKmh: 50 };
    await expect(change({ speedKmh: 60 }, stale)).rejects.toMatchObject({
      code: 'PT409',
      message: 'travel_changed',
      detail: 'speedKmh',
    });
    // Of another value: both stay.
    expect((await change({ setupMinutes: 5 }, stale)).settings).toMatchObject({
      speedKmh: 40,
      setupMinutes: 5,
    });
  });

  test.each([
    [{ speedKmh: 9 }, 'travel_invalid', 'speedKmh'],
    [{ roadFactor: 'far' }, 'travel_invalid', null],
    [{ leastMinutes: null }, 'travel_invalid', 'leastMinutes'],
    [{ leavesAt: '20:00' }, 'travel_invalid', 'backBy'],
    [{ backBy: '24:00' }, 'travel_invalid', 'backBy'],
    [{ basePostalCode: 'l7c1a1' }, 'travel_invalid', 'basePostalCode'],
    [{ basePostalCode: nowhere }, 'base_unknown', ''],
  ])('refuses %o', async (changes, message, detail) => {
    await expect(change(changes)).rejects.toMatchObject({
      code: 'PT400',
      message,
      ...(detail !== null && { detail }),
    });
  });

  test('tells which visits cannot be driven before it is switched on, and keeps them', async () => {
    const day = await dayWith('09:00', caledon);
    const second = visit('12:00', oshawa, { booking_date: day });
    const { booking_id: id } = await hold(database.pool, second);
    await settle(database.pool, `pi_${id}`, id);
    const { booking_id: last } = await hold(
      database.pool,
      visit('16:00', caledon, { booking_date: day }),
    );
    await settle(database.pool, `pi_${last}`, last);
    const lateOn = ({ late }: TravelPage): Partial<LateVisit>[] =>
      late.visits.filter((one) => one.day === day);
    const late = [
      {
        id,
        time: '12:00',
        leg: 'between',
        from: { customerName: 'Ada Lane', time: '09:00' },
        needs: 144,
        thereAre: 0,
      },
      { id: last, leg: 'between', from: { customerName: 'Ada Lane', time: '12:00' }, needs: 144 },
    ];
    expect(lateOn(await owners('travel_page()'))).toMatchObject(late);
    const on = await change({ isOn: true }, null, true);
    expect(on.settings.isOn).toBe(true);
    expect(lateOn(on)).toMatchObject(late);
    expect((await owners<TravelPage>('travel_page()')).settings.isOn).toBe(false);
    // The last visit ends at 19:00, and what it lacks most counts.
    const early = await change({ basePostalCode: caledon, backBy: '19:05', speedKmh: 120 });
    expect(lateOn(early)).toMatchObject([{ id }, { id: last, leg: 'home' }]);
    const { rowCount } = await database.pool.query(
      'select from public.slot_claims where booking_id = any ($1)',
      [[id, last]],
    );
    expect(rowCount).toBe(2);
  });

  test('tells the first and the last way that are late', async () => {
    const day = await dayWith('15:00', caledon);
    const legOf = async (settings: object) => {
      const { late } = await change({ basePostalCode: caledon, ...settings }, null, true);
      return late.visits
        .filter((one) => one.day === day)
        .map(({ leg, needs, thereAre, from }) => ({ leg, needs, thereAre, from }));
    };
    expect(await legOf({ backBy: '18:20' })).toEqual([]);
    expect(await legOf({ backBy: '18:19' })).toEqual([
      { leg: 'home', needs: 20, thereAre: 19, from: null },
    ]);
    expect(await legOf({ leavesAt: '14:41' })).toEqual([
      { leg: 'out', needs: 20, thereAre: 19, from: null },
    ]);
  });

  test('tells the minutes between two postal codes under settings that are not saved', async () => {
    const between = (to: string, changes: object = {}) =>
      owners('example_drive($1, $2, $3)', [caledon, to, JSON.stringify(changes)]);
    expect(await between(oshawa)).toEqual({
      kilometres: 103.1,
      minutes: 124,
      gapMinutes: 144,
      isMeasured: false,
    });
    expect(await between(oshawa, { speedKmh: 100, setupMinutes: 0 })).toMatchObject({
      minutes: 62,
      gapMinutes: 72,
    });
    expect(await between(nowhere)).toBeNull();
  });

  test('knows the centre of every postal area that its source places, and of two more', async () => {
    const { codes } = createRequire(import.meta.url)('zipcodes/lib/codesCanada.js') as {
      codes: Record<string, Area>;
    };
    const placed = Object.values(codes)
      .filter(({ latitude, longitude }) => latitude && longitude && latitude < 84)
      .map(({ zip, latitude, longitude }) => `${zip} ${longitude} ${latitude}`)
      .sort();
    const { rows } = await database.pool.query<{ one: string }>(
      `select area || ' ' || centre[0] || ' ' || centre[1] as one from public.postal_areas order by area`,
    );
    expect(placed).toHaveLength(1610);
    expect(rows.map(({ one }) => one)).toEqual(
      [...placed, 'L7K -80.03 43.86', 'L9E -79.87 43.49'].sort(),
    );
  });
});
