import { useMutation } from '@tanstack/react-query';
import { formatCents } from '@domain/money/money.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { forgetHeldBooking } from '@/entities/booking/held-booking.ts';
import { cancelBooking } from './api/cancel-booking.ts';
import type { ListedBooking } from './api/rained-out.ts';

/** Cancels a booking and says so; `onEnd` gets the refund in cents, or null where it stands. */
export function useCancelBooking(
  onEnd: (booking: ListedBooking, refundCents: number | null) => void,
) {
  return useMutation({
    mutationFn: (booking: ListedBooking) => cancelBooking(booking),
    onSuccess: ({ refundAmount }, booking) => {
      forgetHeldBooking(booking.id);
      const refund =
        refundAmount > 0 ? ` A refund of ${formatCents(refundAmount)} is being processed.` : '';
      toast({
        title: 'Booking Cancelled',
        description: `Your booking has been cancelled.${refund}`,
      });
      onEnd(booking, refundAmount);
    },
    onError: (error, booking) => {
      toastFailure('Cancellation Failed', error.message);
      onEnd(booking, null);
    },
  });
}
