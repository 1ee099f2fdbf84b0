import { useState } from 'react';
import type { LocalTime } from '@domain/time/schedule.ts';
import { formatTime } from '@domain/time/time-format.ts';
import { minutesOfDay } from '@domain/time/wall-time.ts';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { TextInput } from '@/components/ui/text-input.tsx';
import { RemovableChips } from './removable-chips.tsx';

type StartsFieldProps = {
  starts: readonly LocalTime[];
  error?: string | undefined;
  onChange: (starts: LocalTime[]) => void;
};

/** The starts of a day: each can be taken away, and another added. */
export function StartsField({ starts, error, onChange }: StartsFieldProps) {
  const [typed, setTyped] = useState('');
  const add = () => {
    if (minutesOfDay(typed) === null) return;
    onChange([...new Set([...starts, typed])].sort());
    setTyped('');
  };
  return (
    <div className="grid gap-4">
      <RemovableChips
        label="Starts"
        items={starts.map((start) => ({ key: start, label: formatTime(start) }))}
        onRemove={(start) => onChange(starts.filter((one) => one !== start))}
      />
      <Field label="Add a start time" error={error} className="max-w-sm">
        {(control) => (
          <div className="flex gap-2">
            <TextInput
              {...control}
              type="time"
              step={300}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
            />
            <Button variant="secondary" onClick={add}>
              Add
            </Button>
          </div>
        )}
      </Field>
    </div>
  );
}
