import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { buildGarage } from '../../testing/rest-garage.ts';
import { rowsOf, startRestHost, type RestHost } from '../../testing/rest-host.ts';

const json = { 'content-type': 'application/json' };
const nested = (text: string, times: number) => text.repeat(times);

describeEachDatabase('malformed and hostile requests', { both: 'driver' }, (open) => {
  let host: RestHost;
  beforeAll(async () => {
    host = await startRestHost(await buildGarage(await open()));
  });
  afterAll(() => host.close());

  async function failureAt(path: string, init?: RequestInit): Promise<[number, string]> {
    const response = await host.raw(path, init);
    const body = (await response.json()) as Record<string, unknown>;
    expect(Object.keys(body).sort()).toEqual(['code', 'details', 'hint', 'message']);
    return [response.status, String(body['code'])];
  }

  test.each([
    ['/cars?plate=noop.1', 400, 'PGRST100'],
    ['/cars?plate=AAA', 400, 'PGRST100'],
    ['/cars?plate=is.maybe', 400, 'PGRST100'],
    ['/cars?plate=in.1,2', 400, 'PGRST100'],
    ['/cars?plate=fts().x', 400, 'PGRST127'],
    ['/cars?plate=neq(any).{1}', 400, 'PGRST127'],
    ['/cars?or=(plate.eq.1', 400, 'PGRST100'],
    ['/cars?or=()', 400, 'PGRST100'],
    ['/cars?or=(xor(plate.eq.1))', 400, 'PGRST100'],
    ['/cars?order=plate.up', 400, 'PGRST100'],
    ['/cars?order=plate.asc.nullsmiddle', 400, 'PGRST100'],
    ['/cars?order=plate.nullsfirst', 400, 'PGRST127'],
    ['/cars?limit=ten', 400, 'PGRST100'],
    ['/cars?limit=99999999999999999999', 400, 'PGRST100'],
    ['/cars?limit=-3', 400, 'PGRST100'],
    ['/cars?select=plate,,wheels', 400, 'PGRST100'],
    ['/cars?select=owners(name', 400, 'PGRST127'],
    ['/cars?select=plate::', 400, 'PGRST127'],
    ['/cars?select=plate!hint', 400, 'PGRST127'],
    ['/cars?select=plate)', 400, 'PGRST100'],
    ['/cars?select=nope', 400, '42703'],
    ['/cars?select=xmin', 400, '42703'],
    ['/cars?nope=eq.1', 400, '42703'],
    ['/cars?order=nope', 400, '42703'],
    ['/cars?or=(nope.eq.1)', 400, '42703'],
    ['/cars?select=plate::nope', 400, 'PGRST127'],
    ['/cars?select=plate::regclass', 400, 'PGRST127'],
    ['/cars?id=eq.abc', 400, '22P02'],
    ['/cars?wheels=eq.x', 400, '22P02'],
    ['/cars?wheels=eq.99999999999999', 400, '22003'],
    ['/cars?plate=match.(', 400, 'PGRST127'],
    ['/cars?story=fts(nowhere).x', 400, 'PGRST127'],
    ['/cars?plate=eq.%00', 400, '22021'],
    ['/nowhere', 404, 'PGRST205'],
    ['', 404, 'PGRST126'],
    ['/a/b/c', 404, 'PGRST125'],
  ])('GET %s answers %i %s', async (path, status, code) => {
    expect(await failureAt(path)).toEqual([status, code]);
  });

  test.each<[string, RequestInit, number, string]>([
    ['no body', { method: 'POST', headers: json }, 400, 'PGRST102'],
    ['half a body', { method: 'POST', headers: json, body: '{"id":' }, 400, 'PGRST102'],
    ['a number', { method: 'POST', headers: json, body: '5' }, 400, 'PGRST102'],
    ['numbers', { method: 'POST', headers: json, body: '[1,2]' }, 400, 'PGRST127'],
    ['a form', { method: 'POST', body: new URLSearchParams({ id: '1' }) }, 400, 'PGRST102'],
    [
      'deep json',
      { method: 'POST', headers: json, body: nested('[', 5000) + nested(']', 5000) },
      400,
      'PGRST102',
    ],
    [
      'a huge body',
      { method: 'POST', headers: json, body: `{"name":"${nested('x', 1_100_000)}"}` },
      413,
      'PGRST102',
    ],
    ['PUT', { method: 'PUT', headers: json, body: '{}' }, 405, 'PGRST117'],
    ['an unknown form of answer', { headers: { accept: 'application/geo+json' } }, 406, 'PGRST107'],
    [
      'a plan',
      { headers: { accept: 'application/vnd.pgrst.plan+text; for="application/json"' } },
      406,
      'PGRST107',
    ],
    ['a strict wish', { headers: { prefer: 'handling=strict, luck=good' } }, 400, 'PGRST127'],
    ['OPTIONS', { method: 'OPTIONS' }, 405, 'PGRST117'],
    ['another schema', { headers: { 'accept-profile': 'auth' } }, 406, 'PGRST106'],
  ])('%s is refused', async (_, init, status, code) => {
    expect(await failureAt('/owners', init)).toEqual([status, code]);
  });

  // In every place that names something, with every way to escape from a name.
  const escapes = [
    '"; drop table owners; --',
    '\\"; drop table owners; --',
    '""; drop table owners; --""',
    "'; drop table owners; --",
    '") from owners; drop table owners; --',
    'id"."secret',
    'a\u0000b',
    '$1',
    'pg_sleep(10)',
  ];
  const places: [string, (text: string) => [string, RequestInit?]][] = [
    ['a table', (text) => [`/${text}`]],
    ['a function', (text) => [`/rpc/${text}`]],
    ['an argument of a read', (text) => [`/rpc/add?${text}=1`]],
    [
      'an argument',
      (text) => [
        '/rpc/add',
        { method: 'POST', headers: json, body: JSON.stringify({ [decodeURIComponent(text)]: 1 }) },
      ],
    ],
    ['a selected column', (text) => [`/owners?select=${text}`]],
    ['a quoted column', (text) => [`/owners?select=%22${text}%22`]],
    ['a renamed column', (text) => [`/owners?select=%22${text}%22:id`]],
    ['a cast', (text) => [`/owners?select=id::${text}`]],
    ['a json key', (text) => [`/cars?select=details->%22${text}%22`]],
    ['an embed', (text) => [`/owners?select=%22${text}%22(id)`]],
    ['a hint', (text) => [`/owners?select=cars!%22${text}%22(id)`]],
    ['the name of an embed', (text) => [`/owners?select=%22${text}%22:cars(id)`]],
    ['a filtered column', (text) => [`/owners?${text}=eq.1`]],
    ['a filtered quoted column', (text) => [`/owners?%22${text}%22=eq.1`]],
    ['a path', (text) => [`/owners?select=cars(id)&%22${text}%22.id=eq.1`]],
    ['a value', (text) => [`/owners?name=eq.${text}`]],
    ['a list', (text) => [`/owners?name=in.(${text},%22${text}%22)`]],
    ['a tree', (text) => [`/owners?or=(name.eq.${text},%22${text}%22.eq.1)`]],
    ['a text search', (text) => [`/cars?story=fts(${text}).x`]],
    ['an order', (text) => [`/owners?order=${text}`]],
    ['a limit', (text) => [`/owners?limit=${text}`]],
    [
      'a key of a row',
      (text) => [
        '/owners',
        { method: 'POST', headers: json, body: JSON.stringify({ [decodeURIComponent(text)]: 1 }) },
      ],
    ],
    [
      'a column to insert',
      (text) => [
        `/owners?columns=%22${text}%22`,
        { method: 'POST', headers: json, body: '{"id":1}' },
      ],
    ],
    [
      'a conflict',
      (text) => [
        `/owners?on_conflict=%22${text}%22`,
        {
          method: 'POST',
          headers: { ...json, prefer: 'resolution=merge-duplicates' },
          body: '{"id":1,"name":"Ada","email":"ada@example.com"}',
        },
      ],
    ],
  ];

  test.each(places)('text that looks like SQL stays text as %s', async (_, requestWith) => {
    const before = await rowsOf(host.service().from('owners').select('id,name').order('id'));
    for (const escape of escapes) {
      const [path, init] = requestWith(encodeURIComponent(escape));
      const response = await host.raw(path, init);
      expect([escape, response.status < 500], await response.text()).toEqual([escape, true]);
    }
    expect(await rowsOf(host.service().from('owners').select('id,name').order('id'))).toEqual(
      before,
    );
    expect(host.unexpected).toEqual([]);
  });

  test.each([
    ['nested conditions', `/owners?or=${nested('(and', 2000)}(id.eq.1)${nested(')', 2000)}`],
    ['conditions', `/owners?or=(${nested('id.eq.1,', 1700)}id.eq.2)`],
    ['filters', `/owners?${nested('id=eq.1&', 1700)}`],
    ['values', `/owners?id=in.(${nested('1,', 7000)}2)`],
    ['embeds', `/owners?select=${nested('cars(owners(', 500)}id${nested('))', 500)}`],
    ['columns', `/owners?select=${nested('*,', 4000)}id`],
    ['orders', `/owners?order=${nested('id,', 4000)}id`],
    ['json steps', `/cars?select=details${nested('->a', 3000)}`],
    ['brackets', `/cars?details=eq.${nested('[', 12_000)}`],
    ['braces', `/cars?tags=cs.${nested('{', 12_000)}`],
    ['brackets in an argument', `/rpc/keys_of?document=${nested('[', 12_000)}&names=x`],
    ['parentheses in a search', `/cars?story=fts.${nested('(', 6000)}`],
    ['negations in a search', `/cars?story=fts.${nested('!', 400)}a`],
    ['percent signs', `/cars?story=like.${nested('%25a', 3000)}`],
  ])('too many %s do not harm the database', async (_, path) => {
    const response = await host.raw(path);
    expect(response.status, await response.text()).toBeLessThan(500);
    expect(await rowsOf(host.service().from('owners').select('id').eq('id', 1))).toEqual([
      { id: 1 },
    ]);
  });
});
