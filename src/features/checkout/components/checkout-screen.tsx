import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { paths } from '@/config/paths.ts';
import { toast } from '@/lib/toast.ts';
import { readCheckout } from '../checkout-state.ts';
import { CheckoutFlow } from './checkout-flow.tsx';

export function CheckoutScreen() {
  const { state } = useLocation() as { state: unknown };
  const checkout = readCheckout(state);
  return checkout ? <CheckoutFlow key={checkout.bookingId} checkout={checkout} /> : <NoBooking />;
}

function NoBooking() {
  useEffect(() => {
    toast({
      title: 'Error',
      description: 'No booking information found.',
      variant: 'destructive',
    });
  }, []);
  return <Navigate to={paths.home} replace />;
}
