import { useState } from 'react';
import { formatCents } from '@domain/money/money.ts';
import { RadioCard } from '@/components/ui/radio-card.tsx';
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

/** Who cancels, the refund the owner chooses, and how it is paid. */
export function RefundChoice({ preview, text, refundCents, error, onText }: RefundChoiceProps) {
  const { policyCents, mostCents, onlineCents } = preview;
  const [isOther, setIsOther] = useState(false);
  if (mostCents === 0) return <p>Nothing was paid, so there’s nothing to refund.</p>;
  const cents = Math.min(refundCents ?? 0, mostCents);
  const byCard = Math.min(cents, onlineCents);
  const choices = [
    ['The customer cancels', policyCents, 'Refund under the policy'],
    ['I cancel', mostCents, 'Everything is refunded'],
  ] as const;
  return (
    <>
      <p>{paidSentence(preview, error ? null : refundCents)}</p>
      {policyCents !== mostCents && (
        <fieldset className="mt-4 grid gap-3 sm:grid-cols-2">
          <legend className="mb-2 text-sm font-semibold">How much to refund?</legend>
          {choices.map(([label, choice, description]) => (
            <RadioCard
              key={label}
              name="who-cancels"
              label={label}
              description={`${description}: ${formatCents(choice)}`}
              checked={!isOther && refundCents === choice}
              onChange={() => {
                setIsOther(false);
                onText((choice / 100).toFixed(2));
              }}
            />
          ))}
          <RadioCard
            name="who-cancels"
            label="Another amount"
            description="Enter it below"
            className="sm:col-span-2"
            checked={isOther}
            onChange={() => {
              setIsOther(true);
              onText('');
            }}
          />
        </fieldset>
      )}
      <TextField
        label="Refund"
        className="mt-4"
        error={error}
        hint={`Up to ${formatCents(mostCents)}.`}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setIsOther(true);
          onText(event.target.value);
        }}
      />
      <p role="status" className="mt-3 text-sm">
        {refundCents !== null && (
          <>
            {byCard > 0 && `${formatCents(byCard)} is refunded to the card automatically. `}
            {cents > byCard &&
              `${formatCents(cents - byCard)} was paid on site: refund it manually, then record it here.`}
            {cents === 0 && 'Nothing is refunded. '}
            {cents < mostCents && `You keep ${formatCents(mostCents - cents)}.`}
          </>
        )}
      </p>
    </>
  );
}

/** What was paid, and what of it is refunded: by the policy while nothing else is chosen (null). */
function paidSentence(
  { policyCents, mostCents }: CancellationPreview,
  refundCents: number | null,
): string {
  const inWords = (cents: number) => (cents > 0 ? formatCents(cents) : 'nothing');
  const paid = `${formatCents(mostCents)} was paid.`;
  return refundCents === null || refundCents === policyCents
    ? `${paid} Under the policy, ${inWords(policyCents)} is refunded now.`
    : `${paid} You refund ${inWords(refundCents)} now. The policy’s refund is ${inWords(policyCents)}.`;
}
