import { useEffect, type ReactNode } from 'react';
import type { Balance } from '@contracts/balance.ts';
import { phoneHref } from '@domain/business/facts.ts';
import { leastChargeSentence } from '@domain/money/least-charge.ts';
import { formatCents } from '@domain/money/money.ts';
import { formatDate } from '@domain/time/time-format.ts';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { buttonStyle } from '@/components/ui/button-style.ts';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { useBusiness } from '@/lib/business.ts';
import { offerPaths } from '@/config/offer-paths.ts';
import { paths } from '@/config/paths.ts';

type EndProps = {
  balance: Balance;
  /** `on_site`: too little is due for a card. */
  state: Exclude<Balance['state'], 'due'> | 'on_site';
  /** Of the page of the visit, for who came from there. */
  visitToken: string | null;
};

/** What there is to say when nothing can be paid. */
export function BalanceEnd({ balance, state, visitToken }: EndProps) {
  const visit = `${balance.service_name} on ${formatDate(balance.booking_date)}`;
  switch (state) {
    case 'processing':
      return (
        <Outcome
          heading="Your payment is being processed"
          lead="You can close this page. We email you a receipt once the payment is complete."
        >
          <Spinner label="This page updates every few seconds." />
        </Outcome>
      );
    case 'paid':
      return (
        <Outcome heading="Paid in full. Thank you." lead={paidSentence(balance, visit)}>
          <ToVisitOrBookings visitToken={visitToken} />
          <ButtonLink to={paths.home} variant="secondary">
            Back to Home
          </ButtonLink>
        </Outcome>
      );
    case 'on_site':
      return (
        <Outcome
          heading="Please pay the balance on site."
          lead={`${formatCents(balance.due_cents)} is left to pay for ${visit}. ${leastChargeSentence}`}
        >
          <ToVisitOrBookings visitToken={visitToken} />
        </Outcome>
      );
    case 'cancelled':
      return (
        <Outcome
          heading="This booking was cancelled."
          lead={`There is nothing to pay for ${visit}.`}
        >
          <ButtonLink to={paths.home}>Back to Home</ButtonLink>
        </Outcome>
      );
    case 'rained_out':
      return (
        <Outcome
          heading="This visit needs a new time first."
          lead={`We can’t come on ${formatDate(balance.booking_date)} because of rain, so there is nothing to pay yet.`}
        >
          <CallUs />
        </Outcome>
      );
  }
}

function ToVisitOrBookings({ visitToken }: Pick<EndProps, 'visitToken'>) {
  return visitToken ? (
    <ButtonLink to={offerPaths.visit.replace(':token', encodeURIComponent(visitToken))}>
      Back to your visit
    </ButtonLink>
  ) : (
    <ButtonLink to={paths.myBookings}>My Bookings</ButtonLink>
  );
}

function paidSentence({ latest }: Balance, visit: string): string {
  if (!latest) return `Nothing is left to pay for ${visit}.`;
  const amount = formatCents(latest.amount_cents);
  if (latest.is_refunded) {
    return `${visit} was already paid when your payment of ${amount} arrived. We refund it in full.`;
  }
  const tip = latest.tip_cents > 0 ? `, including a ${formatCents(latest.tip_cents)} tip,` : '';
  return `We received ${amount}${tip} for ${visit}. We’re emailing the receipt to the address of the booking.`;
}

export function UnknownLink() {
  return (
    <Outcome
      heading="This link is no longer valid."
      lead="Please use our newest email, or open My Bookings and press “Pay the balance”."
    >
      <ButtonLink to={paths.myBookings}>My Bookings</ButtonLink>
      <CallUs variant="secondary" />
    </Outcome>
  );
}

function CallUs({ variant = 'primary' }: { variant?: 'primary' | 'secondary' }) {
  const { facts } = useBusiness();
  return (
    <a className={buttonStyle(variant)} href={phoneHref(facts)}>
      Call {facts.phone}
    </a>
  );
}

function Outcome(props: { heading: string; lead: string; children: ReactNode }) {
  // It takes the place of a long form, whose end was in view.
  useEffect(() => window.scrollTo(0, 0), []);
  return (
    <Page title="Pay the balance" heading={props.heading} lead={props.lead} width="narrow">
      <div className="flex flex-wrap gap-4 max-sm:grid">{props.children}</div>
    </Page>
  );
}
