// A month of open times for a place, computed by the server, beside one without travel. [embedded|postgres] [bookings]
import { localDate, newVisitor, post } from '../../e2e/fixtures/booking-api.ts';
import { startServer } from '../../e2e/fixtures/server-process.ts';
import { crowKm } from '../fixtures/drivable.ts';
import { median, quantile } from '../fixtures/median.ts';
import { databases, placeOn, type DatabaseName } from '../fixtures/places.ts';
import { record } from '../fixtures/record.ts';
import { fillWithHistory } from './fixtures/history.ts';
import { publicKey } from './fixtures/measured-host.ts';

/*
 * Without travel the browser asks for the rules and what is taken in a month side by side, and computes the open times,
 * which is not measured. With travel the server answers them for a place. One visitor asks after another, in turns on
 * the same data; each for a place three times, as for three months.
 */

const args = process.argv.slice(2);
const [bookings = 100_000] = args.map(Number).filter(Number.isFinite);
const chosen = databases.filter((name) => args.includes(name));
const turns = 3;
const times = 100;
const warmUps = 20;
const vans = 3;
/** Of the served areas those around the base, as the crow flies. */
const mostKm = 45;
const base = 'L7C';
const [from, until] = [localDate(1), localDate(30)];

type Ask = (number: number) => Promise<unknown>;

/** How long each took, in milliseconds. */
async function took(ask: Ask): Promise<number[]> {
  const all: number[] = [];
  for (let number = 0; number < warmUps + times; number += 1) {
    const began = performance.now();
    await ask(number);
    if (number >= warmUps) all.push(performance.now() - began);
  }
  return all;
}

async function json(asked: Promise<Response>): Promise<unknown> {
  const answer = await asked;
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

function withoutTravel(origin: string, key: string): Ask {
  const read = (path: string) =>
    json(
      fetch(`${origin}/rest/v1/${path}`, {
        headers: { apikey: key, authorization: `Bearer ${key}`, ...newVisitor() },
      }),
    );
  const slots = `booked_slots?select=booking_date,booking_time,service_name,duration_minutes,crew&booking_date=gte.${from}&booking_date=lte.${until}`;
  return () => Promise.all([read('rpc/opening_rules'), read(slots)]);
}

function withTravel(origin: string, areas: readonly string[]): Ask {
  let visitor = newVisitor();
  return async (number) => {
    if (number % 3 === 0) visitor = newVisitor();
    const place = areas[Math.floor(number / 3) % areas.length] ?? base;
    const wish = { kind: 'booking', serviceId: 'basic-wash', postalCode: `${place} 1A1` };
    const asked = { ...wish, from, until };
    const answer = await json(post(origin, '/functions/v1/open-times', asked, visitor));
    if ((answer as { days: unknown[] }).days.length < 30) throw new Error('Days are missing');
  };
}

async function measure(name: DatabaseName) {
  const place = await placeOn(name);
  const env = { LOG_LEVEL: 'fatal', TRUSTED_PROXIES: '1', ...place.env };
  const start = () => startServer({ dataDir: place.dataDir, env });
  try {
    await (await start()).stop();
    const areas = await place.atRest(async (query) => {
      await fillWithHistory(query, bookings);
      await query(`update public.time_settings set crews = ${vans}`);
      const rows = await query<{ area: string }>(
        `select area from public.postal_areas
         where exists (select from public.service_area where area like prefix || '%') order by area`,
      );
      return rows.map(({ area }) => area).filter((area) => crowKm(area, base) <= mostKm);
    });
    const [before, after]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < turns * 2; turn += 1) {
      const isOn = turn % 2 === 1;
      await place.atRest((query) =>
        query(`update public.travel_settings set is_on = $1, base_postal_code = '${base} 1A1'`, [
          isOn,
        ]),
      );
      const server = await start();
      if (isOn) after.push(...(await took(withTravel(server.origin, areas))));
      else
        before.push(...(await took(withoutTravel(server.origin, await publicKey(server.origin)))));
      await server.stop();
    }
    const [p95, p95ForPlace] = [quantile(before, 0.95), quantile(after, 0.95)];
    return {
      database: place.label,
      'without travel, median ms': median(before).toFixed(1),
      'p95 ms': p95.toFixed(1),
      'for a place, median ms': median(after).toFixed(1),
      'its p95 ms': p95ForPlace.toFixed(1),
      'times as much': (p95ForPlace / p95).toFixed(2),
    };
  } finally {
    await place.remove();
  }
}

const rows = [];
for (const name of chosen.length > 0 ? chosen : databases) rows.push(await measure(name));
const facts = `${bookings.toLocaleString('en-CA')} bookings, ${vans} vans, ${turns} turns of ${times} requests of each kind.`;
record({ name: 'month', command: 'npm run bench month', facts, rows });
