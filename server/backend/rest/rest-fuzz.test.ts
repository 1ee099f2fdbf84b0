import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { buildGarage } from '../../testing/rest-garage.ts';
import { startRestHost, type RestHost } from '../../testing/rest-host.ts';

const names = fc.constantFrom(
  'id',
  'plate',
  'wheels',
  'tags',
  'details',
  'details->maker->>name',
  'details->doors->0',
  'seats',
  'serviced_at',
  'kind',
  'owners',
  'repairs',
  '"quoted, name"',
  'papers.number',
  'nope',
);
const operators = fc.constantFrom(
  ...['eq', 'neq', 'gt', 'lte', 'like', 'ilike', 'match', 'is', 'in', 'isdistinct', 'cs', 'cd'],
  ...['ov', 'sl', 'nxr', 'adj', 'fts', 'wfts(english)', 'eq(any)', 'like(all)', 'not.eq', 'zz'],
);
const operands = fc.oneof(
  fc.constantFrom(
    '1',
    'null',
    'true',
    '(1,2)',
    '{a,b}',
    '{"a":1}',
    '[1,5)',
    'suv',
    '2024-01-01',
    '',
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const filter = fc.tuple(names, operators, operands);
const parameter = fc.oneof(
  filter.map(([name, operator, operand]) => [name, `${operator}.${operand}`]),
  fc
    .array(filter, { minLength: 1, maxLength: 3 })
    .map((list) => ['or', `(${list.map((one) => one.join('.')).join(',')})`]),
  fc.tuple(fc.constantFrom('and', 'not.or', 'repairs.or', 'not.and'), fc.string({ maxLength: 20 })),
  fc.array(names, { maxLength: 3 }).map((list) => ['select', list.join(',')]),
  fc
    .tuple(names, fc.constantFrom('owners', 'repairs!inner', 'papers', 'x:owners!left'))
    .map(([name, embed]) => ['select', `${name},${embed}(*)`]),
  fc.tuple(fc.constant('select'), fc.string({ maxLength: 20 })),
  fc
    .tuple(names, fc.constantFrom('', '.asc', '.desc.nullslast', '.up'))
    .map(([name, end]) => ['order', `${name}${end}`]),
  fc.tuple(fc.constantFrom('limit', 'offset', 'repairs.limit'), operands),
  fc.tuple(fc.string({ maxLength: 10 }), fc.string({ maxLength: 10 })),
);
const query = fc
  .array(parameter, { maxLength: 4 })
  .map((list) => new URLSearchParams(list.map(([key = '', text = '']) => [key, text])).toString());

const accepts = fc.constantFrom(
  'application/json',
  'text/csv',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.array+json;nulls=stripped',
);
const prefers = fc.constantFrom('', 'count=exact', 'count=planned', 'return=representation');

describeEachDatabase('any query string', (open) => {
  let host: RestHost;
  beforeAll(async () => {
    host = await startRestHost(await buildGarage(await open()));
  });
  afterAll(() => host.close());

  test.each([
    ['/cars', 'GET'],
    ['/rpc/cars_of', 'GET'],
    ['/rpc/cars_of', 'POST'],
    ['/cars', 'PATCH'],
  ])('%s by %s never causes a server error', async (path, method) => {
    await fc.assert(
      fc.asyncProperty(query, accepts, prefers, async (text, accept, prefer) => {
        const response = await host.raw(`${path}?${text}`, {
          method,
          headers: { accept, prefer, 'content-type': 'application/json' },
          ...(method === 'PATCH' && { body: '{"wheels":4}' }),
          ...(method === 'POST' && { body: '{"owner":1}' }),
        });
        const body = await response.text();
        expect(response.status, `${body} ${String(host.unexpected[0])}`).toBeLessThan(500);
      }),
      { numRuns: 250 },
    );
  });
});
