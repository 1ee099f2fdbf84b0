import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { buildGarage } from '../../testing/rest-garage.ts';
import { rowsOf, startRestHost, type RestHost } from '../../testing/rest-host.ts';

const json = { 'content-type': 'application/json' };
const owner = { id: 90, name: 'New', email: 'new@example.com' };

// Features of the reference server that nothing here uses: each is refused and changes nothing.
describeEachDatabase('an unsupported feature', (open) => {
  let host: RestHost;
  beforeAll(async () => {
    host = await startRestHost(await buildGarage(await open()));
  });
  afterAll(() => host.close());

  const refusalOf = async (path: string, init?: RequestInit) => {
    const response = await host.raw(path, init);
    return [response.status, ((await response.json()) as { code: string }).code];
  };

  test.each([
    ['a new name', 'select=number:wheels'],
    ['a cast', 'select=price::text'],
    ['a place inside json', 'select=details->maker->>name'],
    ['a related table', 'select=plate,owners(name)'],
    ['a related table by its key', 'select=plate,owners!cars_owner_id_fkey(name)'],
    ['a spread table', 'select=...owners(name)'],
    ['an aggregate', 'select=wheels.sum()'],
    ['a count', 'select=count()'],
    ['a filter on a related table', 'repairs.id=eq.1'],
    ['a tree for a related table', 'repairs.or=(id.eq.1)'],
    ['a filter inside json', 'details->maker->>name=eq.Honda'],
    ['a filter inside json in a tree', 'or=(details->maker->>name.eq.Honda)'],
    ['an order by a related table', 'order=owners(name).desc'],
    ['an order by a place inside json', 'order=details->maker->year'],
    ['a negation', 'plate=not.eq.a'],
    ['a negation in a tree', 'or=(plate.not.eq.a,not.and(plate.eq.b))'],
    ['a negated tree', 'not.or=(plate.eq.a)'],
    ['a truth value', 'is_clean=is.true'],
    ['an offset', 'offset=1'],
    ['a place for nulls', 'order=plate.desc.nullslast'],
    ['columns', 'columns=plate'],
    ['a conflict', 'on_conflict=plate'],
    ...[
      'neq',
      'gt',
      'like',
      'ilike',
      'isdistinct',
      'cs',
      'cd',
      'ov',
      'sl',
      'sr',
      'nxr',
      'nxl',
      'adj',
    ].map((operator) => [`the operator ${operator}`, `tags=${operator}.{red}`]),
    ...['fts', 'fts(english)', 'plfts', 'phfts(simple)', 'wfts'].map((operator) => [
      `the search ${operator}`,
      `story=${operator}.fox`,
    ]),
    ...['eq(any)', 'like(all)', 'not.ilike(any)', 'neq(any)'].map((operator) => [
      `the list ${operator}`,
      `plate=${operator}.{a*,c*}`,
    ]),
    ['a search in a tree', 'or=(plate.eq.1,and(story.not.fts.fox))'],
  ])('%s is refused', async (_, query) => {
    expect(await refusalOf(`/cars?${query}`)).toEqual([400, 'PGRST127']);
    const headers = { ...json, prefer: 'return=representation' };
    const change = { method: 'PATCH', headers, body: '{"wheels":5}' };
    expect(await refusalOf(`/cars?id=eq.1&${query}`, change)).toEqual([400, 'PGRST127']);
  });

  test('an insert of several rows, or one that merges, is refused and inserts nothing', async () => {
    const post = (body: unknown, prefer = '') =>
      refusalOf('/owners', {
        method: 'POST',
        headers: { ...json, prefer },
        body: JSON.stringify(body),
      });
    expect(await post([owner])).toEqual([400, 'PGRST127']);
    expect(await post(owner, 'resolution=merge-duplicates')).toEqual([400, 'PGRST127']);
    expect(await post(owner, 'resolution=ignore-duplicates')).toEqual([400, 'PGRST127']);
    expect(await rowsOf(host.service().from('owners').select('id').eq('id', 90))).toEqual([]);
  });

  test.each([
    ['csv', 'text/csv'],
    ['stripped nulls', 'application/vnd.pgrst.array+json;nulls=stripped'],
    ['a stripped object', 'application/vnd.pgrst.object+json;nulls=stripped'],
  ])('an answer as %s is refused', async (_, accept) => {
    expect(await refusalOf('/cars', { headers: { accept } })).toEqual([406, 'PGRST107']);
  });

  test('a Range header is refused', async () => {
    expect(await refusalOf('/cars', { headers: { range: '0-1' } })).toEqual([400, 'PGRST127']);
  });

  test('max-affected and the new row’s address are refused in strict mode', async () => {
    for (const preference of ['max-affected=1', 'return=headers-only', 'missing=default']) {
      const headers = { ...json, prefer: `handling=strict, ${preference}` };
      const body = JSON.stringify(owner);
      const refusal = await refusalOf('/owners', { method: 'POST', headers, body });
      expect([preference, ...refusal]).toEqual([preference, 400, 'PGRST127']);
    }
    expect(await rowsOf(host.service().from('owners').select('id').eq('id', 90))).toEqual([]);
  });

  test('the rows of a function are not filtered, ordered or paged', async () => {
    for (const query of ['select=plate', 'wheels=eq.4', 'order=plate', 'limit=1']) {
      const call = { method: 'POST', headers: json, body: '{"owner":1}' };
      const refusal = await refusalOf(`/rpc/cars_of?${query}`, call);
      expect([query, ...refusal]).toEqual([query, 400, 'PGRST127']);
      // A parameter in the URL of a read is an argument, and this function has none of that name.
      const read = await refusalOf(`/rpc/cars_of?owner=1&${query}`);
      expect([query, ...read]).toEqual([query, 404, 'PGRST202']);
    }
  });

  test('a function with a list of arguments, or one without a name, does not exist', async () => {
    const call = (body: string) => ({ method: 'POST', headers: json, body });
    expect(await refusalOf('/rpc/joined', call('{"words":["a"]}'))).toEqual([404, 'PGRST202']);
    expect(await refusalOf('/rpc/echo', call('{"a":1}'))).toEqual([404, 'PGRST202']);
  });
});
