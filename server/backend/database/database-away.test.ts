import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import { isDatabaseAway } from './database-away.ts';
import { openDatabaseLine } from '../../testing/database-line.ts';
import { describePostgres } from '../../testing/databases.ts';
import { startListeningHost } from '../../testing/listening-host.ts';
import { listenTo } from '../../testing/live-ear.ts';

const withCode = (code: string, more: object = {}) =>
  Object.assign(new Error('x'), { code, ...more });

test.each([
  ['a refused connection', withCode('ECONNREFUSED')],
  ['a cut connection', new Error('Connection terminated unexpectedly')],
  [
    'a wait for a connection that was too long',
    new Error('timeout exceeded when trying to connect'),
  ],
  ['a database that stops', withCode('57P01', { severity: 'FATAL' })],
  ['a database that starts', withCode('57P03', { severity: 'FATAL' })],
  ['a database without a connection to spare', withCode('53300', { severity: 'FATAL' })],
  ['a full disk', withCode('53100', { severity: 'ERROR' })],
])('%s means that the database is unavailable', (_, error) => {
  expect(isDatabaseAway(error)).toBe(true);
});

test.each([
  ['a refusal by a constraint', withCode('23P01', { severity: 'ERROR' })],
  ['a statement that took too long', withCode('57014', { severity: 'ERROR' })],
  ['a fault of ours', new TypeError('x is not a function')],
  ['something that is no error', 'ECONNREFUSED'],
])('%s does not mean that the database is unavailable', (_, error) => {
  expect(isDatabaseAway(error)).toBe(false);
});

type Line = Awaited<ReturnType<typeof openDatabaseLine>>;

describePostgres('While the database is unavailable', (open) => {
  let original: Database;
  let line: Line;
  let server: Awaited<ReturnType<typeof startListeningHost>>;
  let apikey: string;
  beforeAll(async () => {
    original = await open();
    const { rows } = await original.pool.query<{ name: string }>('select current_database() name');
    const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
    url.pathname = `/${rows[0]?.name}`;
    line = await openDatabaseLine(url.href);
    server = await startListeningHost(await openDatabase({ connectionString: line.url }));
    const page = await (await fetch(server.origin)).text();
    apikey = /"anonKey":"([^"]+)"/.exec(page)?.[1] ?? '';
  });
  afterAll(async () => {
    await server.stop();
    await line.cut();
    await original.close();
  });

  const ask = (path: string, body?: object) =>
    fetch(server.origin + path, {
      headers: { apikey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  const slots = () => ask('/rest/v1/booked_slots?select=*&limit=1');

  const sentence = 'Our system is unavailable right now. Please try again in a minute.';
  const endpoints: [string, () => Promise<Response>, object][] = [
    ['a read', slots, { code: 'PGRST001' }],
    [
      'a change',
      () => ask('/rest/v1/inquiries', { name: 'Ada', email: 'a@example.com' }),
      { code: 'PGRST001' },
    ],
    [
      'an account',
      () =>
        ask('/auth/v1/token?grant_type=password', { email: 'a@example.com', password: 'secret' }),
      { error_code: 'database_away', msg: sentence },
    ],
    [
      'a function',
      () => ask('/functions/v1/extend-hold', { bookingId: '00000000-0000-4000-8000-000000000001' }),
      { error: { code: 'database_away', message: sentence } },
    ],
    [
      'a photo',
      () => ask('/storage/v1/object/public/gallery/car.jpg'),
      { code: 'DatabaseTimeout', message: sentence },
    ],
  ];

  test('each endpoint answers 503 with Retry-After, and all work once it is back', async () => {
    expect((await slots()).status).toBe(200);
    const ear = await listenTo(server.origin);
    const client = await server.host.database.pool.connect();
    await client.query('begin');
    await line.cut();
    // Between two statements, nothing awaits the connection that breaks; the process must survive.
    await expect(client.query('select 1')).rejects.toThrow();
    client.release(true);

    expect((await ask('/healthz')).status).toBe(503);
    expect((await ask('/readyz')).status).toBe(503);
    expect((await ask('/readyz?exclude=database')).status).toBe(200);
    expect((await ask('/livez')).status).toBe(200);
    for (const [name, knock, body] of endpoints) {
      const answer = await knock();
      expect([name, answer.status, answer.headers.get('retry-after')]).toEqual([name, 503, '5']);
      expect(await answer.json()).toMatchObject(body);
    }
    expect((await ask('/')).status).toBe(200);

    await line.mend();
    expect((await ask('/healthz')).status).toBe(200);
    expect((await slots()).status).toBe(200);
    // The stream stayed open and reports a possible gap.
    expect(await ear.next()).toContain('times');
    ear.hangUp();
  });
});
