import { useState } from 'react';
import { formatCents } from '@domain/money/money.ts';
import { RadioCard } from '@/components/ui/radio-card.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { TextField } from '@/components/ui/field.tsx';
import type { CancellationPreview } from '@contracts/owner-booking.ts';
import { heldInDispute, openDisputeQuestion } from '@/entities/dispute/dispute-words.ts';
import { refundSplit, splitInWords } from '../refund-words.ts';

type RefundChoiceProps = {
  preview: CancellationPreview;
  text: string;
  /** Null while what is typed is no amount. */
  refundCents: number | null;
  error: string | undefined;
  onText: (text: string) => void;
};

/** What is refunded when the owner cancels: everything but tips given on site. */
export const wholeCents = ({ mostCents, givenTipCents = 0 }: CancellationPreview): number =>
  mostCents - givenTipCents;

/** Who cancels, the refund the owner chooses, and how it is paid. */
export function RefundChoice({ preview, text, refundCents, error, onText }: RefundChoiceProps) {
  const { policyCents, mostCents, onlineCents, disputedCents } = preview;
  const [isOther, setIsOther] = useState(false);
  if (mostCents === 0) return <p>{nothingToRefund(disputedCents)}</p>;
  const cents = Math.min(refundCents ?? 0, mostCents);
  const choices = [
    ['The customer cancels', policyCents, 'Refund under the policy'],
    ['I cancel', wholeCents(preview), 'Everything is refunded'],
  ] as const;
  return (
    <>
      <p>{paidSentence(preview, error ? null : refundCents)}</p>
      {policyCents !== wholeCents(preview) && (
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
        hint={mostInWords(preview)}
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
            {splitInWords(refundSplit(cents, onlineCents), disputedCents)}{' '}
            {cents === 0 && 'Nothing is refunded. '}
            {cents < mostCents && `You keep ${formatCents(mostCents - cents)}.`}
          </>
        )}
      </p>
      {preview.hasOpenDispute && cents > 0 && (
        <Notice tone="danger" className="mt-4">
          {openDisputeQuestion}
        </Notice>
      )}
    </>
  );
}

const nothingToRefund = (disputedCents: number | undefined): string =>
  disputedCents
    ? `${heldInDispute(disputedCents)} There’s nothing left to refund.`
    : 'Nothing was paid, so there’s nothing to refund.';

const mostInWords = ({ mostCents, givenTipCents = 0 }: CancellationPreview): string =>
  givenTipCents > 0
    ? `Up to ${formatCents(mostCents)}, with a tip of ${formatCents(givenTipCents)} given on site.`
    : `Up to ${formatCents(mostCents)}.`;

/** What was paid, and what of it is refunded: by the policy while nothing else is chosen (null). */
function paidSentence(
  { policyCents, mostCents, disputedCents }: CancellationPreview,
  refundCents: number | null,
): string {
  const inWords = (cents: number) => (cents > 0 ? formatCents(cents) : 'nothing');
  const paid = disputedCents
    ? `${heldInDispute(disputedCents)} ${formatCents(mostCents)} is left of what was paid.`
    : `${formatCents(mostCents)} was paid.`;
  return refundCents === null || refundCents === policyCents
    ? `${paid} Under the policy, ${inWords(policyCents)} is refunded now.`
    : `${paid} You refund ${inWords(refundCents)} now. The policy’s refund is ${inWords(policyCents)}.`;
}
