import { expect, test } from 'vitest';
import { RestError } from './errors.ts';
import { parseFilter, parseLogic } from './parse-filters.ts';
import { parseOrder } from './parse-order.ts';
import { parseQuery } from './parse-query.ts';
import { parseSelect } from './parse-select.ts';

const field = (name: string, ...path: { arrow: '->' | '->>'; key: string | number }[]) => ({
  name,
  path,
});
const column = (name: string) => ({ kind: 'column', field: field(name), alias: null, cast: null });

test('a select list has columns, names, casts and json steps', () => {
  expect(parseSelect('id,*,total:price::text,"odd, one",a-b,data->0->>"x y"')).toEqual([
    column('id'),
    { kind: 'all' },
    { kind: 'column', field: field('price'), alias: 'total', cast: 'text' },
    column('odd, one'),
    column('a-b'),
    {
      kind: 'column',
      field: field('data', { arrow: '->', key: 0 }, { arrow: '->>', key: 'x y' }),
      alias: null,
      cast: null,
    },
  ]);
});

test('an embed has a name, a hint, a way of joining and its own list', () => {
  expect(parseSelect('pays:payments!booking_fkey!inner(id,refunds())')).toEqual([
    {
      kind: 'embed',
      target: 'payments',
      alias: 'pays',
      hint: 'booking_fkey',
      isInner: true,
      items: [
        column('id'),
        { kind: 'embed', target: 'refunds', alias: null, hint: null, isInner: false, items: [] },
      ],
    },
  ]);
});

test('a value may hold anything, also what ends a value inside a tree', () => {
  expect(parseFilter(field('a'), 'eq.x.y,(z)"').operation).toMatchObject({ value: 'x.y,(z)"' });
  expect(parseLogic('or', false, '(a.eq."x,)\\"y",b.cs.{1,2},c.in.(1,"2,3"))')).toMatchObject({
    conditions: [
      { operation: { value: 'x,)"y' } },
      { operation: { value: '{1,2}' } },
      { operation: { values: ['1', '2,3'] } },
    ],
  });
});

test('an order term keeps its column apart from its direction', () => {
  expect(parseOrder('a,b->>c.desc,owners(name).asc.nullslast')).toEqual([
    { relation: null, field: field('a'), direction: 'asc', nulls: null },
    {
      relation: null,
      field: field('b', { arrow: '->>', key: 'c' }),
      direction: 'desc',
      nulls: null,
    },
    { relation: 'owners', field: field('name'), direction: 'asc', nulls: 'last' },
  ]);
});

test('parameters with a path go to the embed they name', () => {
  const query = parseQuery(
    new URLSearchParams('select=id,p:pays(x:lines(id))&p.x.limit=2&pays.not.or=(a.eq.1)&id=eq.1'),
    false,
  );
  const [pays] = query.root.embeds;
  expect(query.root.conditions).toMatchObject([{ field: { name: 'id' } }]);
  expect(pays?.node.conditions).toMatchObject([{ operator: 'or', isNegated: true }]);
  expect(pays?.node.embeds[0]?.node.limit).toBe(2);
});

test('what a function is called with is told from what filters its rows', () => {
  const query = parseQuery(new URLSearchParams('owner=1&name=eq.x&note=a.b'), true);
  expect([...query.args]).toEqual([
    ['owner', '1'],
    ['note', 'a.b'],
  ]);
  expect(query.root.conditions).toHaveLength(1);
});

test('a complaint says what could not be read, and where', () => {
  const complaint = () => parseOrder('id.ac');
  expect(complaint).toThrow(RestError);
  expect(complaint).toThrow('"failed to parse order (id.ac)" (line 1, column 3)');
});
