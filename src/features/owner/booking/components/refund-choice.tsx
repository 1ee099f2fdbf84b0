import { formatCents } from '@domain/money/money.ts';
import { TextField } from '@/components/ui/field.tsx';
import type { CancellationPreview } from '@contracts/owner-booking.ts';

type RefundChoiceProps = {
  preview: CancellationPreview;
  text: string;
  /** Null while what is typed is no amount. */
  refundCents: number | null;
  error: string | undefined;
  onText: (text: string) => void;
};

/** The refund by policy, the refund the owner chooses, and how it is paid. */
export function RefundChoice({ preview, text, refundCents, error, onText }: RefundChoiceProps) {
  const { policyCents, mostCents, onlineCents } = preview;
  if (mostCents === 0) return <p>Nothing was paid, so there’s nothing to refund.</p>;
  const cents = Math.min(refundCents ?? 0, mostCents);
  const byCard = Math.min(cents, onlineCents);
  return (
    <>
      <p>
        {formatCents(mostCents)} was paid. Under the policy,{' '}
        {policyCents > 0 ? formatCents(policyCents) : 'nothing'} is refunded now.
      </p>
      <TextField
        label="Refund"
        className="mt-4"
        error={error}
        hint={`Up to ${formatCents(mostCents)}.`}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <p role="status" className="mt-3 text-sm">
        {byCard > 0 && `${formatCents(byCard)} is refunded to the card automatically. `}
        {cents > byCard &&
          `${formatCents(cents - byCard)} was paid on site: refund it manually, then record it here.`}
        {cents === 0 && 'Nothing is refunded.'}
      </p>
    </>
  );
}
