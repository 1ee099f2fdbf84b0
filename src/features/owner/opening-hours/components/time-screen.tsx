import './opening-hours.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { useLive } from '@/lib/live.ts';
import { timePageQuery } from '../api/time-page.ts';
import { TimeEditor } from './time-editor.tsx';

/** When and where the business works, for its owner. */
export default function TimeScreen() {
  return (
    <Page
      title="Time"
      heading="Time"
      lead="When and where customers can book. Changes here don’t affect existing bookings."
    >
      <Times />
    </Page>
  );
}

function Times() {
  const { data, isFetching, refetch } = useQuery(timePageQuery);
  const client = useQueryClient();
  useLive(['times', 'bookings'], () => void client.invalidateQueries(timePageQuery));
  if (data) return <TimeEditor page={data} />;
  if (isFetching) return <Spinner label="Loading your times" />;
  return <CouldNotFetch title="Could not load your times." onRetry={() => void refetch()} />;
}
