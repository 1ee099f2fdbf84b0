import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicTopics } from '../../domain/live-topics.ts';
import { openDatabase, type Database } from '../backend/database/database.ts';
import { callersOf } from '../testing/callers.ts';
import { describeEachDatabase, describePostgres } from '../testing/databases.ts';
import { listenTo } from '../testing/live-ear.ts';
import { startListeningHost } from '../testing/listening-host.ts';

type Server = Awaited<ReturnType<typeof startListeningHost>>;

const inquire = (server: Server, subject = 'A question') =>
  fetch(`${server.origin}/rest/v1/inquiries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'return=minimal' },
    body: JSON.stringify({ name: 'Alex', email: 'alex@example.com', subject, message: 'Hello' }),
  });

const takeTime = (database: Database, at: string) =>
  database.pool.query(
    `insert into public.slot_claims (during, reason)
     values (tstzrange($1::timestamptz, $1::timestamptz + interval '1 hour'), 'closed')`,
    [at],
  );

describeEachDatabase('Live updates', { both: 'driver' }, (open) => {
  let database: Database;
  let server: Server;
  let authorization: Awaited<ReturnType<typeof callersOf>>;
  let now: Date | null = null;
  beforeAll(async () => {
    database = await open();
    server = await startListeningHost(database, {}, () => now ?? new Date());
    const visitor = await listenTo(server.origin);
    authorization = await callersOf(database);
    // Changes are told in the order of their commits: when this one was told, so were those of the callers.
    await takeTime(database, '2031-04-01T14:00:00Z');
    expect(await visitor.next()).toEqual(['times']);
    visitor.hangUp();
  });
  afterAll(() => server.stop());

  const as = (caller: 'administrator' | 'owner' | 'unproven' | 'expired') => {
    const token = authorization.tokens[caller];
    return listenTo(server.origin, { authorization: `Bearer ${token}` });
  };

  test('reach administrators by every topic, and others by public topics', async () => {
    const administrator = await as('administrator');
    const others = [await listenTo(server.origin), await as('owner'), await as('unproven')];
    expect((await inquire(server)).status).toBe(201);
    expect(await administrator.next()).toEqual(['inquiries']);
    await takeTime(database, '2031-05-01T14:00:00Z');
    expect(await administrator.next()).toEqual(['times']);
    for (const other of others) expect(await other.next()).toEqual(['times']);
    for (const ear of [administrator, ...others]) ear.hangUp();
  });

  test('are sent on commit, and not without a change', async () => {
    const administrator = await as('administrator');
    await expect(
      database.pool.query(
        `do $$ begin
           insert into public.inquiries (name, email, subject, message)
           values ('Alex', 'alex@example.com', 'Undone', 'Hello');
           raise exception 'undone';
         end $$`,
      ),
    ).rejects.toThrow('undone');
    await database.pool.query(`delete from public.reviews where customer_name = 'nobody'`);
    await database.pool.query(`select pg_notify('live', 'no topic of ours')`);
    await takeTime(database, '2031-05-02T14:00:00Z');
    // If one of those had been sent, it would have arrived before or with this one.
    expect(await administrator.next()).toEqual(['times']);
    administrator.hangUp();
  });

  test('arrive one by one, neither compressed nor cached', async () => {
    const { response, hangUp } = await listenTo(server.origin, { 'accept-encoding': 'gzip, br' });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
    hangUp();
  });

  test('are refused to an invalid token, and end with the token', async () => {
    await expect(as('expired')).rejects.toThrow('401');
    const administrator = await as('administrator');
    now = new Date(Date.now() + 3 * 3_600_000);
    await inquire(server);
    expect(await administrator.next()).toBeNull();
    now = null;
  });

  test('end for everyone who is signed in when rights change, and go on for visitors', async () => {
    const visitor = await listenTo(server.origin);
    for (const change of ['delete from', 'insert into'] as const) {
      const person = await as('administrator');
      await database.pool.query(
        change === 'insert into'
          ? `insert into public.crew_members (user_id, crew)
             select id, 1 from auth.users where email = 'member@example.com'`
          : 'delete from public.crew_members',
      );
      // They may hear of it before.
      expect([null, ['crews']]).toContainEqual(await person.next());
      expect(await person.next()).toBeNull();
    }
    await takeTime(database, '2031-05-03T14:00:00Z');
    expect(await visitor.next()).toEqual(['times']);
    visitor.hangUp();
  });

  test('are limited for one address', async () => {
    const open: Awaited<ReturnType<typeof listenTo>>[] = [];
    await expect(
      (async () => {
        for (let count = 0; count < 40; count += 1) open.push(await listenTo(server.origin));
      })(),
    ).rejects.toThrow('429');
    expect(open.length).toBeGreaterThan(20);
    for (const ear of open) ear.hangUp();
  });
});

describeEachDatabase('A stopping host', { both: 'lifetime' }, (open) => {
  test('closes live streams without waiting', async () => {
    const server = await startListeningHost(await open());
    const visitor = await listenTo(server.origin);
    const stopped = server.stop();
    expect(await visitor.next()).toBeNull();
    await stopped;
  });
});

describePostgres('Two hosts on one database', (open) => {
  let database: Database;
  let servers: Server[];
  let url: URL;
  beforeAll(async () => {
    database = await open();
    const { rows } = await database.pool.query<{ name: string }>('select current_database() name');
    url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
    url.pathname = `/${rows[0]?.name}`;
    servers = [
      await startListeningHost(await openDatabase({ connectionString: url.href })),
      await startListeningHost(await openDatabase({ connectionString: url.href })),
    ];
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await database.close();
  });

  test('receive each other’s changes, also after their connections were cut', async () => {
    const ears = await Promise.all(servers.map(({ origin }) => listenTo(origin)));
    await takeTime(database, '2031-06-01T14:00:00Z');
    for (const ear of ears) expect(await ear.next()).toEqual(['times']);

    const superuser = new Client({ connectionString: url.href });
    await superuser.connect();
    await superuser.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query ilike 'listen%'`,
    );
    await superuser.end();
    // Events may be missing: each says so once it listens again.
    for (const ear of ears) expect(await ear.next()).toEqual(publicTopics);
    await takeTime(database, '2031-06-02T14:00:00Z');
    for (const ear of ears) expect(await ear.next()).toEqual(['times']);
    for (const ear of ears) ear.hangUp();
  });
});
