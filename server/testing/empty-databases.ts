import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { openDatabase, type Database } from '../backend/database/database.ts';
import { describePostgres } from './databases.ts';

/** An empty database at every call, which has one connection: what is set for its session stays. */
export type OpenEmptyDatabase = () => Promise<Database>;

/** The same tests on the embedded database and, when TEST_DATABASE_URL is set, on PostgreSQL. */
export function describeEachEmptyDatabase(name: string, tests: (open: OpenEmptyDatabase) => void) {
  describe(`${name} (embedded)`, () =>
    tests(async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'empty-'));
      const database = await openDatabase({ dataDir });
      const close = () => database.close().then(() => rm(dataDir, { recursive: true }));
      return { ...database, close };
    }));
  describePostgres(name, (openCopy) =>
    tests(async () => {
      const database = await openCopy({ maxConnections: 1 });
      await database.pool.query(
        `drop schema public, private, auth, storage, extensions, supabase_migrations cascade; create schema public`,
      );
      return database;
    }),
  );
}
