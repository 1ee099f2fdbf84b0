import { expect, test } from 'vitest';
import { RestError } from './errors.ts';
import { parseFilter, parseLogic } from './parse-filters.ts';
import { parseOrder } from './parse-order.ts';
import { parseQuery } from './parse-query.ts';
import { parseSelect } from './parse-select.ts';

test('a select list names columns or all of them', () => {
  expect(parseSelect('id,*,"odd, one", a-b')).toEqual(['id', null, 'odd, one', 'a-b']);
  expect(parseSelect('')).toEqual([]);
});

test('a value may contain anything, including characters that end a value inside a tree', () => {
  expect(parseFilter('a', 'eq.x.y,(z)"').operation).toMatchObject({ value: 'x.y,(z)"' });
  expect(parseLogic('or', '(a.eq."x,)\\"y",b.lt.{1,c.in.(1,"2,3"))')).toMatchObject({
    conditions: [
      { operation: { value: 'x,)"y' } },
      { operation: { value: '{1' } },
      { operation: { values: ['1', '2,3'] } },
    ],
  });
});

test('an order term separates its column from its direction', () => {
  expect(parseOrder('a,b.desc,c.asc')).toEqual([
    { column: 'a', direction: 'asc' },
    { column: 'b', direction: 'desc' },
    { column: 'c', direction: 'asc' },
  ]);
});

test('filters, trees and paging parameters are distinguished', () => {
  const parameters = 'id=eq.1&or=(a.eq.1)&order=id&limit=2&limits=lt.3';
  expect(parseQuery(new URLSearchParams(parameters))).toMatchObject({
    items: [null],
    conditions: [
      { column: 'id' },
      { operator: 'or' },
      { column: 'limits', operation: { operator: 'lt' } },
    ],
    order: [{ column: 'id' }],
    limit: 2,
  });
});

test('an error says what could not be parsed, and where', () => {
  const complaint = () => parseOrder('id.ac');
  expect(complaint).toThrow(RestError);
  expect(complaint).toThrow('"failed to parse order (id.ac)" (line 1, column 3)');
});
