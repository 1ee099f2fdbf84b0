import type { Database } from '../backend/database/database.ts';

/**
 * Writes the stored figures of the reports and of the rating anew from payments, refunds, bookings and reviews.
 * Payments and bookings wait meanwhile (supabase/schemas/350_money_moves.sql, 560_reports/30_visits.sql).
 */
export async function recountFigures({ pool }: Database): Promise<void> {
  await pool.query(
    'select private.rebuild_moves(), private.recount_reviews(), private.rebuild_first_visits()',
  );
}
