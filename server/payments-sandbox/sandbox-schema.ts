import { advisoryLocks } from '../backend/database/advisory-locks.ts';
import type { Database } from '../backend/database/database.ts';
import schema from './schema.sql?raw';
import { inTransaction } from '../backend/database/transaction.ts';

/** Creates the sandbox's own schema where it is missing. Safe to run at every start. */
export const sandboxSchema = (database: Pick<Database, 'pool'>): Promise<void> =>
  inTransaction(database, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.paymentsSandbox]);
    await client.query(schema);
  });
