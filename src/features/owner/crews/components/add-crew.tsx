import { useState } from 'react';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { Problem } from '@/components/ui/notice.tsx';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { addCrew } from '../api/crews.ts';
import { useCrewChange } from '../use-crew-change.ts';

/** One crew more, with a name. */
export function AddCrew() {
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
