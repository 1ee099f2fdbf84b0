import { CouldNotFetch } from './could-not-fetch.tsx';
import { Spinner } from './ui/spinner.tsx';

type NotLoadedProps = {
  query: { isPending: boolean; isFetching: boolean; refetch: () => Promise<unknown> };
  /** What the spinner says. */
  loading: string;
  /** What could not be loaded, as a sentence. */
  failed: string;
  className?: string;
};

/** In the place of what a query has not loaded: a spinner, or after a failure the way to try again. */
export const NotLoaded = ({ query, loading, failed, className }: NotLoadedProps) =>
  query.isPending && query.isFetching ? (
    <Spinner label={loading} />
  ) : (
    <CouldNotFetch
      title={failed}
      isBusy={query.isFetching}
      onRetry={() => void query.refetch()}
      className={className}
    />
  );
