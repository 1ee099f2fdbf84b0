import { CouldNotFetch } from './could-not-fetch.tsx';
import { Skeleton } from './ui/skeleton.tsx';
import { Spinner } from './ui/spinner.tsx';

type NotLoadedProps = {
  query: { isPending: boolean; isFetching: boolean; refetch: () => Promise<unknown> };
  /** What the spinner says. */
  loading: string;
  /** What could not be loaded, as a sentence. */
  failed: string;
  className?: string;
  /** How many lines of a list to draw meanwhile, so that what comes moves nothing. */
  rows?: number;
};

/** In the place of what a query has not loaded: a spinner or empty lines, or after a failure the way to try again. */
export const NotLoaded = ({ query, loading, failed, className, rows }: NotLoadedProps) =>
  query.isPending && query.isFetching ? (
    rows === undefined ? (
      <Spinner label={loading} />
    ) : (
      <Skeleton label={loading} rows={rows} />
    )
  ) : (
    <CouldNotFetch
      title={failed}
      isBusy={query.isFetching}
      onRetry={() => void query.refetch()}
      className={className}
    />
  );
