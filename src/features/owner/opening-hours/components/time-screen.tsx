import './opening-hours.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Page } from '@/components/ui/page.tsx';
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
  const query = useQuery(timePageQuery);
  const { data } = query;
  const client = useQueryClient();
  useLive(['times', 'bookings'], () => void client.invalidateQueries(timePageQuery));
  if (data) return <TimeEditor page={data} />;
  return (
    <NotLoaded query={query} loading="Loading your times" failed="Could not load your times." />
  );
}
