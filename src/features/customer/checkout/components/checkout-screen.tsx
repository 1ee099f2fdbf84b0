import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Redirect, useLocation } from '@/lib/location.tsx';
import { Page } from '@/components/ui/page.tsx';
import { CouldNotFetch } from '@/components/could-not-fetch.tsx';
import { paths } from '@/config/paths.ts';
import { toastFailure } from '@/lib/toast.ts';
import { checkoutQuery } from '../api/resume-checkout.ts';
import { readCheckout, readCheckoutRequest, type CheckoutRequest } from '../checkout-state.ts';
import { CardLoading } from './card-loading.tsx';
import { CheckoutFlow } from './checkout-flow.tsx';

export function CheckoutScreen() {
  const { state } = useLocation() as { state: unknown };
  const checkout = readCheckout(state);
  if (checkout) return <CheckoutFlow key={checkout.bookingId} checkout={checkout} />;
  const request = readCheckoutRequest(state);
  return request ? <ResumedCheckout request={request} /> : <NoBooking />;
}

/** A booking of which this page knows little: the server knows the rest, and what is to be paid. */
function ResumedCheckout({ request }: { request: CheckoutRequest }) {
  const query = useQuery(checkoutQuery(request));
  if (query.data) return <Redirect to={paths.checkout} state={query.data} />;
  if (query.data === null) return <NoBooking />;
  return (
    <Page heading="Checkout" width="narrow">
      {query.isError && !query.isFetching ? (
        <CouldNotFetch
          title="We couldn’t load your booking."
          isBusy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <CardLoading />
      )}
    </Page>
  );
}

function NoBooking() {
  useEffect(() => {
    toastFailure('Error', 'No booking information found.');
  }, []);
  return <Redirect to={paths.home} />;
}
