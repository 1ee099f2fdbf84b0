import { expect, test } from 'vitest';
import { isDatabaseAway } from './database-away.ts';

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
])('%s means that the database is away', (_, error) => {
  expect(isDatabaseAway(error)).toBe(true);
});

test.each([
  ['a refusal by a constraint', withCode('23P01', { severity: 'ERROR' })],
  ['a statement that took too long', withCode('57014', { severity: 'ERROR' })],
  ['a fault of ours', new TypeError('x is not a function')],
  ['something that is no error', 'ECONNREFUSED'],
])('%s does not', (_, error) => {
  expect(isDatabaseAway(error)).toBe(false);
});
