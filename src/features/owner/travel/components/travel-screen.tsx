import { useQuery, useQueryClient } from '@tanstack/react-query';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Page } from '@/components/ui/page.tsx';
import { useLive } from '@/lib/live.ts';
import { travelPageQuery } from '../api/travel-page.ts';
import { TravelEditor } from './travel-editor.tsx';

/** Whether and how the drives between visits count. */
export default function TravelScreen() {
  return (
    <Page
      title="Travel"
      heading="Travel"
      lead="Offer only times that a van can reach from the visit before. Changes here don’t affect existing bookings."
    >
      <Travel />
    </Page>
  );
}

function Travel() {
  const query = useQuery(travelPageQuery);
  const { data } = query;
  const client = useQueryClient();
  useLive(['times', 'bookings'], () => void client.invalidateQueries(travelPageQuery));
  if (data) return <TravelEditor page={data} />;
  return (
    <NotLoaded
      query={query}
      loading="Loading your travel settings"
      failed="Could not load your travel settings."
    />
  );
}
