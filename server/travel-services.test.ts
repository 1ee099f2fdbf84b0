import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  findVisitPlaces,
  forgetOldWays,
  measureWays,
} from '../supabase/functions/_shared/travel/measure-travel.ts';
import { book, call, hold, settle, stored, wanted } from '../supabase/tests/bookings.ts';
import type { Database } from './backend/database/database.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';
import { startGeocoder, startRouting, type Service } from './testing/travel-services.ts';

const caledon = 'L7C 1A1';
const bolton = 'L7E 2B2';
const oshawa = 'L1H 4E4';

describeEachDatabase('Travel services', (open) => {
  let database: Database;
  let host: FunctionHost;
  let services: Service[] = [];
  let logged: object[] = [];

  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
    host.deps.log.warn = (details) => void logged.push(details);
    await run(`update public.travel_settings set is_on = true, base_postal_code = '${caledon}'`);
    // Three areas, so that a round is one table.
    await run(`delete from public.service_area;
      insert into public.service_area values ('L7C'), ('L7E'), ('L1H')`);
  });
  afterEach(async () => {
    await Promise.all(services.map(({ stop }) => stop()));
    services = [];
    logged = [];
    delete host.deps.travel;
    await run(`delete from public.travel_ways; delete from private.travel_services;
      delete from private.visit_places; delete from public.slot_claims;
      update public.travel_settings set ways_at = null`);
  });
  afterAll(() => database.close());

  const run = (sql: string) => database.pool.query(sql);
  const keep = (service: Service) => {
    services.push(service);
    return service;
  };
  const routeBy = ({ url }: Service) =>
    (host.deps.travel = { routingUrl: url, geocoderUrl: null, answerWithinMs: 300 });
  const findBy = ({ url }: Service) =>
    (host.deps.travel = { routingUrl: null, geocoderUrl: url, answerWithinMs: 300 });
  /** Lets a service be asked again at once. */
  const waitOut = () => run('delete from private.travel_services');
  const minutes = async (one: string, other: string) => {
    const { rows } = await database.pool.query<{ minutes: number }>(
      `select private.drive_minutes(travel, private.place_of($1), private.place_of($2)) as minutes
       from public.travel_settings as travel`,
      [one, other],
    );
    return rows[0]?.minutes;
  };

  test('measure ways in both directions, and the slower one counts', async () => {
    const estimate = await minutes(caledon, oshawa);
    expect(estimate).toBe(124);
    // An hour to the east, and an hour and a half back.
    const routing = keep(await startRouting(([from], [to]) => (to > from ? 3600 : 5400)));
    routeBy(routing);
    expect(await measureWays(host.deps)).toBe(3);
    expect(await minutes(caledon, oshawa)).toBe(90);
    expect(await minutes(oshawa, caledon)).toBe(90);
    // Nothing is missing then.
    const asked = routing.requests.length;
    expect(await measureWays(host.deps)).toBe(0);
    expect(routing.requests).toHaveLength(asked);
    // Only rounded coordinates of postal areas left the server.
    for (const { url } of routing.requests) {
      expect(url.pathname).toMatch(/^\/table\/v1\/driving\/(-?\d{1,3}(\.\d{1,3})?[,;]?)+$/);
    }
  });

  test('change open times but no visit', async () => {
    const first = wanted({ booking_time: '09:00', postal_code: caledon });
    const { booking_id: id } = await hold(database.pool, first);
    await settle(database.pool, `pi_${id}`, id);
    const day = first['booking_date'];
    const next = await book(database.pool, {
      booking_date: day ?? null,
      booking_time: '12:45',
      postal_code: bolton,
    });
    routeBy(keep(await startRouting(() => 7200)));
    await measureWays(host.deps);
    const taken = await call<{ booking_time: string; gap_minutes: number }[]>(
      database.pool,
      'times_taken_for',
      bolton,
      day,
      day,
    );
    expect(taken.find((one) => one.booking_time === '09:00')?.gap_minutes).toBe(140);
    const { rowCount } = await database.pool.query(
      'select from public.slot_claims where booking_id = any ($1)',
      [[id, next]],
    );
    expect(rowCount).toBe(2);
  });

  test('leave the estimate where there is no road, and measure the rest', async () => {
    const isOff = ([longitude]: readonly number[]) => Math.round((longitude ?? 0) * 10) === -789;
    routeBy(keep(await startRouting(() => 600, isOff)));
    expect(await measureWays(host.deps)).toBeGreaterThan(0);
    expect(await minutes(caledon, oshawa)).toBe(124);
    expect(await minutes(caledon, bolton)).toBe(10);
    await run('delete from public.travel_ways');
    routeBy(keep(await startRouting(() => null)));
    await measureWays(host.deps);
    expect(await minutes(caledon, bolton)).toBe(await minutes(bolton, caledon));
  });

  const faults: [string, (response: ServerResponse) => void][] = [
    ['answers too late', () => undefined],
    ['answers 500', (response) => response.writeHead(500).end('{"code":"InternalError"}')],
    ['answers no JSON', (response) => response.end('{"code":"Ok","durations":[[')],
    ['answers another table', (response) => response.end('{"code":"Ok","durations":[[1]]}')],
    ['hangs up', (response) => response.destroy()],
    [
      'sends the request elsewhere',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    ],
  ];

  test.each(faults)('estimate when the routing service %s', async (_, fault) => {
    const routing = keep(await startRouting(() => 60));
    routing.fault = fault;
    routeBy(routing);
    expect(await measureWays(host.deps)).toBe(0);
    expect(await minutes(caledon, oshawa)).toBe(124);
    expect(logged).toEqual([expect.objectContaining({ service: 'routing' })]);
    // Not asked again at once; later, logged once.
    const asked = routing.requests.length;
    await measureWays(host.deps);
    expect(routing.requests).toHaveLength(asked);
    await run(`update private.travel_services set try_again_at = now()`);
    await measureWays(host.deps);
    expect(routing.requests.length).toBeGreaterThan(asked);
    expect(logged).toHaveLength(1);
    const { rows } = await run(
      `select failures, try_again_at > now() + interval '90 seconds' as later from private.travel_services`,
    );
    expect(rows).toEqual([{ failures: 2, later: true }]);
    routing.fault = null;
    await run(`update private.travel_services set try_again_at = now()`);
    expect(await measureWays(host.deps)).toBe(3);
  });

  test('forget ways that no service has measured for 60 days', async () => {
    routeBy(keep(await startRouting(() => 60)));
    await measureWays(host.deps);
    await run(`update public.travel_ways set asked_at = now() - interval '59 days'`);
    expect(await forgetOldWays(host.deps)).toBe(0);
    await run(`update public.travel_ways set asked_at = now() - interval '61 days'`);
    expect(await forgetOldWays(host.deps)).toBe(3);
    expect(await minutes(caledon, oshawa)).toBe(124);
  });

  const placeOf = async (id: string) => {
    const { rows } = await database.pool.query<{ place: string }>(
      `select longitude || ' ' || latitude as place from public.slot_claims where booking_id = $1`,
      [id],
    );
    return rows[0]?.place;
  };
  const centre = '-79.8304 43.7467';

  test('find the address of a visit, which it keeps when it is moved', async () => {
    const address = '12 Main Street';
    const id = await book(database.pool, { postal_code: caledon, address });
    const { booking_date: day } = await stored(database.pool, id);
    expect(await placeOf(id)).toBe(centre);
    const geocoder = keep(await startGeocoder({ [address]: [-79.9, 43.8] }));
    findBy(geocoder);
    expect(await findVisitPlaces(host.deps)).toBe(1);
    expect(await placeOf(id)).toBe('-79.9 43.8');
    expect(geocoder.requests).toHaveLength(1);
    const [asked] = geocoder.requests;
    expect(asked?.userAgent).toBe('mobile-detailing-booking (http://site.test)');
    // No name, phone number or email address.
    expect(Object.fromEntries(asked?.url.searchParams ?? [])).toEqual({
      format: 'jsonv2',
      countrycodes: 'ca',
      limit: '1',
      postalcode: caledon,
      street: address,
    });
    await database.pool.query(
      `update public.bookings set booking_time = '15:00' where id = $1 and booking_date = $2`,
      [id, day],
    );
    expect(await placeOf(id)).toBe('-79.9 43.8');
    // A corrected address is in the centre of its area until it is found.
    await run(`update public.bookings set address = '9 New Street' where id = '${id}'`);
    expect(await placeOf(id)).toBe(centre);
    await waitOut();
    await findVisitPlaces(host.deps);
    expect(geocoder.requests.at(-1)?.url.searchParams.get('street')).toBe('9 New Street');
    expect(await placeOf(id)).toBe(centre);
  });

  test.each([
    ['does not know', {}],
    ['finds far from its postal area', { '1 Far Road': [-123.1, 49.3] as const }],
  ])('leave an address in the centre of its area that the geocoder %s', async (_, streets) => {
    const id = await book(database.pool, { postal_code: caledon, address: '1 Far Road' });
    const geocoder = keep(await startGeocoder(streets));
    findBy(geocoder);
    expect(await findVisitPlaces(host.deps)).toBe(0);
    expect(await placeOf(id)).toBe(centre);
    await waitOut();
    await findVisitPlaces(host.deps);
    expect(geocoder.requests).toHaveLength(1);
  });

  test('ask for one address a second, and not for holds', async () => {
    await hold(database.pool, wanted());
    const ids = [await book(database.pool), await book(database.pool)];
    const geocoder = keep(await startGeocoder({}));
    findBy(geocoder);
    const claims = () => call(database.pool, 'address_to_find');
    expect(await claims()).toMatchObject({ bookingId: expect.any(String) as string });
    expect(await claims()).toBeNull();
    expect(ids).toHaveLength(2);
  });

  test('retry a geocoder that fails, and log it once', async () => {
    const address = '12 Main Street';
    const id = await book(database.pool, { postal_code: caledon, address });
    const geocoder = keep(await startGeocoder({ [address]: [-79.9, 43.8] }));
    geocoder.fault = (response) => response.writeHead(503).end('busy');
    findBy(geocoder);
    expect(await findVisitPlaces(host.deps)).toBe(0);
    await findVisitPlaces(host.deps);
    expect(geocoder.requests).toHaveLength(1);
    expect(logged).toHaveLength(1);
    geocoder.fault = null;
    await waitOut();
    await run(`update private.visit_places set try_again_at = now()`);
    expect(await findVisitPlaces(host.deps)).toBe(1);
    expect(await placeOf(id)).toBe('-79.9 43.8');
  });
});
