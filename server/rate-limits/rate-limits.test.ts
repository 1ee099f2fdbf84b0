import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeEachDatabase } from '../testing/databases.ts';
import type { Database } from '../backend/database/database.ts';
import { clientAddress, noteClientAddress } from '../client-address.ts';
import { endpointOf, limitedEndpoints } from './limited-endpoints.ts';
import { areasAnHour, limitAreas } from './limit-areas.ts';
import { limitAtOnce } from './limit-at-once.ts';
import { limitRates } from './limit-rates.ts';

const address = '203.0.113.7';

type Call = { path: string; method?: string; from?: string; headers?: Record<string, string> };

/** One process of the server, reduced to its limits. */
function process(database: Database, now: () => Date, answer = () => new Response('in')) {
  const app = new Hono();
  app.use(noteClientAddress(1));
  app.use(limitRates({ database, now, clientAddress }));
  app.all('*', answer);
  return async ({ path, method = 'POST', from = address, headers = {} }: Call) =>
    await app.request(path, { method, headers: { 'x-forwarded-for': from, ...headers } });
}

describeEachDatabase('the limits of endpoints', (open) => {
  let database: Database;
  let now: Date;
  const clock = () => now;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    now = new Date('2026-12-01T12:00:00Z');
    await database.pool.query('delete from auth.rate_limits');
  });
  afterAll(() => database.close());

  it.each(
    limitedEndpoints
      .filter(({ counts }) => !counts)
      .map((endpoint) => [endpoint.name, endpoint] as const),
  )(
    '%s accepts its number of requests from one address, then answers 429 until Retry-After has passed',
    async (_, { paths: [path = ''], methods: [method], limit }) => {
      const call = process(database, clock);
      const ask = (from?: string) =>
        call({ path, ...(method && { method }), ...(from && { from }) });
      const inside = await Promise.all(Array.from({ length: limit.attempts }, () => ask()));
      expect(new Set(inside.map(({ status }) => status))).toEqual(new Set([200]));
      const refused = await ask();
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe(String(limit.windowSeconds));
      expect((await ask('203.0.113.8')).status).toBe(200);
      now = new Date(now.getTime() + limit.windowSeconds * 1000 + 1);
      expect((await ask()).status).toBe(200);
    },
  );

  it('count questions about a photo with changes of photos', () => {
    const names = ['add', 'remove', 'holds'].map(
      (what) => endpointOf('POST', `/rest/v1/rpc/${what}_booking_photo`)?.name,
    );
    expect(new Set(names)).toEqual(new Set(['booking-photos']));
  });

  it('count every function to which a visitor names a booking or a token', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select proname as name from pg_proc
       where pronamespace = 'public'::regnamespace and pronargs > 0
         and has_function_privilege('anon', oid, 'execute')
         -- Its argument is a kind of form.
         and proname <> 'text_offer'`,
    );
    expect(rows.length).toBeGreaterThan(20);
    const uncounted = rows.filter(({ name }) =>
      ['POST', 'GET'].some((method) => !endpointOf(method, `/rest/v1/rpc/${name}`)),
    );
    expect(uncounted).toEqual([]);
  });

  it('are shared by all replicas when money, email or a guess is at stake', async () => {
    const replicas = [process(database, clock), process(database, clock)] as const;
    const path = '/functions/v1/join-waiting-list';
    const answers = await Promise.all(
      Array.from({ length: 40 }, (__, index) => replicas[index % 2 === 0 ? 0 : 1]({ path })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(15);
  });

  it.each(['/functions/v1/create-booking', '/functions/v1/extend-hold'])(
    'count a /56 and a /48 too, so that one machine cannot use %s from each of its networks',
    async (path) => {
      const call = process(database, clock);
      const limit = endpointOf('POST', path)?.limit.attempts ?? 0;
      let inside = 0;
      for (let network = 0; network < 4 * limit; network += 1) {
        const { status } = await call({ path, from: `2001:db8:1:${network.toString(16)}00::1` });
        if (status === 200) inside += 1;
      }
      expect(inside).toBe(2 * limit);
      expect((await call({ path, from: '2001:db8:2::1' })).status).toBe(200);
    },
  );

  it('count the address that our proxy reports, and ignore earlier entries of X-Forwarded-For', async () => {
    const call = process(database, clock);
    const path = '/rest/v1/inquiries';
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1) {
      const from = `198.51.100.${index}, ${address}:${4000 + index}`;
      statuses.push((await call({ path, from })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
  });

  it('apply to every spelling of a path that reaches the endpoint', async () => {
    const call = process(database, clock);
    const spellings = ['/rest/v1/inquiries', '/rest/v1/inquir%69es', '/rest/v1/inquiries?a=b'];
    for (let index = 0; index < 10; index += 1) {
      await call({ path: spellings[index % spellings.length] ?? '' });
    }
    for (const path of spellings) expect((await call({ path })).status).toBe(429);
  });

  it('count a lookup of a booking only when the id is unknown', async () => {
    let found = true;
    const answer = () =>
      new Response('[]', { headers: { 'content-range': found ? '0-0/*' : '*/*' } });
    const call = process(database, clock, answer);
    const path = '/rest/v1/bookings';
    const look = (headers: Record<string, string> = { 'x-booking-id': 'a' }) =>
      call({ path, method: 'GET', headers });
    for (let index = 0; index < 30; index += 1) expect((await look()).status).toBe(200);
    found = false;
    for (let index = 0; index < 20; index += 1) expect((await look()).status).toBe(200);
    found = true;
    expect((await look()).status).toBe(429);
    expect((await look({})).status).toBe(200);
  });

  it.each(['text-webhook', 'stripe-webhook'])(
    'let genuine calls of %s through after any number with bad signatures',
    async (name) => {
      let status = 403;
      const call = process(database, clock, () => new Response('', { status }));
      const path = `/functions/v1/${name}`;
      for (let index = 0; index < 60; index += 1) expect((await call({ path })).status).toBe(403);
      status = 200;
      expect((await call({ path })).status).toBe(200);
    },
  );

  it('apply to guesses at another replica, and cost no statement for a booking that is found', async () => {
    let found = false;
    const answer = () =>
      new Response('[]', { headers: { 'content-range': found ? '0-0/*' : '*/*' } });
    const [one, other] = [process(database, clock, answer), process(database, clock, answer)];
    const look = { path: '/rest/v1/bookings', method: 'GET', headers: { 'x-booking-id': 'a' } };
    for (let index = 0; index < 20; index += 1) expect((await one(look)).status).toBe(200);
    expect((await other(look)).status).toBe(429);
    found = true;
    for (const replica of [one, other]) expect((await replica(look)).status).toBe(429);
    now = new Date(now.getTime() + 600_001);
    const { rows: before } = await database.pool.query('select * from auth.rate_limits');
    for (const replica of [one, other]) expect((await replica(look)).status).toBe(200);
    const { rows: after } = await database.pool.query('select * from auth.rate_limits');
    expect(after).toEqual(before);
  });

  it('let one network ask about a number of postal areas an hour, over all replicas', async () => {
    let from = address;
    const options = { database, now: clock, clientAddress: () => from };
    const [one, other] = [limitAreas(options), limitAreas(options)];
    const request = new Request('http://site.test');
    const areas = Array.from({ length: areasAnHour.attempts }, (_, index) => `L${index}C`);
    for (const [index, area] of areas.entries()) {
      // Two months of one calendar at the same moment.
      const ask = index % 2 === 0 ? one : other;
      expect(await Promise.all([ask(request, area), ask(request, area)])).toEqual([true, true]);
    }
    for (const mayAsk of [one, other, one]) expect(await mayAsk(request, 'M5V')).toBe(false);
    for (const area of areas) expect(await other(request, area)).toBe(true);
    from = '203.0.113.8';
    expect(await one(request, 'M5V')).toBe(true);
    from = address;
    now = new Date(now.getTime() + areasAnHour.windowSeconds * 1000 + 1);
    expect(await one(request, 'M5V')).toBe(true);
  });

  it('are off while the database is unavailable, when the endpoints do nothing', async () => {
    const away = {
      pool: { connect: () => Promise.reject(new Error('away')) },
    } as unknown as Database;
    const call = process(away, clock);
    expect((await call({ path: '/functions/v1/create-booking' })).status).toBe(200);
  });

  it.each([
    ['/functions/v1/join-waiting-list', { error: { code: 'too_many_requests' } }],
    ['/rest/v1/reviews', { code: 'PT429', message: 'too_many_reviews', hint: null }],
  ])('%s refuses in the dialect of its endpoint, with a sentence', async (path, body) => {
    const call = process(database, clock);
    let refused = await call({ path });
    for (let index = 0; index < 20; index += 1) refused = await call({ path });
    const answer: unknown = await refused.json();
    expect(answer).toMatchObject(body);
    expect(JSON.stringify(answer)).toContain('Please try again in 60 minutes.');
  });
});

describe('a limited endpoint', () => {
  it('is found by its path and method', () => {
    expect(endpointOf('POST', '/rest/v1/reviews')?.name).toBe('reviews');
    expect(endpointOf('GET', '/rest/v1/reviews')).toBeNull();
    expect(endpointOf('POST', '/functions/v1/stripe-webhook')).toBeNull();
  });
});

describe('simultaneous requests of one address', () => {
  it('are answered up to a number, and one more gets 429 with Retry-After 1', async () => {
    const waiting: (() => void)[] = [];
    const app = new Hono();
    app.use(noteClientAddress(1));
    app.use(limitAtOnce(clientAddress, 3));
    app.get('*', async (context) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return context.text('in');
    });
    const ask = (from: string) =>
      Promise.resolve(app.request('/rest/v1/reviews', { headers: { 'x-forwarded-for': from } }));
    const held = [ask(address), ask(address), ask(address)];
    await expect.poll(() => waiting.length).toBe(3);
    const refused = await ask(address);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    const other = ask('203.0.113.8');
    await expect.poll(() => waiting.length).toBe(4);
    for (const answer of waiting) answer();
    expect((await Promise.all([...held, other])).map(({ status }) => status)).toEqual([
      200, 200, 200, 200,
    ]);
    const next = ask(address);
    await expect.poll(() => waiting.length).toBe(5);
    waiting.at(-1)?.();
    expect((await next).status).toBe(200);
  });
});
