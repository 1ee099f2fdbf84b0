import type { Database } from '../backend/database/database.ts';

/**
 * Adds what the ledger of money lacks, and writes the rating and the first visits again from reviews and bookings.
 * Payments and bookings wait meanwhile (supabase/schemas/365_money_moves.sql, 560_reports/30_visits.sql).
 */
export async function recountFigures({ pool }: Database): Promise<void> {
  await pool.query(
    'select private.rebuild_moves(), private.recount_reviews(), private.rebuild_first_visits()',
  );
}
