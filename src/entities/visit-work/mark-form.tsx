import { useEffect, useRef, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  carPartName,
  carPartNames,
  conditionNames,
  middleOf,
  type CarPart,
  type Point,
} from '@domain/visit/car-parts.ts';
import type { ConditionKind } from '@contracts/visit-work.ts';
import { Button } from '@/components/ui/button.tsx';
import { SelectField, TextField } from '@/components/ui/field.tsx';
import { toastError } from '@/lib/failure-sentence.ts';
import { addConditionMark, visitWorkQuery } from './visit-work.ts';

export type DraftMark = Point & { part: CarPart; kind: ConditionKind; note: string };

type MarkFormProps = {
  bookingId: string;
  number: number;
  draft: DraftMark;
  onChange: (draft: DraftMark) => void;
  onClose: () => void;
};

/** A mark before it is saved. A part from the list moves it to the middle of that part. What is typed stays when it fails. */
export function MarkForm({ bookingId, number, draft, onChange, onClose }: MarkFormProps) {
  // A mark that is sent again is the same one.
  const [id] = useState(() => crypto.randomUUID());
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: () => addConditionMark({ id, bookingId, ...draft }),
    onSuccess: async () => {
      await client.invalidateQueries(visitWorkQuery(bookingId));
      onClose();
    },
    onError: toastError('Not saved'),
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('select')?.focus(), []);
  return (
    <form
      ref={form}
      aria-label={`Mark ${number}: ${carPartName(draft.part)}`}
      className="mt-3 grid gap-4 border border-hairline p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving.isPending) saving.mutate();
      }}
    >
      <SelectField
        label="Part of the car"
        value={draft.part}
        onChange={({ target }) => {
          const part = target.value as CarPart;
          onChange({ ...draft, part, ...middleOf(part) });
        }}
      >
        {carPartNames.map(({ id: part, name }) => (
          <option key={part} value={part}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Damage"
        value={draft.kind}
        onChange={({ target }) => onChange({ ...draft, kind: target.value as DraftMark['kind'] })}
      >
        {Object.entries(conditionNames).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Note"
        maxLength={200}
        value={draft.note}
        onChange={({ target }) => onChange({ ...draft, note: target.value })}
      />
      <div className="grid grid-cols-2 gap-3">
        <Button type="submit" className="px-3" busy={saving.isPending}>
          Save mark
        </Button>
        <Button variant="secondary" className="px-3" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
