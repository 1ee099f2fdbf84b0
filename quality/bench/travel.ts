// Three vans, 30 days and 400 random customers: visits, kilometres, and whether each day can be driven. [--seed N]
import { parseArgs } from 'node:util';
import { localDate, newVisitor, post, requestBooking } from '../../e2e/fixtures/booking-api.ts';
import { startServer } from '../../e2e/fixtures/server-process.ts';
import { crowKm, drive, type Terms, type Visit } from '../fixtures/drivable.ts';
import { placeOn, type Query } from '../fixtures/places.ts';
import { record } from '../fixtures/record.ts';

/*
 * The customers come one after the other in the order of the seed. Each asks for the open times of the next 30 days at
 * their postal code and takes one of them at random. The same customers come to a business without travel, and to one
 * with it. Then a program of its own drives every day (quality/fixtures/drivable.ts).
 */

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } });
const vans = 3;
const days = 30;
const customers = 400;
/** Of the served areas those around Caledon, as the crow flies. */
const mostKm = 45;

const terms: Terms = {
  base: 'L7C',
  leavesAt: 7 * 60,
  backBy: 20 * 60,
  roadFactor: 1.3,
  speed: 50,
  least: 10,
  setup: 10,
  packing: 10,
};

const services = ['basic-wash', 'premium-detailing', 'luxury-package'];

/** Numbers from 0 up to 1, the same for a seed. */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Answer = { days: { date: string; times: string[] }[] };

async function month(isOn: boolean) {
  const place = await placeOn(process.env['TEST_DATABASE_URL'] ? 'postgres' : 'embedded');
  const env = { LOG_LEVEL: 'fatal', TRUSTED_PROXIES: '1', ...place.env };
  const start = () => startServer({ dataDir: place.dataDir, env });
  try {
    await (await start()).stop();
    const areas = await place.atRest((query) => arrange(query, isOn));
    const random = randomFrom(Number(values.seed));
    const pick = <One>(all: readonly One[]) => all[Math.floor(random() * all.length)];
    const server = await start();
    let refused = 0;
    for (let number = 0; number < customers; number += 1) {
      const [area, serviceId, wish] = [pick(areas), pick(services), random()];
      const postalCode = `${area} 1A1`;
      const open = await post(
        server.origin,
        '/functions/v1/open-times',
        { kind: 'booking', serviceId, postalCode, from: localDate(1), until: localDate(days) },
        newVisitor(),
      );
      const answer = (await open.json()) as Answer;
      if (open.status !== 200) throw new Error(JSON.stringify(answer));
      const times = answer.days.flatMap(({ date, times: all }) => all.map((time) => [date, time]));
      const [bookingDate = '', bookingTime = ''] = times[Math.floor(wish * times.length)] ?? [];
      if (!bookingDate) {
        refused += 1;
        continue;
      }
      const email = `customer${number}@example.com`;
      const made = await requestBooking(server.origin, {
        serviceId: serviceId ?? '',
        bookingDate,
        bookingTime,
        email,
        postalCode,
      });
      if (made.status !== 201) throw new Error(`An open time was refused: ${await made.text()}`);
    }
    await server.stop();
    return { refused, visits: await place.atRest(readVisits) };
  } finally {
    await place.remove();
  }
}

/** Three vans and a start every half hour, for both. Returns the areas that customers come from. */
async function arrange(query: Query, isOn: boolean): Promise<string[]> {
  await query(`update public.time_settings set crews = ${vans}, window_days = ${days}`);
  await query(`update public.opening_hours set ends_by = '18:00', starts = array(
    select '08:00'::time + number * interval '30 minutes' from generate_series(0, 16) as number)`);
  await query(`update public.travel_settings set is_on = $1, base_postal_code = 'L7C 1A1'`, [isOn]);
  const rows = await query<{ area: string }>(
    `select area from public.postal_areas
     where exists (select from public.service_area where area like prefix || '%') order by area`,
  );
  return rows.map(({ area }) => area).filter((area) => crowKm(area, terms.base) <= mostKm);
}

const readVisits = (query: Query) =>
  query<Visit>(
    `select claim.crew, claim.local_date::text as day, left(booking.postal_code, 3) as area,
       extract(epoch from booking.booking_time)::integer / 60 as from,
       extract(epoch from booking.booking_time)::integer / 60 + booking.duration_minutes as until
     from public.slot_claims as claim join public.bookings as booking on booking.id = claim.booking_id`,
  );

const rows = [];
for (const isOn of [false, true]) {
  const { visits, refused } = await month(isOn);
  const driven = drive(visits, terms);
  if (visits.length + refused !== customers) throw new Error(`${visits.length} visits are left`);
  rows.push({
    rules: isOn ? 'with travel' : 'without travel',
    visits: visits.length,
    'found no time': refused,
    'days of a van with visits': driven.days,
    'of these cannot be driven': driven.lateDays,
    'visits a day of a van': (visits.length / driven.days).toFixed(2),
    km: Math.round(driven.km),
    'km a visit': (driven.km / visits.length).toFixed(1),
  });
  if (isOn && driven.lateDays > 0) {
    console.error(driven.lateLegs.join('\n'));
    process.exitCode = 1;
  }
}

record({ name: 'travel', command: 'npm run bench travel', facts: `Seed ${values.seed}.`, rows });
