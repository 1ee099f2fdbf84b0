import { useRef, useState } from 'react';
import { formatCents } from '@domain/money/money.ts';
import { parseMoney } from '@domain/money/parse-money.ts';
import { onSiteMethods } from '@domain/money/payment-methods.ts';
import { fixedTerms } from '@domain/business/fixed-terms.ts';
import { FormPanel } from '@/components/form-panel.tsx';
import { TextField } from '@/components/ui/field.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { RadioCard } from '@/components/ui/radio-card.tsx';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { recordedOtherwise, type OnSitePayment } from './on-site-payment.ts';

export const onSiteLabels: Record<OnSitePayment['method'], string> = {
  cash: 'Cash',
  card: 'Card on site',
  e_transfer: 'E-transfer',
};

type PaymentFormProps = {
  dueCents: number;
  /** Whether the amount takes the focus, for somebody who came to enter it. */
  startsAtAmount?: boolean;
  recording: { isPending: boolean; error: Error | null; mutate: (payment: OnSitePayment) => void };
  onClose: () => void;
};

/** The first request may have succeeded although its response was lost. */
function problemOf(error: Error): string {
  const noted = recordedOtherwise(error);
  if (!noted) return failureSentence(error);
  const payment = `${formatCents(noted.amount_cents)} (${onSiteLabels[noted.method]})`;
  return noted.status === 'succeeded'
    ? `Your first try was recorded: ${payment}. Your later changes weren’t recorded. To record another payment, close this form and open it again.`
    : `Your first try was recorded: ${payment}. It was undone later. To record another payment, close this form and open it again.`;
}

const dollars = (cents: number): string => (cents / 100).toFixed(2);

/** An on-site payment: by default the amount due, and a tip on top. */
export function PaymentForm(props: PaymentFormProps) {
  const { dueCents, startsAtAmount = false, recording, onClose } = props;
  const amountRef = useRef<HTMLInputElement>(null);
  // One for this form: a second press, or a try after a lost answer, counts nothing twice.
  const [requestId] = useState(() => crypto.randomUUID());
  const [method, setMethod] = useState<OnSitePayment['method']>('cash');
  const [amount, setAmount] = useState(() => (dueCents > 0 ? dollars(dueCents) : ''));
  const [tip, setTip] = useState('');
  const [isTried, setIsTried] = useState(false);
  // A tip that looks like a slip is asked about once; a second press says that it is meant.
  const [askedTip, setAskedTip] = useState<number | null>(null);
  const [hadDue] = useState(dueCents > 0);
  const isDue = dueCents > 0;
  // Without an amount field the amount counts nothing, whatever was typed while something was due.
  const [partCents, tipCents] = [isDue ? parseMoney(amount) : 0, parseMoney(tip)];
  const isReadable = partCents !== null && tipCents !== null;
  const sumCents = (partCents ?? 0) + (tipCents ?? 0);
  const isLikelySlip = (tipCents ?? 0) > Math.max(partCents ?? 0, 10_000);
  const isAsking = isLikelySlip && askedTip === tipCents;
  const errors = {
    amount:
      partCents === null
        ? 'Please enter dollars, for example 40 or 99.99.'
        : partCents > dueCents
          ? `Only ${formatCents(dueCents)} is due. Enter the extra as a tip.`
          : sumCents === 0
            ? 'Please enter the amount paid.'
            : undefined,
    tip:
      tipCents === null
        ? 'Please enter dollars, for example 10 or 12.50.'
        : tipCents > fixedTerms.tip.maxCents
          ? `A tip can be ${formatCents(fixedTerms.tip.maxCents)} at most.`
          : undefined,
  };
  const tipQuestion = isAsking
    ? `A tip of ${formatCents(tipCents ?? 0)} is unusual. If it is right, press the button again.`
    : undefined;
  const submit = () => {
    setIsTried(true);
    if (errors.amount || errors.tip) return;
    if (isLikelySlip && askedTip !== tipCents) {
      setAskedTip(tipCents);
      return;
    }
    recording.mutate({ requestId, method, amountCents: sumCents, tipCents: tipCents ?? 0 });
  };
  return (
    <FormPanel
      heading={isDue ? 'Record payment' : 'Add tip'}
      submitLabel={
        isReadable && sumCents > 0 ? `Record ${formatCents(sumCents)}` : 'Record payment'
      }
      isBusy={recording.isPending}
      problem={recording.error ? problemOf(recording.error) : null}
      onSubmit={submit}
      onClose={onClose}
      firstFocus={startsAtAmount && isDue ? amountRef : undefined}
    >
      {hadDue && !isDue && !recording.isPending && (
        <Notice role="status">This booking has been paid. You can still add a tip.</Notice>
      )}
      <fieldset>
        <legend className="mb-2 text-sm font-semibold">Payment method</legend>
        <div className="grid grid-cols-1 gap-2 min-[26rem]:grid-cols-3">
          {onSiteMethods.map((one) => (
            <RadioCard
              key={one}
              name="method"
              value={one}
              label={one === 'card' ? 'Card' : onSiteLabels[one]}
              checked={one === method}
              onChange={() => setMethod(one)}
            />
          ))}
        </div>
      </fieldset>
      {isDue && (
        <TextField
          label="Amount"
          hint={`${formatCents(dueCents)} is due.`}
          error={isTried ? errors.amount : undefined}
          ref={amountRef}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
      )}
      <TextField
        label="Tip"
        error={
          isTried ? (errors.tip ?? (isDue ? undefined : errors.amount) ?? tipQuestion) : undefined
        }
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        value={tip}
        onChange={(event) => setTip(event.target.value)}
      />
    </FormPanel>
  );
}
