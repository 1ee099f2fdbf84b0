import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { openDatabase, type Database } from '../backend/database/database.ts';
import { describePostgres, type OpenDatabase } from './databases.ts';
import { openEmbeddedCopy } from './embedded-copies.ts';

/** An empty database at every call, with one connection, which keeps its session's settings. */
export type OpenEmptyDatabase = () => Promise<Database>;

/** Like describeEachDatabase(), with empty databases; `openMigrated` returns a migrated one. */
export function describeEachEmptyDatabase(
  name: string,
  tests: (open: OpenEmptyDatabase, openMigrated: OpenDatabase) => void,
) {
  describe(`${name} (embedded)`, () =>
    tests(
      async () => {
        const dataDir = await mkdtemp(join(tmpdir(), 'empty-'));
        const database = await openDatabase({ dataDir });
        const close = () => database.close().then(() => rm(dataDir, { recursive: true }));
        return { ...database, close };
      },
      () => openEmbeddedCopy(),
    ));
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
