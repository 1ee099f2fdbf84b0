import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { offerFreedTimes } from '../supabase/functions/_shared/offers/offer-freed-times.ts';
import { anon, ask, signUp, type Person } from '../supabase/tests/cast.ts';
import { callAs, daysAfter, markRain, tokenTo, type RainOffer } from '../supabase/tests/rain.ts';
import type { Database } from './backend/database/database.ts';
import {
  beginPayment,
  bookingRequest,
  customerInfo,
  hold,
  letHoldExpire,
  paidBooking,
  stateOf,
} from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';

const sold = { service_name: 'Premium Detailing', duration_minutes: 180, total_cents: 11999 };

describeEachDatabase('a service and a vehicle class that the owner removed', (open) => {
  let database: Database;
  let host: FunctionHost;
  let boss: Person;
  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
    boss = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
  });
  beforeEach(() => database.pool.query('delete from public.business_versions where version > 1'));
  afterAll(() => database.close());

  /** Publishes the default business with a change of its services; the SUV class is removed. */
  const publish = (services: string) =>
    database.pool.query(`
      insert into public.business_versions (version, business)
      select (select max(version) + 1 from public.business_versions), jsonb_set(
        jsonb_set(business, '{services}', ${services}),
        '{vehicleClasses}', '[{"id": "sedan", "name": "Sedan"}]'
      )
      from public.business_versions where version = 1`);
  const remove = () => publish(`(business -> 'services') - 1`);
  const hide = () => publish(`jsonb_set(business -> 'services', '{1,isVisible}', 'false')`);

  async function stored(bookingId: string) {
    const { rows } = await database.pool.query(
      `select booking.service_name, booking.vehicle_name, booking.duration_minutes, booking.total_cents,
         booking.booking_date::text as date, to_char(booking.booking_time, 'HH24:MI') as time,
         extract(epoch from upper(claim.during) - lower(claim.during))::integer / 60 as claimed_minutes
       from public.bookings as booking
       join public.slot_claims as claim on claim.booking_id = booking.id
       where booking.id = $1`,
      [bookingId],
    );
    return rows[0] as Record<string, unknown>;
  }
  const asSold = { ...sold, vehicle_name: 'SUV / Compact SUV', claimed_minutes: 180 };

  it.each([
    ['removed', remove],
    ['hidden', hide],
  ])('stays in a booking that the owner moves while it is %s', async (_, change) => {
    const { bookingId, date } = await paidBooking(host);
    await change();
    const to = daysAfter(date, 200);
    await callAs(database.pool, boss, 'move_booking', bookingId, to, '09:30');
    expect(await stored(bookingId)).toEqual({ ...asSold, date: to, time: '09:30' });
  });

  it('stays in a booking that its customer moves', async () => {
    const email = 'mover@example.com';
    const { person, id } = await signUp(database.pool, email);
    const { bookingId, date } = await paidBooking(host, {
      customerInfo: { ...customerInfo, email },
    });
    await database.pool.query('update public.bookings set user_id = $2 where id = $1', [
      bookingId,
      id,
    ]);
    await remove();
    const to = daysAfter(date, 40);
    await ask(
      database.pool,
      person,
      'update public.bookings set booking_date = $2, booking_time = $3 where id = $1',
      [bookingId, to, '14:00'],
    );
    expect(await stored(bookingId)).toEqual({ ...asSold, date: to, time: '14:00' });
  });

  it('stays in a booking that its customer moves from a rain day, with the name of the class', async () => {
    const email = 'rain@example.com';
    const { bookingId, date } = await paidBooking(host, {
      customerInfo: { ...customerInfo, email },
    });
    await remove();
    const times = [60, 61, 62].map((days) => ({ date: daysAfter(date, days), time: '09:00' }));
    await markRain(database.pool, boss, date, { [bookingId]: times });
    const token = await tokenTo(database.pool, email);
    const offer = await callAs<RainOffer>(database.pool, anon, 'rain_offer', token);
    expect(offer).toMatchObject({ vehicle_name: 'SUV / Compact SUV' });
    await callAs(database.pool, anon, 'choose_rain_time', token, offer.times[1]?.id);
    expect(await stored(bookingId)).toEqual({ ...asSold, date: times[1]?.date, time: '09:00' });
  });

  it('stays in a hold, which can be paid at its price, and is in no new booking', async () => {
    const held = await hold(host);
    await remove();
    await host.pay(await beginPayment(host, held));
    const { body } = await host.call('verify-payment', { bookingId: held.bookingId });
    expect(body).toMatchObject({ payment: 'succeeded', bookingStatus: 'deposit_paid' });
    expect((await stateOf(host, held)).permanent).toBe(true);
    const next = await host.call('create-booking', bookingRequest(host));
    expect(next).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', fields: { serviceId: 'Please choose a service.' } } },
    });
  });

  it('is not offered to the waiting list until it can be booked again', async () => {
    const morning = await hold(host);
    const { date } = morning;
    for (const bookingTime of ['12:00', '15:00']) {
      await hold(host, { bookingDate: date, bookingTime });
    }
    const place = { serviceId: 'premium-detailing', vehicleType: 'suv', date, name: 'Wren' };
    await host.call('join-waiting-list', {
      ...place,
      email: 'wren@example.com',
      phone: '905 555 0142',
    });
    await letHoldExpire(host, morning);
    await hide();
    expect(await offerFreedTimes(host.deps)).toBe(0);
    await database.pool.query('delete from public.business_versions where version > 1');
    expect(await offerFreedTimes(host.deps)).toBe(1);
  });
});
