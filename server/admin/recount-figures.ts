import type { Database } from '../backend/database/database.ts';

/**
 * Writes the stored figures of the reports and of the rating anew from payments, refunds, bookings and reviews.
 * Payments and bookings wait meanwhile (supabase/schemas/57_money_moves.sql, 78_visit_reports.sql).
 */
export async function recountFigures({ pool }: Database): Promise<void> {
  await pool.query(
    'select private.rebuild_moves(), private.recount_reviews(), private.rebuild_first_visits()',
  );
}
