import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, hold, lapse, settle, stored, wanted, type Wanted } from './bookings.ts';
import { signUp, tryCall, tryOut, type Person } from './cast.ts';
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

  test('knows the centre of every postal area that its source places', async () => {
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
    expect(rows.map(({ one }) => one)).toEqual(placed);
    expect(placed).toHaveLength(1610);
  });
});
