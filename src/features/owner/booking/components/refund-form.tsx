import { useState } from 'react';
import type { BookingPage } from '@contracts/owner-booking.ts';
import { keptCents } from '@domain/money/kept.ts';
import { formatCents } from '@domain/money/money.ts';
import { parseMoney } from '@domain/money/parse-money.ts';
import { FormPanel } from '@/components/form-panel.tsx';
import { LeaveQuestion } from '@/components/leave-question.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { TextAreaField, TextField } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { RadioCard } from '@/components/ui/radio-card.tsx';
import { asksAboutDispute } from '@/entities/dispute/asks-about-dispute.ts';
import { heldInDispute, isDecided, openDisputeQuestion } from '@/entities/dispute/dispute-words.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { refundBooking, type Refund } from '../api/change-booking.ts';
import { useBookingAction } from '../use-booking-action.ts';
import {
  reasonError,
  refundError,
  refundLabel,
  refundSplit,
  splitInWords,
  tipInWords,
} from '../refund-words.ts';

type RefundFormProps = {
  page: BookingPage;
  /** The amount that is suggested; without one, what is overpaid. */
  startCents?: number | undefined;
  onClose: () => void;
};

/** Refunds part of what is kept without cancelling, after a question: it can't be undone. */
export function RefundForm({ page, startCents, onClose }: RefundFormProps) {
  const { booking, money } = page;
  const leftCents = keptCents(money);
  const isDisputed = page.disputes.some((one) => !isDecided(one));
  const [amount, setAmount] = useState(() => dollars(startCents ?? money.overpaid_cents));
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  // One for this form: a second press, or a try after a lost answer, refunds once.
  const [requestId] = useState(() => crypto.randomUUID());
  const refundCents = parseMoney(amount);
  const errors = { amount: refundError(amount, leftCents), reason: reasonError(reason) };
  const isTooMuch = refundCents !== null && refundCents > leftCents;
  const refund = useBookingAction(
    booking.id,
    (sent: Omit<Refund, 'requestId'>) => refundBooking(booking.id, { ...sent, requestId }),
    {
      done: (answer) => ({
        title: answer.byCardCents > 0 ? 'Refunded' : 'Refund by Hand',
        description: splitInWords(answer),
      }),
      onDone: onClose,
    },
  );
  return (
    <>
      <FormPanel
        heading="Refund"
        submitLabel={
          refundCents && !errors.amount
            ? refundLabel(refundSplit(refundCents, money.online_kept_cents))
            : 'Refund'
        }
        isBlocked={isTooMuch}
        isBusy={refund.isPending}
        problem={null}
        onSubmit={() => {
          setIsTried(true);
          setIsAsked(!errors.amount && !errors.reason);
        }}
        onClose={onClose}
      >
        <div className="grid gap-3">
          <Presets
            money={money}
            chosenCents={refundCents}
            onChoose={(cents) => setAmount(dollars(cents ?? 0))}
          />
          <TextField
            label="Amount"
            hint={leftInWords(leftCents, money.disputed_cents)}
            error={isTried || isTooMuch ? errors.amount : undefined}
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
        </div>
        <TextAreaField
          label="Reason (optional)"
          hint={
            booking.customer_email
              ? `The customer reads it in the email to ${booking.customer_email}.`
              : 'For the history. This customer has no email address.'
          }
          rows={2}
          value={reason}
          error={isTried ? errors.reason : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
        <p role="status" className="text-sm">
          {!errors.amount && `${splitOf(refundCents ?? 0, money)} ${tipInWords(page)}`}
        </p>
      </FormPanel>
      {isAsked && refundCents !== null && (
        <RefundQuestion
          refundCents={refundCents}
          money={money}
          isDisputed={isDisputed}
          refund={refund}
          onConfirm={() =>
            refund.mutate({
              refundCents,
              expectedPaidCents: leftCents,
              reason: reason.trim(),
              ...((isDisputed || asksAboutDispute(refund.error)) && { anyway: true }),
            })
          }
          onClose={() => setIsAsked(false)}
        />
      )}
      <LeaveQuestion
        isChanged={reason.trim() !== '' && !refund.isSuccess}
        description="This refund isn’t made yet. What you typed would be lost."
        onLeave={() => setReason('')}
      />
    </>
  );
}

type PresetsProps = {
  money: BookingPage['money'];
  chosenCents: number | null;
  /** Null for another amount. */
  onChoose: (cents: number | null) => void;
};

function Presets({ money, chosenCents, onChoose }: PresetsProps) {
  const presets = [
    { label: 'Overpaid', cents: money.overpaid_cents },
    { label: 'All', cents: keptCents(money) },
  ].filter(({ cents }) => cents > 0);
  const chosen = presets.find(({ cents }) => cents === chosenCents);
  const choices = [
    ...presets.map((one) => ({ ...one, words: `${one.label}: ${formatCents(one.cents)}` })),
    { label: 'Other', cents: null, words: 'Another amount' },
  ];
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-2 text-sm font-semibold">How much?</legend>
      {choices.map(({ label, cents, words }) => {
        const isChosen = (chosen?.cents ?? null) === cents;
        return (
          <RadioCard
            key={label}
            name="refund-amount"
            label={
              <span className="flex items-center gap-3">
                <span
                  aria-hidden="true"
                  className="grid size-5 shrink-0 place-items-center rounded-full border"
                >
                  {isChosen && <span className="size-2.5 rounded-full bg-current" />}
                </span>
                {words}
              </span>
            }
            checked={isChosen}
            onChange={() => onChoose(cents)}
          />
        );
      })}
    </fieldset>
  );
}

type RefundQuestionProps = {
  refundCents: number;
  money: BookingPage['money'];
  /** Nothing is refunded then without having read about it. */
  isDisputed: boolean;
  refund: { isPending: boolean; error: Error | null };
  onConfirm: () => void;
  onClose: () => void;
};

function RefundQuestion(props: RefundQuestionProps) {
  const { refundCents, money, isDisputed, refund, onConfirm, onClose } = props;
  const amount = formatCents(refundCents);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Refund ${amount}?`}
      description={`${splitOf(refundCents, money)} You can’t undo this.`}
      confirmLabel={`Refund ${amount}`}
      cancelLabel="Not now"
      variant="danger"
      busy={refund.isPending}
      onConfirm={onConfirm}
    >
      {isDisputed && <Notice tone="danger">{openDisputeQuestion}</Notice>}
      {refund.error && (
        <p role="alert" className="mt-4 font-medium text-danger">
          {failureSentence(refund.error)}
        </p>
      )}
    </ConfirmDialog>
  );
}

const splitOf = (cents: number, money: BookingPage['money']): string =>
  splitInWords(refundSplit(cents, money.online_kept_cents), money.disputed_cents);

const leftInWords = (cents: number, disputedCents: number | undefined): string =>
  disputedCents
    ? `You can refund up to ${formatCents(cents)}. ${heldInDispute(disputedCents)}`
    : `${formatCents(cents)} was paid and not refunded.`;

const dollars = (cents: number): string => (cents > 0 ? (cents / 100).toFixed(2) : '');
