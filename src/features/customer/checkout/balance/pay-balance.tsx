import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useSearchParams } from 'wouter';
import { Step } from '@/components/step.tsx';
import { SummaryPanel } from '@/components/summary-panel.tsx';
import { Notice, Problem } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { appConfig } from '@/config/env.ts';
import { offerPaths } from '@/config/offer-paths.ts';
import { useBusiness } from '@/lib/business.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { navigate } from '@/lib/location.tsx';
import type { Balance } from '@contracts/balance.ts';
import { formatCents } from '@domain/money/money.ts';
import { reductionLabel } from '@domain/money/reduction.ts';
import { soldTaxes, taxName } from '@domain/money/sold-taxes.ts';
import { formatDate } from '@domain/time/time-format.ts';
import { balanceIntentQuery, balanceQuery } from '../api/balance.ts';
import { PayPanel } from '../components/pay-panel.tsx';
import { PaymentFailure } from '../components/payment-failure.tsx';
import { PaymentStep } from '../components/payment-step.tsx';
import { unknownPayer } from '../payer.ts';
import { usePaymentAttempts } from '../use-payment-attempts.ts';
import { TipStep } from './tip-step.tsx';
import '../checkout.css';

type PayBalanceProps = {
  token: string;
  balance: Balance;
  /** A provider's own page sent the customer back, and nothing arrived. */
  hasReturnedUnpaid: boolean;
};

const leftUnpaid = 'The payment was not approved. Nothing was charged.';

/** First the tip, then the card: the payment begins with the amount that the customer has agreed to. */
export function PayBalance({ token, balance, hasReturnedUnpaid }: PayBalanceProps) {
  const formId = useId();
  const [tipCents, setTipCents] = useState<number | null>(null);
  const [typedCents, setTypedCents] = useState(0);
  const [isFormReady, setIsFormReady] = useState(false);
  const { payment, returnUrl } = useBalancePayment(token, hasReturnedUnpaid ? leftUnpaid : null);
  const { due_cents: dueCents, service_name: service, booking_date: date } = balance;
  const intent = useQuery({
    ...balanceIntentQuery({ token, dueCents, tipCents: tipCents ?? 0 }),
    enabled: tipCents !== null,
  });

  return (
    <Page
      title="Pay the balance"
      heading="Pay the balance"
      lead={`Hello ${balance.first_name}, ${formatCents(dueCents)} is left to pay for ${service} on ${formatDate(date)}.`}
    >
      <Returned reason={payment.failureOnReturn} balance={balance} />
      <div className="grid items-start gap-x-10 gap-y-12 lg:grid-cols-[minmax(0,1fr)_min(24rem,38vw)] xl:gap-x-16">
        <div className="grid min-w-0 gap-12">
          <Step number={1} heading="Tip">
            <TipStep
              chosenCents={tipCents}
              isLocked={payment.isBusy}
              onType={setTypedCents}
              onChoose={setTipCents}
              onChange={() => setTipCents(null)}
            />
          </Step>
          {tipCents !== null && (
            <Step number={2} heading="Payment">
              <Problem title="The payment could not be started" className="mb-6">
                {intent.error && failureSentence(intent.error)}
              </Problem>
              {!intent.error && (
                <PaymentStep
                  provider={appConfig.payments}
                  formId={formId}
                  payer={unknownPayer}
                  kept={{}}
                  returnUrl={returnUrl}
                  intent={intent.data}
                  isAway={false}
                  payment={payment}
                  onReady={setIsFormReady}
                />
              )}
            </Step>
          )}
        </div>
        <div className="checkout-aside lg:sticky lg:top-8">
          <SummaryPanel heading={service}>
            <BalanceAmounts balance={balance} tipCents={tipCents ?? typedCents} />
            {tipCents !== null && (
              <div className="mt-8">
                <PayPanel
                  formId={formId}
                  amountCents={dueCents + tipCents}
                  payment={payment}
                  isReady={isFormReady && intent.isSuccess}
                >
                  We email the receipt to the address of the booking.
                </PayPanel>
              </div>
            )}
          </SummaryPanel>
        </div>
      </div>
    </Page>
  );
}

/** Why an earlier payment did not pay the balance. */
function Returned({ reason, balance }: { reason: string | null; balance: Balance }) {
  const { facts } = useBusiness();
  if (reason !== null) {
    return (
      <div className="mb-10 max-w-3xl">
        <PaymentFailure role="alert" reason={reason} />
      </div>
    );
  }
  return balance.latest?.is_refunded ? (
    <Notice title="Your last payment is being refunded" className="mb-10 max-w-3xl">
      We refund {formatCents(balance.latest.amount_cents)} in full, because the amount due had
      changed when it arrived. Questions? Call {facts.phone}.
    </Notice>
  ) : null;
}

/** Pays a balance; afterwards the page shows what the server says of it. */
function useBalancePayment(token: string, failureOnReturn: string | null) {
  const client = useQueryClient();
  const visit = useSearchParams()[0].get('visit');
  const kept = new URLSearchParams({ token, ...(visit !== null && { visit }) });
  const path = `${offerPaths.pay}?${kept.toString()}`;
  const payment = usePaymentAttempts({
    failureOnReturn,
    // What a provider's page added to the address is about the attempt before.
    onStart: () => navigate(path, { replace: true }),
    onPaid: () => void client.invalidateQueries(balanceQuery(token)),
  });
  return { payment, returnUrl: new URL(path, window.location.origin).href };
}

/** How the amount to pay comes about. */
function BalanceAmounts({ balance, tipCents }: { balance: Balance; tipCents: number }) {
  const {
    total_cents: total,
    paid_cents: paid,
    due_cents: due,
    tip_cents: bookedTip = 0,
    reduced_cents: reduced = 0,
    reduced_tax_cents: reducedTax = 0,
  } = balance;
  return (
    <dl className="mt-4 grid gap-3 border-t border-ivory/20 pt-6 tabular-nums">
      <Amount label="Total" text={formatCents(total)} />
      {bookedTip > 0 && <Amount label="Including tip" text={formatCents(bookedTip)} isQuiet />}
      {soldTaxes(balance).map((tax) => (
        <Amount
          key={tax.label}
          label={`Including ${taxName(tax)}`}
          text={formatCents(tax.cents)}
          isQuiet
        />
      ))}
      {reduced > 0 && (
        <Amount
          label={reductionLabel({ status: balance.state, taxCents: reducedTax })}
          text={formatCents(-reduced)}
        />
      )}
      {paid > 0 && <Amount label="Paid" text={`−${formatCents(paid)}`} />}
      <Amount label="Balance" text={formatCents(due)} />
      {tipCents > 0 && (
        <Amount label={bookedTip > 0 ? 'Extra tip' : 'Tip'} text={formatCents(tipCents)} />
      )}
      <div className="flex items-baseline justify-between gap-4 border-t border-ivory/20 pt-4 text-xl font-semibold text-citrine">
        <dt>To pay now</dt>
        <dd>{formatCents(due + tipCents)}</dd>
      </div>
    </dl>
  );
}

function Amount(props: { label: string; text: string; isQuiet?: boolean }) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 ${props.isQuiet ? 'text-mist' : ''}`}
    >
      <dt>{props.label}</dt>
      <dd>{props.text}</dd>
    </div>
  );
}
