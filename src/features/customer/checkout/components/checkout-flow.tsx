import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { useEffect, useId, useRef, useState } from 'react';
import { providersAmong } from '@domain/money/instalments.ts';
import { policyBeforeBooking } from '@domain/money/cancellation-policy.ts';
import { formatCents } from '@domain/money/money.ts';
import { nearPolicy } from '@domain/money/policy.ts';
import { startsAt } from '@domain/time/schedule.ts';
import { InstalmentLogos } from '@/components/instalment-logos.tsx';
import { Step } from '@/components/step.tsx';
import { Page } from '@/components/ui/page.tsx';
import { appConfig } from '@/config/env.ts';
import { PhotosOnTheirWay } from '@/entities/booking-photo/photos-on-their-way.tsx';
import { useBusiness } from '@/lib/business.ts';
import '../checkout.css';
import type { Checkout } from '../checkout-state.ts';
import { keptForm, returnUrlOf } from '../return-from-provider.ts';
import { useNow } from '@/lib/use-now.ts';
import { useStartsAtTop } from '@/lib/use-starts-at-top.ts';
import { useHold } from '../use-hold.ts';
import { usePaymentIntent } from '../use-payment-intent.ts';
import { usePayment } from '../use-payment.ts';
import { formatCountdown } from '../countdown.ts';
import { useKnownToOtherTabs } from '../use-known-to-other-tabs.ts';
import { useRemainingMs } from '../use-remaining-time.ts';
import { HoldStatus } from './hold-status.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PayPanel } from './pay-panel.tsx';
import { PaymentFailure } from './payment-failure.tsx';
import { PaymentStep } from './payment-step.tsx';

/** The card on the left, the order on the right, and the hold's countdown above. */
export function CheckoutFlow({ checkout }: { checkout: Checkout }) {
  useStartsAtTop();
  const formId = useId();
  const payId = useId();
  const [isFormReady, setIsFormReady] = useState(false);
  const business = useBusiness();
  const deposit = { kind: 'amount', cents: checkout.depositAmount } as const;
  const terms = { ...business, deposit };
  const start = { startsAt: startsAt(checkout.bookingDate, checkout.bookingTime), now: useNow() };
  const policy = policyBeforeBooking(terms, { paymentOption: checkout.paymentOption, start });
  const payment = usePayment(checkout);
  const hold = useHold(checkout);
  const paymentIntent = usePaymentIntent(checkout, !hold.isExpired);
  const goneBecause = hold.goneBecause ?? paymentIntent.goneBecause;
  // A payment under way is left to end: the server knows what to do when it comes too late.
  const isClosed = (hold.isExpired || goneBecause !== null) && !payment.isBusy;
  const canPay = isFormReady && !paymentIntent.isFetching && !isClosed;
  useKnownToOtherTabs(checkout, goneBecause !== null);
  const { failureOnReturn } = payment;
  const onReturn = useRef<HTMLDivElement>(null);
  // Runs after the page's own arrival, which gives the focus to the heading.
  useEffect(() => onReturn.current?.focus(), []);

  return (
    <Page title="Checkout" heading="Checkout" lead="Nothing is charged until you press Pay.">
      {failureOnReturn && (
        <div ref={onReturn} tabIndex={-1} className="mb-10 max-w-3xl focus-quiet">
          <PaymentFailure role="alert" reason={failureOnReturn} />
        </div>
      )}
      {checkout.lostDiscount !== undefined && !isClosed && (
        <Notice role="status" title="The price has changed" className="mb-10 max-w-3xl">
          We no longer have another visit near yours at this time, so the nearby discount of{' '}
          {formatCents(checkout.lostDiscount)} doesn’t apply. The total is now{' '}
          {formatCents(checkout.totalAmount)}.
        </Notice>
      )}
      <div className="clears-price-bar grid items-start gap-x-10 lg:grid-cols-[minmax(0,1fr)_min(24rem,38vw)] xl:gap-x-16">
        <div className="grid min-w-0 gap-12">
          <HoldStatus {...{ checkout, hold, isClosed, goneBecause }} />
          {(paymentIntent.intent ?? !isClosed) && (
            <div inert={isClosed} className={isClosed ? 'checkout-closed' : ''}>
              <Step number={3} heading="Payment">
                <PaymentStep
                  provider={appConfig.payments}
                  formId={formId}
                  payer={checkout.customerInfo}
                  returnUrl={returnUrlOf(checkout)}
                  kept={keptForm(checkout.bookingId)}
                  intent={paymentIntent.intent}
                  isAway={paymentIntent.isAway}
                  isHeld={!isClosed}
                  payment={payment}
                  onReady={setIsFormReady}
                />
              </Step>
            </div>
          )}
          <PhotosOnTheirWay bookingId={checkout.bookingId} />
          <InstalmentLogos
            providers={providersAmong(paymentIntent.intent?.methods ?? [])}
            className="border-t border-hairline pt-8 text-ink-soft"
          />
          <TotalBar checkout={checkout} isHeld={!isClosed} payId={payId} />
        </div>
        <div id={payId} className="checkout-aside lg:sticky lg:top-8">
          <OrderSummary checkout={checkout}>
            <PayPanel
              formId={formId}
              amountCents={checkout.amountDueNow}
              payment={payment}
              isReady={canPay}
            >
              {nearPolicy(terms, start) ? <strong className="text-ivory">{policy}</strong> : policy}
            </PayPanel>
          </OrderSummary>
        </div>
      </div>
    </Page>
  );
}

type TotalBarProps = { checkout: Checkout; isHeld: boolean; payId: string };

/**
 * Keeps the remaining time and the price visible on a phone, with the way to the summary and its button; ends as the
 * head of the summary.
 */
function TotalBar({ checkout, isHeld, payId }: TotalBarProps) {
  const remaining = useRemainingMs(checkout.holdExpiresAt);
  return (
    <div data-keep-clear="" className="on-lacquer phone-bar lg:hidden">
      <p aria-hidden="true" className="leading-snug tabular-nums">
        <span className="block text-sm text-mist">
          {isHeld ? `Held for ${formatCountdown(remaining)}` : 'Not held'}
        </span>
        <span className="block whitespace-nowrap">
          Due now{' '}
          <strong className="font-semibold text-citrine">
            {formatCents(checkout.amountDueNow)}
          </strong>
        </span>
      </p>
      {isHeld && (
        <Button
          className="flex-1"
          onClick={() => {
            const pay = document.getElementById(payId)?.querySelector('button');
            pay?.scrollIntoView({ block: 'center' });
            pay?.focus({ preventScroll: true });
          }}
        >
          Review and pay
        </Button>
      )}
    </div>
  );
}
