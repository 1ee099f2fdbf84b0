import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Crew } from '@contracts/crews.ts';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Page } from '@/components/ui/page.tsx';
import { useLive } from '@/lib/live.ts';
import { crewsKey, crewsQuery } from '@/entities/crew/crews-query.ts';
import { AddCrew } from './add-crew.tsx';
import { CrewCard } from './crew-card.tsx';

/** The crews: their names, hours, services and members. */
export default function CrewsScreen() {
  return (
    <Page
      title="Crews"
      heading="Crews"
      lead="Each crew works on one visit at a time. Changes here don’t affect existing bookings."
    >
      <Crews />
    </Page>
  );
}

function Crews() {
  const query = useQuery(crewsQuery);
  const client = useQueryClient();
  useLive(['crews', 'times'], () => void client.invalidateQueries({ queryKey: crewsKey }));
  if (!query.data) {
    return (
      <NotLoaded query={query} loading="Loading the crews" failed="Could not load the crews." />
    );
  }
  return <CrewList crews={query.data} />;
}

function CrewList({ crews }: { crews: readonly Crew[] }) {
  return (
    <div className="grid grid-cols-[minmax(0,48rem)] gap-10 xl:grid-cols-[minmax(0,1fr)]">
      <ul className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
        {crews.map((crew) => (
          <li key={crew.number}>
            <CrewCard crew={crew} isOnlyOne={crews.length === 1} />
          </li>
        ))}
      </ul>
      <AddCrew />
    </div>
  );
}
