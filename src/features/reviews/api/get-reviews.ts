import { infiniteQueryOptions } from '@tanstack/react-query';
import { guestRest } from '@/lib/backend.ts';

/** A review as everyone may read it. */
export type ReviewRecord = {
  id: string;
  customer_name: string;
  /** Stars, 1 to 5. */
  rating: number;
  comment: string | null;
  photo_url: string | null;
  /** An instant, which also marks where the next page begins. */
  created_at: string;
};

const pageSize = 24;

/** The approved reviews, newest first, a page at a time. */
export const reviewsQuery = infiniteQueryOptions({
  queryKey: ['reviews'],
  queryFn: ({ pageParam, signal }) => getReviews(pageParam, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => (page.length === pageSize ? page.at(-1)?.created_at : undefined),
});

async function getReviews(before: string | null, signal: AbortSignal): Promise<ReviewRecord[]> {
  const approved = guestRest()
    .from('reviews')
    .select('id,customer_name,rating,comment,photo_url,created_at')
    .eq('is_approved', true);
  const { data } = await (before ? approved.lt('created_at', before) : approved)
    .order('created_at', { ascending: false })
    .limit(pageSize)
    .abortSignal(signal)
    // The query already tries again; twice would keep the visitor waiting.
    .retry(false)
    .throwOnError()
    .overrideTypes<ReviewRecord[], { merge: false }>();
  return data;
}
