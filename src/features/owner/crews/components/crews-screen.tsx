import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { NotLoaded } from '@/components/not-loaded.tsx';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { crewsKey, crewsQuery } from '@/entities/crew/crews-query.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { useLive } from '@/lib/live.ts';
import type { Crew } from '@contracts/crews.ts';
import { addCrew } from '../api/crews.ts';
import { useCrewChange } from '../use-crew-change.ts';
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

/** One crew more, with a name. */
function AddCrew() {
  const [name, setName] = useState('');
  const adding = useCrewChange(addCrew, () => ({
    title: 'Crew Added',
    description: 'One more visit can be booked for the same time.',
  }));
  return (
    <Section heading="Add crew">
      <form
        noValidate
        className="mt-4 grid max-w-xl gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!adding.isPending) adding.mutate(name, { onSuccess: () => setName('') });
        }}
      >
        <TextField
          label="Name of the crew"
          hint="For example “North van”. Without a name it’s called by its number."
          maxLength={40}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Problem title="Not added">{adding.error && failureSentence(adding.error)}</Problem>
        <Button type="submit" className="justify-self-start" busy={adding.isPending}>
          Add crew
        </Button>
      </form>
    </Section>
  );
}
