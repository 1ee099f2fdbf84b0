import type { ReactNode } from 'react';
import { Button } from './ui/button.tsx';

type ShowMoreProps = {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  /** A sentence for when the next page can't be loaded. The loaded pages stay. */
  failure: string;
  /** What the button says. */
  children: ReactNode;
};

/** The way to the next page of a list, while there is one. */
export function ShowMore({ query, failure, children }: ShowMoreProps) {
  return (
    <>
      {query.isFetchNextPageError && (
        <p role="alert" className="mt-6 font-medium text-danger">
          {failure} Please try again.
        </p>
      )}
      {query.hasNextPage && (
        <Button
          variant="secondary"
          className="mt-8 max-sm:w-full"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {children}
        </Button>
      )}
    </>
  );
}
