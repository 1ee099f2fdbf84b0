import { infiniteQueryOptions } from '@tanstack/react-query';
import type { RowOf } from '@contracts/contract.ts';
import { guestRest, userRest, type Rest } from '@/lib/backend.ts';

/**
 * A review as whoever may see it reads it. The size of its photo in pixels is null where nobody measured it. One that is
 * held back came in beyond what all visitors share.
 */
export type ReviewRecord = Pick<
  RowOf<'reviews'>,
  | 'id'
  | 'customer_name'
  | 'rating'
  | 'comment'
  | 'photo_url'
  | 'photo_width'
  | 'photo_height'
  | 'is_approved'
  | 'created_at'
  | 'service_name'
  | 'reply'
  | 'replied_at'
> & { is_held_back?: boolean };

/**
 * `public` is what everyone sees, `all` what whoever manages reviews sees in its place; `waiting` and
 * `published` are the two halves of that, counted. What is held back is in none of them but `heldBack`.
 */
export type ReviewScope = 'public' | 'all' | 'waiting' | 'published' | 'heldBack';

export type ReviewPage = {
  reviews: ReviewRecord[];
  /** The review after which the next page begins; null when there is none. */
  next: Place | null;
  /** How many there are, on the first page of a counted scope. */
  total: number | null;
};

type Place = Pick<ReviewRecord, 'created_at' | 'id'>;

const pageSize = 30;
const columns =
  'id,customer_name,rating,comment,photo_url,photo_width,photo_height,is_approved,created_at,service_name,reply,replied_at';

export const everyReviewsKey = ['reviews'];
export const reviewsKey = (scope: ReviewScope, service: string | null = null) =>
  service === null ? [...everyReviewsKey, scope] : [...everyReviewsKey, scope, service];

/** Reviews, newest first, a page at a time; of one service, by its name, or of all. */
export const reviewsQuery = (scope: ReviewScope, service: string | null = null) =>
  infiniteQueryOptions({
    queryKey: reviewsKey(scope, service),
    queryFn: async ({ pageParam, signal }) =>
      getReviews(
        scope === 'public' ? guestRest() : await userRest(),
        { scope, service },
        pageParam,
        signal,
      ),
    initialPageParam: null as Place | null,
    getNextPageParam: (page) => page.next,
  });

type Pages = { pages: ReviewPage[]; pageParams: (Place | null)[] };

/** The reviews of this service among loaded ones, as one page; undefined when there is none. */
export function knownOf(service: string | null, loaded: Pages | undefined): Pages | undefined {
  if (service === null || !loaded) return undefined;
  const reviews = loaded.pages
    .flatMap((page) => page.reviews)
    .filter((review) => review.service_name === service);
  if (reviews.length === 0) return undefined;
  return { pages: [{ reviews, next: null, total: null }], pageParams: [null] };
}

/** The newest public reviews, as the query has them. Throws when they cannot be had. */
export async function getFirstReviews(rest: Rest, signal: AbortSignal) {
  const page = await getReviews(rest, { scope: 'public', service: null }, null, signal);
  return { pages: [page], pageParams: [null] };
}

async function getReviews(
  rest: Rest,
  { scope, service }: { scope: ReviewScope; service: string | null },
  after: Place | null,
  signal: AbortSignal,
): Promise<ReviewPage> {
  const isCounted = scope !== 'all' && scope !== 'public';
  let chosen = rest
    .from('reviews')
    .select(columns, isCounted && !after ? { count: 'exact' } : undefined);
  if (scope === 'public' || scope === 'published') chosen = chosen.eq('is_approved', true);
  if (scope === 'waiting') chosen = chosen.eq('is_approved', false);
  const isHeldBack = scope === 'heldBack';
  // Guests may not even ask for the column.
  if (scope !== 'public') chosen = chosen.eq('is_held_back', isHeldBack);
  if (service !== null) chosen = chosen.eq('service_name', service);
  if (after) chosen = chosen.or(olderThan(after));
  const { data, count } = await chosen
    .order('created_at', { ascending: false })
    // Of the same moment, in some order that stays.
    .order('id', { ascending: false })
    .limit(pageSize)
    .abortSignal(signal)
    // The query already tries again; twice would keep the visitor waiting.
    .retry(false)
    .throwOnError();
  const reviews = data.map((review) => ({ ...review, is_held_back: isHeldBack }));
  const last = data.length === pageSize ? data.at(-1) : undefined;
  return { reviews, next: last ?? null, total: count };
}

const olderThan = ({ created_at: instant, id }: Place) =>
  `created_at.lt."${instant}",and(created_at.eq."${instant}",id.lt.${id})`;
