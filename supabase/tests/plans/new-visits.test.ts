import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../server/backend/database/database.ts';
import { describePostgres } from '../../../server/testing/databases.ts';
import { service, signUp, type Person } from '../cast.ts';
import { stepsOf } from './explain.ts';

const visits = 400;
const crews = 4;
/** Each step may look at so many rows a visit: pairs of all visits would be 400. */
const mostRowsEach = 25;

const someDay = 'current_date + 30';

/** Every start that a customer may choose in a hundred days. */
const starts = `(
  select jsonb_agg(jsonb_build_object('date', current_date + 1 + n / 4, 'time', (array['08:00', '11:30', '15:00', '18:30'])[1 + n % 4]))
  from generate_series(0, ${visits - 1}) as n
)`;

// Statistics that are older than the visits, as after an import. The embedded database cannot explain statements within
// a function.
describePostgres(`With ${visits} visits that the statistics don't know`, (open) => {
  let database: Database;
  let owner: Person;
  beforeAll(async () => {
    database = await open({ maxConnections: 1 });
    owner = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
    await database.pool.query(`
      alter table public.bookings set (autovacuum_enabled = off);
      alter table public.slot_claims set (autovacuum_enabled = off);
      update public.time_settings set crews = ${crews};
      update public.travel_settings
      set is_on = true, base_postal_code = 'L7C 1A1', leaves_at = '05:00', back_by = '23:00', nearby_minutes = 30,
        swap_minutes = 5;
      analyze;
      insert into public.bookings (
        customer_name, customer_email, customer_phone, service_id, service_name, vehicle_type, car_model, car_year,
        booking_date, booking_time, duration_minutes, status, deposit_paid, payment_option, price_cents, total_cents,
        due_now_cents, deposit_cents, free_cancellation_hours, address, city, province, postal_code
      )
      select
        'Ada', 'ada' || n || '@example.com', '+19055550101', 'premium-detailing', 'Premium Detailing', 'suv',
        'Volvo XC60', 2022, current_date + 1 + n / 16, (array['08:00', '11:30', '15:00', '18:30'])[1 + n / 4 % 4]::time, 180,
        'deposit_paid', true, 'pay_deposit', 11999, 11999, 2000, 2000, 24, n || ' Main Street', 'Caledon', 'ON',
        case n % 3 when 0 then 'L7C 1A1' when 1 then 'L7E 2B2' else 'L1H 4E4' end
      from generate_series(0, ${visits - 1}) as n;
      insert into public.slot_claims (during, booking_id, service_name, crew, longitude, latitude)
      select
        private.span_of(booking), booking.id, booking.service_name,
        row_number() over (partition by booking.booking_date, booking.booking_time order by booking.id),
        (private.place_of(booking.postal_code))[0], (private.place_of(booking.postal_code))[1]
      from public.bookings as booking;`);
  });
  afterAll(() => database.close());

  test.each([
    ['the travel settings', 'public.travel_page()'],
    ['a preview of other settings', `public.change_travel('{"speedKmh": 40}', null, true)`],
    ['the times', 'public.time_page()'],
    ['today', 'public.owner_dashboard()'],
    ['the route of a day', `public.owner_route(${someDay})`],
    ['the crews', 'public.crews_page()'],
    ['a month of the calendar', 'public.calendar_range(current_date, current_date + 30)'],
  ])('%s compare no visit with all others', (_, call) => expectFew(owner, call));

  test.each([
    ['the open times', `public.times_taken_for('L7C 1A1', current_date, current_date + 90)`],
    [
      'the starts nearby',
      `public.nearby_starts_for('L7C 1A1', ${starts}, 120, 'premium-detailing')`,
    ],
  ])('%s compare no visit with all others', (_, call) => expectFew(service, call));

  test('the test detects a comparison of all pairs', async () => {
    const steps = await stepsOf(
      database.pool,
      service,
      'select count(*) from public.slot_claims as one join public.slot_claims as other on one.crew < other.crew',
    );
    expect(Math.max(...steps.map(({ rows }) => rows))).toBeGreaterThan(visits * mostRowsEach);
  });

  async function expectFew(who: Person, call: string) {
    const steps = await stepsOf(database.pool, who, `select ${call}`);
    expect(steps, 'the server explained something').not.toEqual([]);
    expect(steps.filter(({ rows }) => rows > visits * mostRowsEach)).toEqual([]);
  }
});
