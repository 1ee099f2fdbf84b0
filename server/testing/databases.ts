import { describe, test } from 'vitest';
import type { Database } from '../backend/database/database.ts';
import { openEmbeddedCopy } from './embedded-copies.ts';
import { openPostgresCopy } from './postgres-copies.ts';

/** A superuser's URL of a PostgreSQL in which databases and roles may be created and dropped. */
const postgresUrl = process.env['TEST_DATABASE_URL'];

/** `npm run test:full`: all tests run on both databases. */
const isFullRun = process.env['TEST_FULL'] === '1';

/** Returns a newly migrated database at every call. The test closes it. */
export type OpenDatabase = (options?: { maxConnections?: number }) => Promise<Database>;

/**
 * How the embedded database can differ from PostgreSQL, so that a test must run on both (docs/decisions/0060).
 */
export type Difference =
  /** Roles, grants, policies, and the catalogue's view of them. */
  | 'access'
  /** How statements, rows, errors and notifications travel. */
  | 'driver'
  /** Starting, upgrading, backing up, stopping. */
  | 'lifetime'
  /** Waiting: one connection or many. */
  | 'locks'
  /** Time zones, sums, and the comparison of text. */
  | 'values';

/** For tests that any database will do for: PostgreSQL where there is one, and in a full run the embedded database. */
export const openCopy: OpenDatabase = (options) =>
  postgresUrl && !isFullRun ? openPostgresCopy(postgresUrl, options) : openEmbeddedCopy();

/** Whether tests with that difference, if there is one, run on the embedded database in this run. */
export const runsOnEmbedded = (both?: Difference) =>
  both !== undefined || isFullRun || !postgresUrl;

/** How many runs a property has: all in a full run, otherwise a quarter. */
export const runsOf = (all: number) => (isFullRun ? all : Math.ceil(all / 4));

/** For a test that takes many seconds and proves what others prove in part (docs/decisions/0060). */
export const testInFullRun = test.runIf(isFullRun);

/** Of a long list of cases all in a full run, otherwise every fifth. */
export const chosenOf = <T>(all: readonly T[]): readonly T[] =>
  isFullRun ? all : all.filter((_, index) => index % 5 === 0);

type Tests = (open: OpenDatabase) => void;

/**
 * The same tests on PostgreSQL when TEST_DATABASE_URL is set, otherwise on the embedded database. With `both`, and
 * in a full run, they run on each.
 */
export function describeEachDatabase(
  name: string,
  ...rest: [tests: Tests] | [options: { both: Difference }, tests: Tests]
): void {
  const [tests, both] = rest.length === 1 ? rest : [rest[1], rest[0].both];
  if (runsOnEmbedded(both)) {
    describe(`${name} (embedded)`, () => tests(() => openEmbeddedCopy()));
  }
  describePostgres(name, tests);
}

/** For behaviour that needs several connections, such as races. */
export function describePostgres(name: string, tests: Tests): void {
  if (!postgresUrl) {
    console.warn(`TEST_DATABASE_URL is not set: "${name}" runs without PostgreSQL`);
    return;
  }
  describe(`${name} (PostgreSQL)`, () =>
    tests((options) => openPostgresCopy(postgresUrl, options)));
}
