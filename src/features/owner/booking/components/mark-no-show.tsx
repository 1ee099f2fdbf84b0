import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { CancellationPreview } from '@contracts/owner-booking.ts';
import { formatCents } from '@domain/money/money.ts';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { RadioCard } from '@/components/ui/radio-card.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { cancellationPreview } from '../api/change-booking.ts';

/** The form that settles the fee after the mark, with the cents to refund; null keeps what was paid as it is. */
export type Fee = { form: 'refund' | 'change'; cents?: number } | null;

type MarkNoShowProps = {
  bookingId: string;
  /** Paid and not refunded. */
  keptCents: number;
  /** Whether a fee can be settled now; without a network the visit is marked at once. */
  asksForFee: boolean;
  busy: boolean;
  onMark: OnChosen;
};

/** `isKept`: the owner chose to keep what was paid. */
type OnChosen = (fee: Fee, isKept: boolean) => void;

/** Marks the customer as absent, after a question about the fee. */
export function MarkNoShow({ asksForFee, busy, onMark, ...money }: MarkNoShowProps) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        busy={busy}
        onClick={() => (asksForFee ? setIsAsked(true) : onMark(null, false))}
      >
        Mark no-show
      </Button>
      {isAsked && (
        <FeeQuestion
          {...money}
          title="Mark as a no-show?"
          description="You can undo the mark. The customer gets no email about it."
          confirmLabel="Mark no-show"
          onClose={() => setIsAsked(false)}
          onChosen={(...chosen) => {
            setIsAsked(false);
            onMark(...chosen);
          }}
        />
      )}
    </>
  );
}

type FeeQuestionProps = Pick<MarkNoShowProps, 'bookingId' | 'keptCents'> & {
  title: string;
  description: string;
  confirmLabel: string;
  onClose: () => void;
  onChosen: OnChosen;
};

/** What is kept of a no-show; the policy's share is chosen at first. */
export function FeeQuestion({
  bookingId,
  keptCents,
  onChosen,
  onClose,
  ...words
}: FeeQuestionProps) {
  const isPaid = keptCents > 0;
  const preview = useQuery({ ...cancellationPreview(bookingId), enabled: isPaid });
  const choices = isPaid ? preview.data && choicesByPolicy(preview.data) : choicesUnpaid;
  const [chosen, setChosen] = useState(0);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      {...words}
      cancelLabel="Cancel"
      busy={isPaid && preview.isPending}
      onConfirm={() => {
        const fee = choices?.[chosen]?.fee;
        onChosen(fee ?? null, fee === null);
      }}
    >
      {choices ? (
        <fieldset className="grid gap-3">
          <legend className="mb-3 font-semibold">No-show fee</legend>
          {choices.map(({ label, description }, index) => (
            <RadioCard
              key={label}
              name="no-show-fee"
              label={label}
              description={description}
              checked={index === chosen}
              onChange={() => setChosen(index)}
            />
          ))}
        </fieldset>
      ) : preview.error ? (
        <p role="alert" className="text-danger">
          {failureSentence(preview.error)} You can mark the visit now and refund later.
        </p>
      ) : (
        <Spinner label="Looking up your policy" />
      )}
    </ConfirmDialog>
  );
}

/** The first choice is the one that is made for the owner. */
type Choice = { fee: Fee; label: string; description: string };

const change: Fee = { form: 'change' };
const changeNext = 'Next, change the price to the fee. Then send a payment link.';

const choicesUnpaid: readonly Choice[] = [
  { fee: null, label: 'No fee', description: 'Nothing was paid, and nothing is charged.' },
  { fee: change, label: 'Charge a fee', description: changeNext },
];

/** What the published policy keeps of a late cancellation comes first: to keep more, the owner has to choose it. */
function choicesByPolicy({ policyCents, mostCents }: CancellationPreview): readonly Choice[] {
  const kept = mostCents - policyCents;
  const [all, back] = [formatCents(mostCents), formatCents(policyCents)];
  const keepAll: Choice = {
    fee: null,
    label: `Keep all ${all}`,
    description: 'More than your policy keeps: only if the customer agrees.',
  };
  const byPolicy: Choice =
    policyCents === 0
      ? { fee: null, label: `Keep ${all}`, description: 'Your policy: nothing goes back.' }
      : {
          fee: { form: 'refund', cents: policyCents },
          label: kept > 0 ? `Keep ${formatCents(kept)}, refund ${back}` : `Refund ${back}`,
          description: 'Your policy. Next, confirm the refund.',
        };
  return [
    byPolicy,
    ...(policyCents > 0 ? [keepAll] : []),
    {
      fee: { form: 'refund' },
      label: 'Refund another amount',
      description: `Next, enter it: up to ${all}.`,
    },
    { fee: change, label: 'Charge another fee', description: changeNext },
  ];
}
