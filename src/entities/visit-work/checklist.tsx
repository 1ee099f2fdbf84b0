import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChecklistItem, VisitWork } from '@contracts/visit-work.ts';
import { Section } from '@/components/section.tsx';
import { CheckCard } from '@/components/ui/radio-card.tsx';
import { toastError } from '@/lib/failure-sentence.ts';
import { formatMoment } from '@/lib/moments.ts';
import { tickItem, useTicked, visitWorkQuery } from './visit-work.ts';

/** "2 of 8 not ticked", "2 of 8 checklist items not ticked"; null when all are. */
export function unticked(checklist: readonly ChecklistItem[], words = 'not ticked'): string | null {
  const open = checklist.filter(({ ticked_by: by }) => by === null).length;
  return open === 0 ? null : `${open} of ${checklist.length} ${words}`;
}

type ChecklistProps = {
  bookingId: string;
  /** The visit in words, for a list: "Ada Byron, 9:00 AM". */
  visit: string;
  checklist: readonly ChecklistItem[];
  /** Whether it can be ticked. */
  isOpen: boolean;
};

/** What was sold, to be ticked off at the car. */
export function Checklist({ bookingId, visit, checklist: stored, isOpen }: ChecklistProps) {
  const checklist = useTicked(bookingId, stored);
  const tick = useTick(bookingId, visit);
  if (checklist.length === 0) return null;
  return (
    <Section heading="Checklist" level={3} headingClassName="font-semibold">
      <p role="status" className="mt-1 text-sm text-ink-soft">
        {unticked(checklist) ?? 'All ticked'}
      </p>
      <fieldset className="mt-3 grid gap-2" disabled={!isOpen}>
        <legend className="sr-only">Work that was sold</legend>
        {checklist.map(({ item, ticked_by: by, ticked_at: at }) => (
          <CheckCard
            key={item}
            label={item}
            description={by !== null && at !== null ? `${by}, ${formatMoment(at)}` : undefined}
            checked={by !== null}
            onChange={({ target }) => tick.mutate({ item, isTicked: target.checked })}
          />
        ))}
      </fieldset>
    </Section>
  );
}

type Tick = { item: string; isTicked: boolean };

/** Shows a tick at once, and what is stored after the answer. */
function useTick(bookingId: string, visit: string) {
  const client = useQueryClient();
  const query = visitWorkQuery(bookingId);
  return useMutation({
    mutationFn: (tick: Tick) => tickItem({ bookingId, visit, ...tick }),
    onMutate: (tick) => {
      void client.cancelQueries(query);
      client.setQueryData(query.queryKey, (work) => work && withTick(work, tick));
    },
    onError: toastError('Not saved'),
    onSettled: () => client.invalidateQueries(query),
  });
}

const withTick = (work: VisitWork, { item, isTicked }: Tick): VisitWork => ({
  ...work,
  checklist: work.checklist.map((one) =>
    one.item === item
      ? { ...one, ticked_by: isTicked ? 'You' : null, ticked_at: new Date().toISOString() }
      : one,
  ),
});
