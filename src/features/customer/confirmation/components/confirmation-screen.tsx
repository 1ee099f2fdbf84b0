import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { AccountPrompt } from '@/components/account-prompt.tsx';
import { ButtonLink } from '@/components/ui/button-link.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { myBookingPath } from '@/config/paths-of-one.ts';
import { paths } from '@/config/paths.ts';
import { PhotosOnTheirWay } from '@/entities/booking-photo/photos-on-their-way.tsx';
import { AddToCalendar } from '@/entities/booking/add-to-calendar.tsx';
import type { BookingRecord } from '@/entities/booking/booking-record.ts';
import { Redirect, useLocation } from '@/lib/location.tsx';
import { useSession } from '@/lib/session.ts';
import { useStartsAtTop } from '@/lib/use-starts-at-top.ts';
import type { BookingDetails } from '@contracts/booking.ts';
import { formatCents } from '@domain/money/money.ts';
import { confirmationQuery, type ConfirmationArrival } from '../api/confirmation.ts';
import { checkoutToResume, keptEmail, whyUnpaid } from '../back-to-checkout.ts';
import type { Confirmation } from '../confirm-booking.ts';
import { pageFrame } from '../page-frame.ts';
import { BookingFacts } from './booking-facts.tsx';
import { NextSteps } from './next-steps.tsx';

export function ConfirmationScreen() {
  const [query, setQuery] = useSearchParams();
  const state = useLocation().state as ArrivalState;
  const bookingId = query.get('booking_id')?.trim().toLowerCase();
  const hasSecret = query.has(clientSecret);

  // The provider adds it to the address, where a screenshot or a shared link would give it away.
  useEffect(() => {
    if (!hasSecret || !bookingId) return;
    const withoutSecret = new URLSearchParams(query);
    withoutSecret.delete(clientSecret);
    // Kept with the page, for a reload: what the checkout knew is forgotten once it is paid.
    setQuery(withoutSecret, { replace: true, state: { email: keptEmail(bookingId) } });
  }, [hasSecret, query, setQuery, bookingId]);

  if (!bookingId) return <Redirect to={paths.home} />;
  return (
    <ConfirmationPage
      key={bookingId}
      bookingId={bookingId}
      paymentStatus={query.get('payment_status')}
      // The provider adds its own name for the payment when it sends a visitor back.
      sessionId={query.get('session_id') ?? query.get('payment_intent')}
      isFromProvider={query.has('redirect_status')}
      email={state?.email}
    />
  );
}

const clientSecret = 'payment_intent_client_secret';

function ConfirmationPage(arrival: ConfirmationArrival) {
  useStartsAtTop();
  const { data, isFetching, refetch } = useQuery(confirmationQuery(arrival));
  if (data?.kind === 'not_found' || data?.kind === 'refused') {
    return <Redirect to={paths.home} />;
  }
  if (data?.kind === 'unpaid') {
    const checkout = checkoutToResume(data.booking.id, data.declinedBy);
    if (checkout) return <Redirect to={paths.checkout} state={checkout} />;
  }
  return (
    <Page {...pageFrame(data, isFetching)}>
      {data && <Outcome confirmation={data} />}
      {!data && isFetching && <Confirming />}
      {!data && !isFetching && <Unreachable onRetry={() => void refetch()} />}
    </Page>
  );
}

/** What the checkout hands over beside the address; a payment that left the page comes back without it. */
type ArrivalState = { amountPaid?: number; place?: string; email?: string } | null;

type Standing = Exclude<Confirmation, { kind: 'not_found' | 'refused' }>;

function Outcome({ confirmation }: { confirmation: Standing }) {
  const state = useLocation().state as ArrivalState;
  const { kind, booking } = confirmation;
  switch (kind) {
    case 'processing':
      return <Processing />;
    case 'unpaid':
      return <Unpaid booking={booking} reason={whyUnpaid(confirmation.declinedBy)} />;
    case 'refunded':
      return <Refunded booking={booking} amountPaid={state?.amountPaid ?? null} />;
    case 'cancelled':
      return <Cancelled booking={booking} />;
    case 'confirmed':
      return (
        <Confirmed
          booking={booking}
          details={confirmation.details ?? null}
          place={state?.place ?? 'At your address'}
        />
      );
  }
}

function Confirming() {
  return <Spinner label="One moment, we are checking your payment." />;
}

function Processing() {
  return (
    <>
      <Spinner label="This page updates every few seconds." />
      <p className="mt-6 text-ink-soft">
        You can close it. We confirm your booking by email once the payment is complete.
      </p>
    </>
  );
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="danger" role="alert" title="Your booking is saved.">
      <p>
        Your booking and payment are saved. Please check your connection and try again. You don’t
        have to pay again.
      </p>
      <Button className="mt-5" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}

type ConfirmedProps = {
  booking: BookingRecord;
  /** Null for a visitor who knows no more than the id. */
  details: BookingDetails | null;
  /** Where the car will be, as far as the checkout told. */
  place: string;
};

/** The booking stands. */
function Confirmed({ booking, details, place }: ConfirmedProps) {
  const session = useSession();
  const email = details?.customer_email ?? null;
  return (
    <div className="grid grid-cols-1 gap-16">
      <div className="grid grid-cols-1 gap-6">
        <BookingFacts booking={booking} details={details} />
        <AddToCalendar booking={booking} details={details} place={place} />
      </div>
      <PhotosOnTheirWay bookingId={booking.id} />
      <NextSteps booking={booking} email={email} />
      {session.status === 'guest' && <AccountPrompt email={email} />}
      <nav aria-label="Related pages" className="flex flex-wrap gap-3">
        <ButtonLink to={myBookingPath(booking.id)} variant="secondary">
          My Bookings
        </ButtonLink>
        <ButtonLink to={paths.home} variant="ghost">
          Back to Home
        </ButtonLink>
      </nav>
    </div>
  );
}

/** The payment arrived after the hold had expired, when the time was already booked. */
function Refunded(props: { booking: BookingRecord; amountPaid: number | null }) {
  const { booking, amountPaid } = props;
  const amount = amountPaid === null ? 'your payment' : formatCents(amountPaid);
  return (
    <>
      <Notice
        tone="danger"
        role="alert"
        title="Another customer booked your time before your payment arrived."
      >
        We have refunded {amount} in full. Your bank may need a few days to show it. Everything you
        typed is kept.
      </Notice>
      <WaysOn>
        <ButtonLink
          to={paths.schedule}
          state={{ serviceId: booking.service_id, vehicleType: booking.vehicle_type }}
        >
          Choose another time
        </ButtonLink>
      </WaysOn>
    </>
  );
}

/** Nothing was paid at the provider's page, and this browser does not know the checkout it came from. */
function Unpaid({ booking, reason }: { booking: BookingRecord; reason: string }) {
  return (
    <>
      <Notice tone="danger" role="alert" title={reason}>
        We hold your time for a short time. Find your booking with your email address, then pay
        another way.
      </Notice>
      <WaysOn>
        <ButtonLink to={myBookingPath(booking.id)}>My Bookings</ButtonLink>
      </WaysOn>
    </>
  );
}

function Cancelled({ booking }: { booking: BookingRecord }) {
  return (
    <>
      <p className="break-all text-ink-soft">Booking ID {booking.id}</p>
      <WaysOn>
        <ButtonLink to={paths.home}>Book again</ButtonLink>
        <ButtonLink to={myBookingPath(booking.id)} variant="secondary">
          My Bookings
        </ButtonLink>
      </WaysOn>
    </>
  );
}

function WaysOn({ children }: { children: ReactNode }) {
  return <div className="mt-8 flex flex-wrap gap-3">{children}</div>;
}
