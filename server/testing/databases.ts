import { describe } from 'vitest';
import type { Database } from '../backend/database/database.ts';
import { openEmbeddedCopy } from './embedded-copies.ts';
import { openPostgresCopy } from './postgres-copies.ts';

/** A superuser's URL of a PostgreSQL whose databases and roles may be made and dropped freely. */
const postgresUrl = process.env['TEST_DATABASE_URL'];

/** Gives a freshly migrated database of its own at every call. The test closes it. */
export type OpenDatabase = (options?: { maxConnections?: number }) => Promise<Database>;

/**
 * The same tests on the embedded database and, when TEST_DATABASE_URL is set, on PostgreSQL.
 */
export function describeEachDatabase(name: string, tests: (open: OpenDatabase) => void): void {
  describe(`${name} (embedded)`, () => tests(() => openEmbeddedCopy()));
  describePostgres(name, tests);
}

/** For what a single connection cannot show, such as races between clients. */
export function describePostgres(name: string, tests: (open: OpenDatabase) => void): void {
  if (!postgresUrl) {
    console.warn(`TEST_DATABASE_URL is not set: "${name}" runs without PostgreSQL`);
    return;
  }
  describe(`${name} (PostgreSQL)`, () =>
    tests((options) => openPostgresCopy(postgresUrl, options)));
}
