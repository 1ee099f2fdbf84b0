import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { Redirect, useLocation } from '@/lib/location.tsx';
import { Page } from '@/components/ui/page.tsx';
import { paths } from '@/config/paths.ts';
import { useStartsAtTop } from '@/lib/use-starts-at-top.ts';
import { checkoutToResume, keptEmail, whyUnpaid } from '../back-to-checkout.ts';
import type { Confirmation } from '../confirm-booking.ts';
import { pageFrame } from '../page-frame.ts';
import { confirmationQuery, type ConfirmationArrival } from '../api/confirmation.ts';
import { Confirmed } from './confirmed.tsx';
import { Cancelled, Refunded, Unpaid } from './not-standing.tsx';
import { Confirming, Processing, Unreachable } from './waiting.tsx';

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
