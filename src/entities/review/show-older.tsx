import { Button } from '@/components/ui/button.tsx';
import { fetchFailure, type useReviews } from './use-reviews.ts';

/** The way to the next page, while there is one. */
export function ShowOlder({ query }: Pick<ReturnType<typeof useReviews>, 'query'>) {
  if (!query.hasNextPage) return null;
  return (
    <div className="mt-10 text-center">
      {query.isFetchNextPageError && (
        <p className="mb-4 font-medium text-danger">{fetchFailure} Please try again.</p>
      )}
      <Button
        variant="secondary"
        busy={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        Show Older Reviews
      </Button>
    </div>
  );
}
