import { useState } from 'react';
import { formatCents } from '@domain/money/money.ts';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { RadioCard } from '@/components/ui/radio-card.tsx';

/** What the owner does about a fee after the mark; null keeps what was paid as it is. */
type FeeForm = 'refund' | 'change' | null;

type MarkNoShowProps = {
  /** Paid and not refunded. */
  keptCents: number;
  /** Whether a fee can be settled now; without a network the visit is marked at once. */
  asksForFee: boolean;
  busy: boolean;
  onMark: (fee: FeeForm) => void;
};

/** Marks the customer as absent, after a question about the fee. */
export function MarkNoShow({ keptCents, asksForFee, busy, onMark }: MarkNoShowProps) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        busy={busy}
        onClick={() => (asksForFee ? setIsAsked(true) : onMark(null))}
      >
        Mark no-show
      </Button>
      {isAsked && (
        <FeeQuestion
          keptCents={keptCents}
          onClose={() => setIsAsked(false)}
          onMark={(fee) => {
            setIsAsked(false);
            onMark(fee);
          }}
        />
      )}
    </>
  );
}

type FeeQuestionProps = Pick<MarkNoShowProps, 'keptCents' | 'onMark'> & { onClose: () => void };

function FeeQuestion({ keptCents, onMark, onClose }: FeeQuestionProps) {
  const [fee, setFee] = useState<FeeForm>(null);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Mark as a no-show?"
      description="You can undo the mark. The customer gets no email about it."
      confirmLabel="Mark no-show"
      cancelLabel="Cancel"
      onConfirm={() => onMark(fee)}
    >
      <fieldset className="grid gap-3">
        <legend className="mb-3 font-semibold">No-show fee</legend>
        {choicesOf(keptCents).map(({ form, label, description }) => (
          <RadioCard
            key={label}
            name="no-show-fee"
            label={label}
            description={description}
            checked={fee === form}
            onChange={() => setFee(form)}
          />
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}

type Choice = { form: FeeForm; label: string; description: string };

function choicesOf(keptCents: number): Choice[] {
  const charge = (label: string): Choice => ({
    form: 'change',
    label,
    description: 'Next, change the price to the fee. Then send a payment link.',
  });
  if (keptCents <= 0) {
    return [
      { form: null, label: 'No fee', description: 'Nothing was paid, and nothing is charged.' },
      charge('Charge a fee'),
    ];
  }
  const kept = formatCents(keptCents);
  return [
    { form: null, label: `Keep ${kept}`, description: 'What was paid is the fee.' },
    { form: 'refund', label: 'Refund', description: `Next, choose how much of ${kept} to refund.` },
    charge('Charge another fee'),
  ];
}
