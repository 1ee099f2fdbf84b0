import { PostgrestClient } from '@supabase/postgrest-js';
import { reviewRating } from '@contracts/review.ts';
import { photosQuery, getPhotos } from '@/entities/photo/get-photos.ts';
import { getFirstReviews, reviewsKey } from '@/entities/review/get-reviews.ts';
import { paths } from '@/config/paths.ts';
import type { Rest } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';
import type { PageData } from '@/lib/page-data.ts';
import type { Database } from '../../../supabase/database-types.ts';
import type { PublicPath } from '../screen-list.ts';

/** How the approved reviews rate the business, if there are any. */
export type Rating = { count: number; average: number };

/** What a page is made of beside its own words. */
export type PageFacts = {
  /** What its queries begin with, in the page as in the browser. */
  queries: PageData;
  rating: Rating | null;
};

/** A page before anything was asked. */
export const noFacts: PageFacts = { queries: [], rating: null };

/** Asks the backend, as anybody may, for what a page shows. Throws when it does not answer. */
export async function factsOf(path: PublicPath, ask: typeof fetch): Promise<PageFacts> {
  const rest = new PostgrestClient<Database>('http://host/rest/v1', { fetch: ask });
  return { ...noFacts, ...(await asked[path]?.(rest)) };
}

type Question = (rest: Rest) => Promise<Partial<PageFacts>>;

const asked: Partial<Record<PublicPath, Question>> = {
  [paths.home]: async (rest) => ({ rating: await getRating(rest) }),
  [paths.gallery]: async (rest) => ({
    queries: [[photosQuery.queryKey, await getPhotos(rest, inTime())]],
  }),
  [paths.reviews]: async (rest) => ({
    queries: [[reviewsKey('public'), await getFirstReviews(rest, inTime())]],
    rating: await getRating(rest),
  }),
};

/** Longer than the database's own patience helps nobody. */
const inTime = () => AbortSignal.timeout(15_000);

async function getRating(rest: Rest): Promise<Rating | null> {
  const { count, average } = await rpc(rest, reviewRating, {}, { signal: inTime() });
  return average === null ? null : { count, average };
}
