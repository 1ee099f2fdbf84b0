import { useEffect, useId, useRef, useState } from 'react';
import { InstalmentLogos } from '@/components/instalment-logos.tsx';
import { Step } from '@/components/step.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { appConfig } from '@/config/env.ts';
import { bookingConfirmationPath } from '@/config/paths-of-one.ts';
import { paths } from '@/config/paths.ts';
import { PhotosOnTheirWay } from '@/entities/booking-photo/photos-on-their-way.tsx';
import { keptCheckout, keepCheckout } from '@/entities/booking/booking-session.ts';
import { forgetHeldBooking, keepHeldBooking } from '@/entities/booking/held-booking.ts';
import { useBusiness } from '@/lib/business.ts';
import { markCouponUsed } from '@/lib/coupon-flag.ts';
import { navigate } from '@/lib/location.tsx';
import { useNow } from '@/lib/use-now.ts';
import { useStartsAtTop } from '@/lib/use-starts-at-top.ts';
import { policyBeforeBooking } from '@domain/money/cancellation-policy.ts';
import { providersAmong } from '@domain/money/instalments.ts';
import { formatCents } from '@domain/money/money.ts';
import { nearPolicy } from '@domain/money/policy.ts';
import { startsAt } from '@domain/time/schedule.ts';
import { type Checkout, paymentStatusOf, scheduleState } from '../checkout-state.ts';
import { formatCountdown } from '../countdown.ts';
import type { KeptForm } from '../sandbox/card-form.ts';
import { useHold, type Hold } from '../use-hold.ts';
import { usePaymentAttempts, type Payment } from '../use-payment-attempts.ts';
import { usePaymentIntent } from '../use-payment-intent.ts';
import { useRemainingMs } from '../use-remaining-time.ts';
import { ClosedNotice } from './closed-notice.tsx';
import { HoldCountdown } from './hold-countdown.tsx';
import { HoldExpired } from './hold-expired.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PayPanel } from './pay-panel.tsx';
import { PaymentFailure } from './payment-failure.tsx';
import { PaymentStep } from './payment-step.tsx';
import '../checkout.css';

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

/** Keeps the hold for the other tabs of this browser, until it is gone. */
function useKnownToOtherTabs(checkout: Checkout, isGone: boolean): void {
  const { bookingId, bookingDate, bookingTime, holdExpiresAt: heldUntil } = checkout;
  const { email } = checkout.customerInfo;
  useEffect(() => {
    if (isGone) forgetHeldBooking(bookingId);
    else keepHeldBooking({ bookingId, email, bookingDate, bookingTime, heldUntil });
  }, [isGone, bookingId, email, bookingDate, bookingTime, heldUntil]);
}

/** Where a provider's own page sends the customer; the provider adds the payment to it. */
function returnUrlOf(checkout: Checkout): string {
  const path = bookingConfirmationPath(checkout.bookingId, paymentStatusOf(checkout));
  return new URL(path, window.location.origin).href;
}

/** What was typed before the customer left for a provider. */
function keptForm(bookingId: string): Partial<KeptForm> {
  const form = keptCheckout(bookingId)?.form;
  return typeof form === 'object' && form !== null ? form : {};
}

/** Pays for a booking, and goes on to the confirmation. */
function usePayment(checkout: Checkout): Payment {
  const leave = (paymentIntentId: string) => {
    if (checkout.discount > 0) markCouponUsed();
    const status = paymentStatusOf(checkout);
    const { address, city, email } = checkout.customerInfo;
    navigate(bookingConfirmationPath(checkout.bookingId, status, paymentIntentId), {
      // The way back must not lead to a form that is paid already.
      replace: true,
      state: { amountPaid: checkout.amountDueNow, place: `${address}, ${city}`, email },
    });
  };
  return usePaymentAttempts({
    failureOnReturn: checkout.failure ?? null,
    onStart: (form) => {
      const state: Checkout = { ...checkout, failure: undefined };
      keepCheckout({ state, form });
    },
    onPaid: leave,
  });
}

type HoldStatusProps = {
  checkout: Checkout;
  hold: Hold;
  /** Whether the card form is closed; a payment under way keeps it open to its end. */
  isClosed: boolean;
  goneBecause: string | null;
};

/** How the time stands: held, let go, or gone. */
function HoldStatus({ checkout, hold, isClosed, goneBecause }: HoldStatusProps) {
  if (!isClosed) return <HoldCountdown checkout={checkout} hold={hold} />;
  if (goneBecause) return <TimeGone checkout={checkout} reason={goneBecause} />;
  return <HoldExpired checkout={checkout} hold={hold} />;
}

/** This booking cannot be paid any more; the details are still there for another one. */
function TimeGone({ checkout, reason }: { checkout: Checkout; reason: string }) {
  return (
    <ClosedNotice tone="danger" title="This time is no longer available">
      <p>{reason} Everything you typed is kept.</p>
      <ButtonLink to={paths.schedule} state={scheduleState(checkout)} className="mt-5">
        Choose another time
      </ButtonLink>
    </ClosedNotice>
  );
}
