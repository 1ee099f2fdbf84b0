import type { Log } from '../../../supabase/functions/_shared/http/deps.ts';
import type { Database } from '../database/database.ts';
import type { Keys } from '../keys.ts';
import type { FileStore } from './file-store.ts';

/** The dependencies of every operation of the storage. */
export type Storage = {
  database: Database;
  keys: Keys;
  files: FileStore;
  now: () => Date;
  clientAddress: (request: Request) => string;
  log: Log;
};
