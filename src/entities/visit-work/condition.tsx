import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode, useEffect, useRef } from 'react';
import { Section } from '@/components/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { SelectField, TextField } from '@/components/ui/field.tsx';
import { drawingOf } from '@/components/vehicle-drawings.ts';
import { toastError } from '@/lib/failure-sentence.ts';
import { toast } from '@/lib/toast.ts';
import type { ConditionMark, ConditionKind } from '@contracts/visit-work.ts';
import type { VehicleType } from '@domain/booking/catalogue.ts';
import {
  carPartAt,
  conditionInWords,
  middleOf,
  type CarPart,
  carPartName,
  carPartNames,
  conditionNames,
  type Point,
} from '@domain/visit/car-parts.ts';
import { CarDrawing } from './car-drawing.tsx';
import { removeConditionMark, visitWorkQuery, addConditionMark } from './visit-work.ts';

type ConditionProps = {
  bookingId: string;
  marks: readonly ConditionMark[];
  vehicleType: VehicleType;
  /** Whether marks can be added and removed. */
  isOpen: boolean;
  /** The photos of the condition. */
  children?: ReactNode;
};

/** The car's condition as numbered marks on a drawing and in a list. */
export function Condition({ bookingId, marks, vehicleType, isOpen, children }: ConditionProps) {
  const [draft, setDraft] = useState<DraftMark | null>(null);
  const remove = useRemoval(bookingId);
  const begin = (part: CarPart, point = middleOf(part)) =>
    setDraft((before) => ({ kind: 'scratch', note: '', ...before, part, ...point }));
  if (!isOpen && marks.length === 0) return children;
  const drawn = marks.map(({ x, y }, index) => ({ x, y, number: index + 1 }));
  const next = marks.length + 1;
  return (
    <Section heading="Condition" level={3} headingClassName="font-semibold">
      <details open={marks.length > 0}>
        <summary className="min-h-11 cursor-pointer py-2">
          {marks.length === 0 ? 'Mark damage on a drawing' : 'Damage'}
        </summary>
        {isOpen && (
          <p className="text-sm text-ink-soft">
            Tap the drawing where the car is damaged. The customer doesn’t see these notes.
          </p>
        )}
        <div className="mt-3 grid gap-5 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
          <CarDrawing
            isLarge={drawingOf(vehicleType).name === 'suv'}
            marks={draft ? [...drawn, { ...draft, number: next, isNew: true }] : drawn}
            onPoint={isOpen ? (point) => begin(carPartAt(point), point) : undefined}
          />
          <div>
            <ol className="grid gap-1">
              {marks.map((mark, index) => (
                <li key={mark.id} className="flex items-baseline gap-3">
                  <span className="font-semibold tabular-nums">{index + 1}</span>
                  <span className="min-w-0 flex-1 wrap-anywhere">{conditionInWords(mark)}</span>
                  {isOpen && (
                    <button
                      type="button"
                      className="text-link text-sm"
                      aria-label={`Remove mark ${index + 1}`}
                      aria-disabled={remove.isPending}
                      onClick={() => {
                        if (!remove.isPending) remove.mutate(mark.id);
                      }}
                    >
                      Remove
                    </button>
                  )}
                </li>
              ))}
            </ol>
            {draft ? (
              <MarkForm
                bookingId={bookingId}
                number={next}
                draft={draft}
                onChange={setDraft}
                onClose={() => setDraft(null)}
              />
            ) : (
              isOpen && (
                <Button
                  variant="secondary"
                  className="mt-3 w-full sm:w-auto"
                  onClick={() => begin('hood')}
                >
                  Add mark
                </Button>
              )
            )}
          </div>
        </div>
      </details>
      {children && <div className="mt-5">{children}</div>}
    </Section>
  );
}

function useRemoval(bookingId: string) {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries(visitWorkQuery(bookingId));
  const restore = useMutation({
    mutationFn: (markId: string) => removeConditionMark(markId, false),
    onSuccess: reload,
    onError: toastError('Not restored'),
  });
  return useMutation({
    mutationFn: (markId: string) => removeConditionMark(markId),
    onSuccess: async (_, markId) => {
      await reload();
      toast({
        title: 'Mark removed',
        duration: 10_000,
        action: { label: 'Undo', onSelect: () => restore.mutate(markId) },
      });
    },
    onError: (error) => {
      toastError('Not removed')(error);
      void reload();
    },
  });
}

type DraftMark = Point & { part: CarPart; kind: ConditionKind; note: string };

type MarkFormProps = {
  bookingId: string;
  number: number;
  draft: DraftMark;
  onChange: (draft: DraftMark) => void;
  onClose: () => void;
};

/** A mark before it is saved. A part from the list moves it to the middle of that part. What is typed stays when it fails. */
function MarkForm({ bookingId, number, draft, onChange, onClose }: MarkFormProps) {
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
