import { describe } from 'vitest';
import type { Database } from '../backend/database/database.ts';
import {
  describePostgres,
  runsOnEmbedded,
  type Difference,
  type OpenDatabase,
} from './databases.ts';
import { openEmbeddedCopy, openEmptyEmbedded } from './embedded-copies.ts';

/** An empty database at every call, with one connection, which keeps its session's settings. */
type OpenEmptyDatabase = () => Promise<Database>;

type Tests = (open: OpenEmptyDatabase, openMigrated: OpenDatabase) => void;

/** Like describeEachDatabase(), with empty databases; `openMigrated` returns a migrated one. */
export function describeEachEmptyDatabase(
  name: string,
  ...rest: [tests: Tests] | [options: { both: Difference }, tests: Tests]
): void {
  const [tests, both] = rest.length === 1 ? rest : [rest[1], rest[0].both];
  if (runsOnEmbedded(both)) {
    describe(`${name} (embedded)`, () => tests(openEmptyEmbedded, () => openEmbeddedCopy()));
  }
  describePostgres(name, (openCopy) =>
    tests(async () => {
      const database = await openCopy({ maxConnections: 1 });
      await database.pool.query(
        `drop schema public, private, auth, storage, extensions, supabase_migrations cascade;
         create schema public; grant usage on schema public to public`,
      );
      return database;
    }, openCopy),
  );
}
