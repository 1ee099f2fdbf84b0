import { PostgrestClient } from '@supabase/postgrest-js';
import { reviewRating, type Rating } from '@contracts/review.ts';
import { photosQuery, getPhotos } from '@/entities/photo/get-photos.ts';
import { getReviewCounts, reviewCountsQuery } from '@/entities/review/get-review-counts.ts';
import { getFirstReviews, reviewsKey } from '@/entities/review/get-reviews.ts';
import { getWebsiteText, websiteTextQuery } from '@/entities/website-text/get-website-text.ts';
import type { PolicyName } from '@domain/texts/policies.ts';
import type { Business } from '@domain/business/business.ts';
import { defaultBusiness } from '@domain/business/default-business.ts';
import { publishedBusiness } from '@contracts/business.ts';
import { businessKey } from '@/lib/business.ts';
import { ratingKey } from '@/entities/review/rating.ts';
import { paths } from '@/config/paths.ts';
import type { Rest } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';
import { arrivalWindowKey } from '@/lib/told-times.ts';
import type { PageData } from '@/lib/page-data.ts';
import type { Database } from '../../../supabase/database-types.ts';
import type { PublicPath } from '../screen-list.ts';

/** What a page is made of beside its own words. */
export type PageFacts = {
  /** What its queries begin with, in the page as in the browser. */
  queries: PageData;
  rating: Rating | null;
  business: Business;
};

/** A page before anything was asked. */
export const noFacts: PageFacts = { queries: [], rating: null, business: defaultBusiness };

/**
 * Asks the backend, as anybody may, for what a page shows; null is the not-found page. Throws when it does not answer.
 */
export async function factsOf(path: PublicPath | null, ask: typeof fetch): Promise<PageFacts> {
  const rest = new PostgrestClient<Database>('http://host/rest/v1', { fetch: ask });
  const [{ business, arrivalWindowMinutes }, own] = await Promise.all([
    rpc(rest, publishedBusiness, {}, { get: true, signal: inTime() }),
    path === null ? null : asked[path]?.(rest),
  ]);
  const queries = [
    [businessKey, business] as const,
    [arrivalWindowKey, arrivalWindowMinutes] as const,
    ...(own?.queries ?? []),
  ];
  return { ...noFacts, ...own, business, queries };
}

type Question = (rest: Rest) => Promise<Partial<PageFacts>>;

const asked: Partial<Record<PublicPath, Question>> = {
  [paths.home]: async (rest) => {
    const rating = await getRating(rest);
    return { queries: [[ratingKey, rating]], rating };
  },
  [paths.gallery]: async (rest) => ({
    queries: [[photosQuery.queryKey, await getPhotos(rest, inTime())]],
  }),
  [paths.reviews]: async (rest) => ({
    queries: [
      [reviewsKey('public'), await getFirstReviews(rest, inTime())],
      [reviewCountsQuery.queryKey, await getReviewCounts(rest, inTime())],
    ],
    rating: await getRating(rest),
  }),
  [paths.privacy]: (rest) => policyFacts(rest, 'privacy'),
  [paths.terms]: (rest) => policyFacts(rest, 'terms'),
  [paths.cancellation]: (rest) => policyFacts(rest, 'cancellation'),
};

const policyFacts = async (rest: Rest, name: PolicyName): Promise<Partial<PageFacts>> => ({
  queries: [[websiteTextQuery(name).queryKey, await getWebsiteText(rest, name, inTime())]],
});

/** Longer than the database's own patience helps nobody. */
const inTime = () => AbortSignal.timeout(15_000);

const getRating = (rest: Rest): Promise<Rating> =>
  rpc(rest, reviewRating, {}, { signal: inTime() });
