import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Catalogue } from './catalogue.ts';
import { parseQuery, readQuery } from './parse-query.ts';
import type { Asked } from './plan.ts';
import { buildStatement, planRead } from './plan-read.ts';
import { parsePreferences } from './preferences.ts';
import { rendered } from './sql.ts';
import { StatementCache } from './statement-cache.ts';

const columns = ['id', 'name', 'odd, one', 'is', 'not', 'null'];

const table = (name: string, names: readonly string[]) =>
  [
    name,
    { name, columns: new Map(names.map((column) => [column, { name: column, type: 'text' }])) },
  ] as const;

const catalogue: Catalogue = {
  tables: new Map([table('cars', columns), table('vans', columns), table('keys', ['id'])]),
  routines: new Map(),
};

const askedWith = (statements: StatementCache, changes: Partial<Asked> = {}): Asked => ({
  catalogue,
  statements,
  maxRows: 1000,
  request: new Request('http://localhost/'),
  media: 'array',
  preferences: parsePreferences(null),
  ...changes,
});

type Read = { name: string; parameters: string[][]; media: Asked['media']; isCounted: boolean };

const preferencesOf = ({ isCounted }: Read) => parsePreferences(isCounted ? 'count=exact' : null);

/** The statement by the cache; null for a request that is refused. */
function cached(statements: StatementCache, read: Read) {
  const asked = askedWith(statements, { media: read.media, preferences: preferencesOf(read) });
  const query = readQuery(new URLSearchParams(read.parameters));
  return planRead({ ...asked, query }, read.name).statement;
}

/** The same statement, built for this request alone. */
function built(read: Read) {
  const asked = askedWith(new StatementCache(), {
    media: read.media,
    preferences: preferencesOf(read),
  });
  const query = parseQuery(new URLSearchParams(read.parameters));
  return rendered(buildStatement({ ...asked, query }, read.name));
}

const resultOf = <T>(work: () => T): T | string => {
  try {
    return work();
  } catch (error) {
    return String(error);
  }
};

const column = fc.constantFrom('id', 'name', '"odd, one"', 'is', 'not', 'null', 'unknown');
const operand = fc.oneof(
  fc.constantFrom('1', '*', 'null', 'true', '(1,2)', '("a,b",c)', 'x*y', ''),
  fc.string({ maxLength: 8 }),
);
const operation = fc
  .tuple(fc.constant(''), fc.constantFrom('eq', 'lt', 'gte', 'is', 'in'), operand)
  .map(([negation, word, value]) => `${negation}${word}.${value}`);
const filter = fc.tuple(column, operation);
const parameter: fc.Arbitrary<string[]> = fc.oneof(
  filter,
  fc
    .tuple(fc.constantFrom('or', 'and'), fc.array(filter, { minLength: 1, maxLength: 3 }))
    .map(([word, list]) => [word, `(${list.map((one) => one.join('.')).join(',')})`]),
  fc.array(column, { maxLength: 3 }).map((list) => ['select', list.join(',')]),
  fc
    .tuple(column, fc.constantFrom('', '.desc', '.asc.nullsfirst'))
    .map(([name, end]) => ['order', `${name}${end}`]),
  fc.tuple(fc.constant('limit'), fc.constantFrom('0', '1', '7', '5000')),
);
const read: fc.Arbitrary<Read> = fc.record({
  name: fc.constantFrom('cars', 'vans', 'keys', 'nothing'),
  parameters: fc.array(parameter, { maxLength: 4 }),
  media: fc.constantFrom('array', 'object'),
  isCounted: fc.boolean(),
});

describe('The cache of statements', () => {
  test('gives every request the statement and the parameters that are built for it alone', () => {
    const statements = new StatementCache(20);
    fc.assert(
      fc.property(read, (one) => {
        // Twice, so that the second comes from the cache.
        for (let time = 0; time < 2; time += 1) {
          expect(resultOf(() => cached(statements, one))).toEqual(
            resultOf(() => ({ ...built(one), name: expect.any(String) as string })),
          );
        }
      }),
      { numRuns: 2_000 },
    );
    expect(statements.counts.found).toBeGreaterThan(500);
    expect(statements.size).toBeLessThanOrEqual(20);
  });

  const plain = (parameters: string[][], name = 'cars'): Read => ({
    name,
    parameters,
    media: 'array',
    isCounted: false,
  });

  test('finds a request again by its shape, whatever its values', () => {
    const statements = new StatementCache();
    for (const value of ['1', '2', "'; drop table cars", '$1']) {
      expect(cached(statements, plain([['id', `eq.${value}`]]))?.values?.[0]).toBe(value);
    }
    expect(statements.counts).toEqual({ found: 3, built: 1 });
  });

  test.each([
    [[['id', 'eq.1']], [['name', 'eq.1']]],
    [[['id', 'eq.1']], [['id', 'gte.1']]],
    [[['id', 'is.null']], [['id', 'in.(1)']]],
    [[['select', 'id']], [['select', 'id,name']]],
    [[['order', 'id']], [['order', 'id.desc']]],
    [[['or', '(id.eq.1,name.eq.1)']], [['and', '(id.eq.1,name.eq.1)']]],
  ])('tells %j from %j', (one, other) => {
    const statements = new StatementCache();
    expect(cached(statements, plain(one))?.text).not.toBe(cached(statements, plain(other))?.text);
    expect(statements.counts).toEqual({ found: 0, built: 2 });
  });

  test('tells tables, formats and counts apart', () => {
    const statements = new StatementCache();
    const one = plain([]);
    const reads = [
      one,
      { ...one, name: 'vans' },
      { ...one, media: 'object' as const },
      { ...one, isCounted: true },
    ];
    const texts = reads.map((each) => cached(statements, each)?.text);
    expect(new Set(texts).size).toBe(reads.length);
  });

  test('keeps two hundred shapes at most, the most recently used ones', () => {
    const statements = new StatementCache();
    const often = plain([['id', 'eq.1']]);
    cached(statements, often);
    for (let n = 0; n < 1_000; n += 1) {
      const order = n.toString(2).replaceAll('0', 'id,').replaceAll('1', 'name,').slice(0, -1);
      cached(statements, plain([['order', order]]));
      cached(statements, often);
    }
    expect(statements.size).toBe(200);
    expect(statements.counts).toEqual({ found: 1_000, built: 1_001 });
  });

  test('keeps no very long shape and no refused request', () => {
    const statements = new StatementCache();
    const list = Array<string>(190).fill('"odd, one"').join(',');
    expect(cached(statements, plain([['select', list]]))?.text).toContain('"odd, one"');
    expect(() => cached(statements, plain([['unknown', 'eq.1']]))).toThrow('unknown');
    expect(() => cached(statements, plain([], 'nothing'))).toThrow('nothing');
    expect(statements.size).toBe(0);
  });
});
