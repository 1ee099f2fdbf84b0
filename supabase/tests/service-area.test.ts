import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpeningRules } from '../../domain/time/opening-rules.ts';
import { isServed, withoutCovered } from '../../domain/contact/service-area.ts';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { anon, ask } from './cast.ts';

describeEachDatabase('The service area of a new database', (open) => {
  let database: Database;
  let servedPrefixes: readonly string[];
  beforeAll(async () => {
    database = await open();
    const { rows } = await ask(database.pool, anon, 'select public.opening_rules() as rules');
    servedPrefixes = (rows[0]?.['rules'] as OpeningRules | undefined)?.servedPrefixes ?? [];
    // No prefixes mean everywhere.
    expect(servedPrefixes).not.toEqual([]);
  });
  afterAll(() => database.close());

  test.each([
    ['Caledon', 'L7C 1J2', true],
    ['Caledon Village', 'L7K 0A1', true],
    ['Bolton', 'L7E 1C9', true],
    ['Toronto', 'M5V 2T6', true],
    ['Mississauga', 'L5B 3C1', true],
    ['Malton', 'L4T 1A1', true],
    ['Brampton', 'L6Y 0A1', true],
    ['Vaughan', 'L4K 1A1', true],
    ['Kleinburg', 'L0J 1C0', true],
    ['Markham', 'L3R 1A1', true],
    ['Holland Landing', 'L9N 1J1', true],
    ['Sutton', 'L0E 1R0', true],
    ['Milton', 'L9T 1A1', true],
    ['Campbellville', 'L0P 1B0', true],
    ['Burlington', 'L7R 1A1', true],
    ['Oshawa', 'L1H 1A1', true],
    ['Newcastle', 'L1B 0M1', true],
    ['Uxbridge', 'L9P 1A1', true],
    ['Sunderland', 'L0C 1H0', true],
    ['Port Hope', 'L1A 1A1', false],
    ['Bradford', 'L3Z 1A1', false],
    ['Barrie', 'L4M 1A1', false],
    ['Orangeville', 'L9W 2X1', false],
    ['Grimsby', 'L3M 1A1', false],
    ['Hamilton', 'L8P 1A1', false],
    ['Waterdown', 'L8B 1A1', false],
    ['Millbrook', 'L0A 1G0', false],
    ['Guelph', 'N1H 1A1', false],
    ['Ottawa', 'K1A 0B1', false],
    ['Vancouver', 'V5K 0A1', false],
  ])('holds %s (%s): %s', (_, postalCode, isIn) => {
    expect(isServed(servedPrefixes, postalCode)).toBe(isIn);
  });

  test('names no prefix that a shorter one covers [S1.1]', () => {
    expect(withoutCovered(servedPrefixes)).toEqual(servedPrefixes);
  });
});
