import { guestRest } from '@/lib/backend.ts';

export type LatestReview = { customer_name: string; rating: number; comment: string | null };

/** The ten newest approved reviews. Throws when they cannot be had, also when the answer is not one. */
export async function getLatestReviews(signal: AbortSignal): Promise<LatestReview[]> {
  const { data } = await guestRest()
    .from('reviews')
    .select('customer_name,rating,comment')
    .eq('is_approved', true)
    .order('created_at', { ascending: false })
    .limit(10)
    .abortSignal(signal)
    .throwOnError();
  return data.map(({ customer_name, rating, comment }) => ({ customer_name, rating, comment }));
}
