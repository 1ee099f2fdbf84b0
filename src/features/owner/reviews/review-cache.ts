import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import {
  everyReviewsKey,
  reviewsKey,
  type ReviewPage,
  type ReviewRecord,
  type ReviewScope,
} from '@/entities/review/get-reviews.ts';

const belongs: Record<ReviewScope, (review: ReviewRecord) => boolean> = {
  public: ({ is_approved }) => is_approved,
  all: ({ is_held_back }) => !is_held_back,
  waiting: ({ is_approved, is_held_back }) => !is_approved && !is_held_back,
  published: ({ is_approved }) => is_approved,
  heldBack: ({ is_held_back }) => is_held_back === true,
};
const scopes = Object.keys(belongs) as ReviewScope[];

/**
 * Shows at once, in every list, what became of a review; null means it is deleted. Where it has moved
 * to another list, the backend is asked for that.
 */
export async function showDecision(
  client: QueryClient,
  id: string,
  changed: ReviewRecord | null,
): Promise<void> {
  await client.cancelQueries({ queryKey: everyReviewsKey });
  for (const scope of scopes) {
    client.setQueryData<InfiniteData<ReviewPage>>(reviewsKey(scope), (data) => {
      if (!data) return undefined;
      const pages = data.pages.map((page) => changePage(page, id, changed, belongs[scope]));
      return { ...data, pages };
    });
  }
  void client.invalidateQueries({ queryKey: everyReviewsKey });
}

function changePage(
  page: ReviewPage,
  id: string,
  changed: ReviewRecord | null,
  isKept: (review: ReviewRecord) => boolean,
): ReviewPage {
  const reviews = page.reviews
    .map((review) => (review.id === id ? changed : review))
    .filter((review) => review !== null)
    .filter(isKept);
  const gone = page.reviews.length - reviews.length;
  return { ...page, reviews, total: page.total === null ? null : page.total - gone };
}
