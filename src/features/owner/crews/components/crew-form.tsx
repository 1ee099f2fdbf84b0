import { useState } from 'react';
import type { Crew, CrewWays } from '@contracts/crews.ts';
import { FormPanel } from '@/components/form-panel.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { useBusiness } from '@/lib/business.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { saveCrew } from '../api/crews.ts';
import { useCrewChange } from '../use-crew-change.ts';
import { CrewHours } from './crew-hours.tsx';

/** A crew's own name, base, hours and services. */
export function CrewForm({ crew, onClose }: { crew: Crew; onClose: () => void }) {
  const { services } = useBusiness();
  const [ways, setWays] = useState<CrewWays>(crew.ways);
  const change = (part: Partial<CrewWays>) => setWays({ ...ways, ...part });
  const saving = useCrewChange(
    (wanted: CrewWays) => saveCrew(crew.number, wanted),
    () => ({ title: 'Saved', description: 'New bookings follow these rules from now on.' }),
  );
  const does = (id: string) => ways.skills === null || ways.skills.includes(id);
  const turn = (id: string) => {
    const left = services
      .map((one) => one.id)
      .filter((one) => (one === id ? !does(id) : does(one)));
    change({ skills: left.length === services.length ? null : left });
  };
  return (
    <FormPanel
      heading={`Edit ${crew.title}`}
      submitLabel="Save crew"
      isBusy={saving.isPending}
      problem={saving.error ? failureSentence(saving.error) : null}
      onSubmit={() => saving.mutate(ways, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        maxLength={40}
        autoComplete="off"
        value={ways.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextField
        label="Base postal code"
        hint="Where the van starts and ends its day. Leave it empty to use the base in your travel settings."
        autoComplete="off"
        value={ways.base ?? ''}
        onChange={({ target }) => change({ base: target.value || null })}
      />
      <CrewHours hours={ways.hours} onChange={(hours) => change({ hours })} />
      <fieldset>
        <legend className="mb-2 text-sm font-semibold">Services</legend>
        {services.map(({ id, name }) => (
          <label key={id} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="checkbox"
              checked={does(id)}
              onChange={() => turn(id)}
            />
            {name}
          </label>
        ))}
      </fieldset>
    </FormPanel>
  );
}
