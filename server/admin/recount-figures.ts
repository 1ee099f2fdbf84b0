import type { Database } from '../backend/database/database.ts';

/**
 * Writes the stored figures of the money reports and of the rating anew from payments, refunds and reviews. Payments
 * wait meanwhile (supabase/schemas/57_money_moves.sql).
 */
export async function recountFigures({ pool }: Database): Promise<void> {
  await pool.query('select private.rebuild_moves(), private.recount_reviews()');
}
