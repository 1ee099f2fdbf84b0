import seed from '../../../supabase/seed.sql?raw';
import { advisoryLocks } from './advisory-locks.ts';
import type { Database } from './database.ts';
import { inTransaction } from './transaction.ts';

/** Inserts demo rows into a database without bookings and reviews. Returns whether it did. */
export const fillWithDemo = (database: Pick<Database, 'pool'>): Promise<boolean> =>
  inTransaction(
    database,
    async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.demo]);
      const { rows } = await client.query<{ empty: boolean }>(
        `select not exists (select from public.bookings) and not exists (select from public.reviews) as empty`,
      );
      const isEmpty = rows[0]?.empty === true;
      if (isEmpty) await client.query(seed);
      return isEmpty;
    },
    { isLong: true },
  );
