import { expect, test } from 'vitest';
import { arrayText, joined, quoted, rendered, sql, value } from './sql.ts';

test('values become parameters in the order of the text', () => {
  const inner = sql`b = ${value("x'; drop table t")}`;
  const both = joined([sql`a = ${value(1)}`, inner], ' and ');
  expect(rendered(sql`select from t where ${both} limit ${value(2)}`)).toEqual({
    text: 'select from t where a = $1 and b = $2 limit $3',
    values: ['1', "x'; drop table t", '2'],
  });
});

test('a list is one parameter, whatever its values contain', () => {
  expect(arrayText(['a', 'b,"c"', '\\{d}', ''])).toBe('{"a","b,\\"c\\"","\\\\{d}",""}');
});

test('a quote in a name is doubled, and a NUL is refused', () => {
  expect(rendered(quoted('a"b')).text).toBe('"a""b"');
  expect(() => quoted('a\0b')).toThrow('NUL');
});
