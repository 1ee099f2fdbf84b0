import { useEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';
import { toast } from '@/lib/toast.ts';

/**
 * Greets whoever comes to write a review, once, and leaves nothing but the booking in the address:
 * a payment's session does not belong where it can be copied on.
 */
export function useReviewArrival(): string | null {
  const [query, setQuery] = useSearchParams();
  const bookingId = query.get('booking_id')?.trim().toLowerCase() || null;
  const hasPaid = query.has('session_id');
  const isGreeted = useRef(false);

  useEffect(() => {
    if (isGreeted.current) return;
    isGreeted.current = true;
    greet(bookingId, hasPaid);
    setQuery(bookingId ? { booking_id: bookingId } : {}, { replace: true });
  }, [bookingId, hasPaid, setQuery]);

  return bookingId;
}

function greet(bookingId: string | null, hasPaid: boolean) {
  if (hasPaid) {
    toast({
      title: 'Payment Successful!',
      description: 'Your booking is confirmed. Please leave a review!',
    });
  } else if (!bookingId) {
    toast({ title: 'Welcome!', description: 'Please enter your name to leave a review.' });
  }
}
