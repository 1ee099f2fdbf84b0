import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { buildGarage } from '../../testing/rest-garage.ts';
import { startRestHost, userToken, type RestHost } from '../../testing/rest-host.ts';

describeEachDatabase('Counts of rows', { both: 'driver' }, (open) => {
  let host: RestHost;
  let tokens: Record<'visitor' | 'person' | 'service', string>;

  beforeAll(async () => {
    const database = await buildGarage(await open());
    await database.pool.query(`
      insert into public.notes (id, reader, body)
      select 1000 + n, 'eve', 'secret ' || n from generate_series(1, 400) as n;
      analyze public.notes;
    `);
    host = await startRestHost(database, { maxRows: 2 });
    tokens = {
      visitor: host.keys.anonKey,
      person: await userToken(host.keys.secret, { sub: 'ada' }),
      service: host.keys.serviceKey,
    };
  });
  afterAll(() => host.close());

  const ask = (who: keyof typeof tokens, path: string, count: string) =>
    host.raw(path, {
      headers: {
        authorization: `Bearer ${tokens[who]}`,
        'x-reader': 'ada',
        prefer: `count=${count}`,
      },
    });
  const range = async (...request: Parameters<typeof ask>) =>
    (await ask(...request)).headers.get('content-range');

  const everybodyElse = (['visitor', 'person'] as const).flatMap((who) =>
    (['planned', 'estimated'] as const).map((count) => ({ who, count })),
  );

  test.each(everybodyElse)(
    'a $who with count=$count gets the number of visible rows',
    async ({ who, count }) => {
      expect(await range(who, '/notes?select=id&order=id', count)).toBe('0-1/2');
      const hidden = '/notes?select=id&body=gte.secret&body=lt.secret!';
      expect(await range(who, hidden, count)).toBe('*/0');
      expect(await range(who, `${hidden}&reader=eq.eve`, count)).toBe('*/0');
    },
  );

  test.each(everybodyElse)(
    'the answer to a $who with count=$count says that the count is exact',
    async ({ who, count }) => {
      const answer = await ask(who, '/notes?select=id', count);
      expect(answer.headers.get('preference-applied')).toBe('count=exact');
    },
  );

  test('the service role gets the number of all rows', async () => {
    expect(await range('service', '/notes?select=id&reader=eq.eve', 'planned')).toBe('0-1/400');
    expect(await range('service', '/notes?select=id&reader=eq.eve', 'estimated')).toBe('0-1/400');
    const answer = await ask('service', '/notes?select=id', 'planned');
    expect(answer.headers.get('preference-applied')).toBe('count=exact');
  });
});
