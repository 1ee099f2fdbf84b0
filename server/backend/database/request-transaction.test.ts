import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import type { Database } from './database.ts';
import { askAsRequest, type RequestContext } from './request-transaction.ts';

type Answer = Record<string, unknown>;

describeEachDatabase('A statement of a request', { both: 'driver' }, (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open({ maxConnections: 3 });
    await database.pool.query(`
      create table public.notes (text text);
      grant select, insert on public.notes to authenticated;
      alter table public.notes enable row level security;
      create policy "Anybody's notes" on public.notes for insert to authenticated with check (true);
      create policy "Own notes" on public.notes for select to authenticated using (text = (select auth.uid())::text);`);
  });
  afterAll(() => database.close());

  const connections = () => (database.kind === 'pglite' ? 1 : 3);
  const contextOf = (person: number, method: string): RequestContext => ({
    identity: { role: 'authenticated', claims: { sub: idOf(person), role: 'authenticated' } },
    headers: { 'x-person': String(person) },
    method,
    path: '/notes',
    writes: method !== 'GET',
  });
  const as = <T = Answer[]>(
    context: RequestContext,
    text: string,
    values: string[] = [],
    finish: ((rows: Answer[]) => T) | null = null,
  ) =>
    askAsRequest(database, context, {
      statement: { text, values },
      finish: finish ?? ((rows) => rows as T),
      mayRefuse: finish !== null,
    });
  const write = 'insert into public.notes values ($1)';
  const written = async (text: string) =>
    (await database.pool.query('select from public.notes where text = $1', [text])).rowCount;

  test('runs as its sender, also among simultaneous ones', async () => {
    await Promise.all(
      Array.from({ length: 60 }, async (_, person) => {
        await as(contextOf(person, 'POST'), write, [idOf(person)]);
        const rows = await as(
          contextOf(person, 'GET'),
          `select text, current_setting('request.headers')::json ->> 'x-person' as header, current_user as role
           from public.notes`,
        );
        expect(rows).toMatchObject([
          { text: idOf(person), header: String(person), role: 'authenticated' },
        ]);
      }),
    );
  });

  test.each(['GET', 'POST'])('leaves no state (%s)', async (method) => {
    await as(contextOf(1, method), 'select 1');
    const { rows } = await database.pool.query(
      `select current_user = session_user as itself, current_setting('transaction_read_only') as reading,
         nullif(current_setting('request.jwt.claims', true), '') as claims`,
    );
    expect(rows).toEqual([{ itself: true, reading: 'off', claims: null }]);
  });

  test('cannot write when it reads', async () => {
    const writing = as(contextOf(1, 'GET'), write, ['by a read']);
    await expect(writing).rejects.toMatchObject({ code: '25006' });
  });

  test.each(['GET', 'POST'])('does not run when its role cannot be set (%s)', async (method) => {
    const stranger = { role: 'nobody_by_that_name', claims: {} } as never;
    const context = { ...contextOf(1, method), identity: stranger };
    await expect(as(context, write, ['by nobody'])).rejects.toThrow('nobody_by_that_name');
    await expect(as(context, `select set_config('x.y', 'z', false)`)).rejects.toThrow();
    expect(await written('by nobody')).toBe(0);
  });

  test('is rolled back when its result is refused', async () => {
    const refuse = () => {
      throw new Error('refused');
    };
    await expect(as(contextOf(1, 'POST'), write, ['refused'], refuse)).rejects.toThrow('refused');
    expect(await written('refused')).toBe(0);
  });

  test('is one round trip, and two when its result may be refused', async () => {
    const finish = (rows: Answer[]) => rows;
    await as(contextOf(1, 'GET'), 'select 1');
    const sent = vi.spyOn(Client.prototype, 'query');
    try {
      await as(contextOf(1, 'GET'), 'select 1', [], finish);
      await as(contextOf(1, 'POST'), 'select 1');
      expect(sent).toHaveBeenCalledTimes(2);
      await as(contextOf(1, 'POST'), 'select 1', [], finish);
      expect(sent).toHaveBeenCalledTimes(4);
    } finally {
      sent.mockRestore();
    }
  });

  test('is refused by a constraint checked at the end', async () => {
    await database.pool.query(`
      create table public.firsts (id int primary key);
      create table public.seconds (id int references public.firsts deferrable initially deferred);
      grant insert on public.seconds to authenticated`);
    const dangling = as(contextOf(1, 'POST'), 'insert into public.seconds values (1)');
    await expect(dangling).rejects.toMatchObject({ code: '23503' });
    expect(await as(contextOf(1, 'GET'), 'select 1 as it')).toEqual([{ it: 1 }]);
  });

  test('leaves a working connection after a failure', async () => {
    for (const method of ['GET', 'POST', 'GET']) {
      const failing = as(contextOf(1, method), 'select 1 / $1::int', ['0']);
      await expect(failing).rejects.toMatchObject({ code: '22012' });
      expect(await as(contextOf(1, method), 'select 2 as it')).toEqual([{ it: 2 }]);
    }
  });

  test('is answered after any number of different ones', async () => {
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 130; n++) {
        const rows = await as(contextOf(1, 'GET'), `select $1::int + ${n} as sum`, [String(round)]);
        expect(rows).toEqual([{ sum: round + n }]);
      }
    }
  });

  test('is sent again with its text when the session does not have it, as behind a pooler', async () => {
    for (const method of ['GET', 'POST']) {
      const text = `select '${method}' as it, $1::text as value`;
      const asked = () => as(contextOf(1, method), text, ['x']);
      await Promise.all(Array.from({ length: 9 }, asked));
      const clients = await Promise.all(
        Array.from({ length: connections() }, () => database.pool.connect()),
      );
      for (const client of clients) {
        await client.query('deallocate all');
        client.release();
      }
      for (let time = 0; time < 2; time += 1) {
        const answers = await Promise.all(Array.from({ length: 9 }, asked));
        expect(answers).toEqual(Array(9).fill([{ it: method, value: 'x' }]));
      }
    }
  });

  test('is prepared again when another connection left its name in the session, as behind a pooler', async () => {
    for (const method of ['GET', 'POST']) {
      const text = `select '${method} of its own' as it`;
      const name = createHash('sha256').update(text).digest('base64url');
      const clients = await Promise.all(
        Array.from({ length: connections() }, () => database.pool.connect()),
      );
      for (const client of clients) {
        await client.query(`prepare "${name}" as select 'of another connection' as it`);
        client.release();
      }
      const answers = await Promise.all(
        Array.from({ length: 9 }, () => as(contextOf(1, method), text)),
      );
      expect(answers).toEqual(Array(9).fill([{ it: `${method} of its own` }]));
    }
  });

  test('is sent again when a newer version added a column meanwhile', async () => {
    await database.pool.query(`
      create table public.things (name text);
      insert into public.things values ('one');
      grant select on public.things to authenticated`);
    for (const [index, method] of ['GET', 'POST'].entries()) {
      const asked = () => as(contextOf(1, method), 'select * from public.things');
      await Promise.all(Array.from({ length: 9 }, asked));
      await database.pool.query(`alter table public.things add column added${index} int`);
      const answers = await Promise.all(Array.from({ length: 9 }, asked));
      expect(answers.flat().every((row) => `added${index}` in row)).toBe(true);
    }
  });

  test('is prepared under a hash of its text, a hundred at most, also after failures', async () => {
    const client = await database.pool.connect();
    client.release();
    for (let n = 0; n < 130; n += 1) {
      await as(contextOf(1, 'GET'), `select 1 / $1::int + ${n}`, [n % 2 ? '1' : '0']).catch(
        () => null,
      );
    }
    const { rows } = await database.pool.query<{ name: string; statement: string }>(
      'select name, statement from pg_prepared_statements',
    );
    expect(rows.length).toBeGreaterThan(1);
    // The last failed ones are closed with the next unit.
    expect(rows.length).toBeLessThanOrEqual(104);
    for (const { name, statement } of rows) {
      expect(name).toBe(createHash('sha256').update(statement).digest('base64url'));
    }
  });

  test('is checked for each sender although it is prepared', async () => {
    const readAll = {
      ...contextOf(1, 'GET'),
      identity: { role: 'service_role', claims: {} },
    } as const;
    await database.pool.query(`grant select on public.notes to service_role`);
    await database.pool.query(
      `create policy everything on public.notes to service_role using (true)`,
    );
    const count = 'select count(*)::int as notes from public.notes where text <> $1';
    for (let round = 0; round < 7; round++) {
      const [everything] = await as(readAll, count, ['']);
      expect(Number(everything?.['notes'])).toBeGreaterThan(2);
      expect(await as(contextOf(1, 'GET'), count, [''])).toEqual([{ notes: 1 }]);
      expect(await as(contextOf(77, 'GET'), count, [''])).toEqual([{ notes: 0 }]);
    }
  });
});

const idOf = (person: number) => `00000000-0000-4000-8000-${String(person).padStart(12, '0')}`;
