import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultBusiness } from '../domain/business/default-business.ts';
import { dayRule, defaultOpeningRules } from '../domain/time/opening-rules.ts';
import type { OpeningRules, RuleKind } from '../domain/time/opening-rules.ts';
import { addDays, availableTimes, localToday } from '../domain/time/schedule.ts';
import type { TakenTime } from '../domain/time/schedule.ts';
import {
  anyCrews,
  anyPostalCode,
  anyTravel,
  rulesFor,
  takenOn,
} from '../domain/testing/any-rules.ts';
import type { Crews, Travel } from '../domain/testing/any-rules.ts';
import type { CheckoutState } from '../domain/booking/checkout.ts';
import { openTimes } from '../supabase/contracts/open-times.ts';
import { slotColumns, takenTimes } from '../supabase/contracts/slots.ts';
import { readOpeningRules } from '../supabase/functions/_shared/bookings/opening-rules.ts';
import { book } from '../supabase/tests/bookings.ts';
import { anon, ask, holderOf, signUp, tryOut, type Person } from '../supabase/tests/cast.ts';
import type { Database } from './backend/database/database.ts';
import { bookingRequest, customerInfo } from './testing/bookings.ts';
import { describeEachDatabase, runsOf } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';
import { takeTimes, writeCrews, writeRules, writeTravel, writeWays } from './testing/time-rules.ts';

const runs = runsOf(60);
const mostTaken = 6;

const today = localToday(Date.now());
// Within the shortest windows, at their edges, and beyond.
const days = [1, 2, 7, 8, 90].map((ahead) => addDays(today, ahead));

const anyDay = fc
  .record({
    date: fc.constantFrom(...days),
    service: fc.constantFrom(...defaultBusiness.services),
    rules: rulesFor(days),
    travel: anyTravel,
    crews: anyCrews,
    postalCode: anyPostalCode,
    // In seconds, between the areas of two postal codes.
    ways: fc.array(fc.tuple(anyPostalCode, anyPostalCode, fc.nat(9000)), { maxLength: 8 }),
  })
  .chain((day) =>
    fc
      .array(
        fc
          .tuple(takenOn(day.date), anyPostalCode)
          .map(([one, postalCode]) => ({ ...one, postalCode })),
        { maxLength: mostTaken },
      )
      .map((taken) => ({ ...day, taken, durationMinutes: day.service.durationMinutes })),
  );

type Day = typeof anyDay extends fc.Arbitrary<infer One> ? One : never;

describeEachDatabase('Offered times', (open) => {
  let database: Database;
  let host: FunctionHost;
  let customer: { id: string; person: Person };
  let mover: string;
  let others: string[];

  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
    customer = await signUp(database.pool, 'mover@example.com');
    const far = { booking_date: addDays(today, 300), user_id: customer.id };
    mover = await book(database.pool, far);
    others = [];
    for (let count = 0; count < mostTaken; count += 1) others.push(await book(database.pool));
  });
  afterAll(() => database.close());

  async function arrange(day: {
    rules: OpeningRules;
    travel: Travel;
    crews: Crews;
    service: { id: string };
    postalCode: string;
    ways: [string, string, number][];
    taken: TakenTime[];
    durationMinutes: number;
  }) {
    const { pool } = database;
    await pool.query('delete from public.slot_claims where booking_id is distinct from $1', [
      mover,
    ]);
    await pool.query(
      'update public.bookings set duration_minutes = $2, postal_code = $3, service_id = $4 where id = $1',
      [mover, day.durationMinutes, day.postalCode, day.service.id],
    );
    await writeRules(pool, day.rules);
    await writeTravel(pool, day.travel);
    await writeCrews(pool, day.crews);
    await writeWays(pool, day.ways);
    await takeTimes(pool, day.taken, others);
  }

  const needsServer = async () => {
    const { rows } = await database.pool.query<{ answer: boolean }>(
      'select private.times_need_server() as answer',
    );
    return rows[0]?.answer;
  };

  /** The times offered for a place. Where the rules suffice, they are those that the browser computes. */
  async function offered(kind: RuleKind, { date, service, durationMinutes, ...day }: Day) {
    const { status, body } = await host.call('open-times', {
      ...(kind === 'move'
        ? { kind, bookingId: mover }
        : { kind, serviceId: service.id, postalCode: day.postalCode }),
      from: date,
      until: date,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const { days: answered } = openTimes.shape.parse(body);
    const times = answered.flatMap((one) => one.times);
    const nearby = answered.flatMap((one) => one.nearby);
    if (!(await needsServer())) {
      const { rows } = await ask(
        database.pool,
        kind === 'move' ? holderOf(mover) : anon,
        `select ${slotColumns} from public.booked_slots where booking_date = $1`,
        [date],
      );
      const taken = takenTimes.parse(rows);
      const rules = await readOpeningRules(host.deps.rest);
      expect(times).toEqual(
        availableTimes({ rules, kind, date, durationMinutes, taken, now: Date.now() }),
      );
    }
    return { times, nearby };
  }

  /** Every start that is or may be offered, and some that never are. */
  const candidates = (kind: RuleKind, day: { date: string; rules: OpeningRules }) => [
    ...new Set([
      ...dayRule(day.rules, kind, day.date).starts,
      ...dayRule(defaultOpeningRules, 'booking', day.date).starts,
      '08:40',
    ]),
  ];

  test('reach the browser as the owner set them', async () => {
    await fc.assert(
      fc.asyncProperty(rulesFor(days), async (rules) => {
        await writeRules(database.pool, rules);
        expect(await readOpeningRules(host.deps.rest)).toEqual(rules);
      }),
      { numRuns: runs },
    );
  });

  test('need a postal code only while travel counts, and an administrator for a caller', async () => {
    const [date = ''] = days;
    const ask = (more: object) =>
      host.call('open-times', {
        kind: 'booking',
        serviceId: 'basic-wash',
        from: date,
        until: date,
        ...more,
      });
    const { rows } = await database.pool.query('select * from public.travel_settings');
    const travel = rows[0] as Travel;
    await writeTravel(database.pool, { ...travel, is_on: false });
    expect((await ask({})).status).toBe(200);
    await writeTravel(database.pool, { ...travel, is_on: true });
    expect((await ask({})).body).toMatchObject({
      error: { code: 'invalid_input', fields: { postalCode: 'Please enter your postal code.' } },
    });
    expect((await ask({ postalCode: 'L7C 1A1' })).status).toBe(200);
    expect((await ask({ postalCode: 'L7C 1A1', forCaller: {} })).status).toBe(401);
  });

  test('are refused to a network that asked about too many places while travel counts', async () => {
    const [date = ''] = days;
    host.deps.mayAskArea = (_, area) => Promise.resolve(area === 'L7C');
    const { rows } = await database.pool.query('select * from public.travel_settings');
    const travel = rows[0] as Travel;
    const ask = (postalCode: string) =>
      host.call('open-times', {
        kind: 'booking',
        serviceId: 'basic-wash',
        from: date,
        until: date,
        postalCode,
      });
    await writeTravel(database.pool, { ...travel, is_on: false });
    expect((await ask('L7E 2B2')).status).toBe(200);
    await writeTravel(database.pool, { ...travel, is_on: true });
    expect((await ask('L7C 1A1')).status).toBe(200);
    const refused = { status: 429, body: { error: { code: 'too_many_places' } } };
    expect(await ask('L7E 2B2')).toMatchObject(refused);
    const [bookingDate, bookingTime] = [date, '09:00'];
    const where = { ...customerInfo, email: 'far@example.com', postalCode: 'L7E 2B2' };
    await writeRules(database.pool, defaultOpeningRules);
    expect(
      await host.call(
        'create-booking',
        bookingRequest(host, { bookingDate, bookingTime, customerInfo: where }),
      ),
    ).toMatchObject(refused);
    delete host.deps.mayAskArea;
  });

  test('equal the times that a new booking can have', async () => {
    await fc.assert(
      fc.asyncProperty(anyDay, async (whole) => {
        const { date, service, ...day } = whole;
        await arrange({ ...day, service });
        const given: string[] = [];
        const isOffered = await offered('booking', whole);
        const soldNearby: string[] = [];
        const cents = whole.travel.nearby_discount_cents;
        const province = day.postalCode.startsWith('H') ? 'QC' : 'ON';
        const where = { ...customerInfo, province, postalCode: day.postalCode };
        for (const time of candidates('booking', { date, ...day })) {
          const { status, body } = await host.call(
            'create-booking',
            bookingRequest(host, {
              serviceId: service.id,
              bookingDate: date,
              bookingTime: time,
              customerInfo: { ...where, email: `ada-${host.state.bookings}@example.com` },
            }),
          );
          if (status !== 201) continue;
          given.push(time);
          const { rows } = await database.pool.query<{ near: number; adds_up: boolean }>(
            `select nearby_discount_cents as near,
               total_cents = price_cents - discount_cents + tax_cents + tip_cents as adds_up
             from public.bookings where id = $1`,
            [body['bookingId']],
          );
          expect(rows[0]?.adds_up).toBe(true);
          const { price, nearbyDiscount = 0 } = body['checkout'] as CheckoutState;
          expect(nearbyDiscount).toBe(rows[0]?.near);
          if (nearbyDiscount > 0) {
            soldNearby.push(time);
            expect(nearbyDiscount).toBe(Math.min(cents, price - 50));
          }
          await database.pool.query('delete from public.slot_claims where booking_id = $1', [
            body['bookingId'],
          ]);
        }
        expect(given.sort()).toEqual(isOffered.times);
        if (cents > 0) expect(soldNearby.sort()).toEqual([...isOffered.nearby].sort());
      }),
      { numRuns: runs },
    );
  });

  test('equal the times that a booking can move to', async () => {
    await fc.assert(
      fc.asyncProperty(anyDay, async (whole) => {
        const { date, ...day } = whole;
        await arrange(day);
        const given: string[] = [];
        for (const time of candidates('move', { date, ...day })) {
          const statement = `update public.bookings set booking_date = '${date}', booking_time = '${time}' where id = '${mover}'`;
          if ((await tryOut(database.pool, customer.person, statement)) === 1) given.push(time);
        }
        expect(given.sort()).toEqual((await offered('move', whole)).times);
      }),
      { numRuns: runs },
    );
  });
});
