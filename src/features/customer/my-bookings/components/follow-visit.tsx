import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/ui/button.tsx';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { navigate } from '@/lib/location.tsx';
import { toastFailure } from '@/lib/toast.ts';
import { openVisit } from '../api/open-links.ts';
import type { ListedBooking } from '../api/rained-out.ts';

/** Whether the visit is today, as booked or done. */
export const isToday = (booking: ListedBooking, today: string): boolean =>
  booking.booking_date === today &&
  ['deposit_paid', 'confirmed', 'paid'].includes(booking.status) &&
  !booking.is_rained_out;

/** Opens the page that says how the visit stands. */
export function FollowVisit({ booking }: { booking: ListedBooking }) {
  const open = useMutation({
    mutationFn: () => openVisit(booking.id, booking.customer_email),
    onSuccess: navigate,
    onError: (error) => toastFailure('Visit not opened', failureSentence(error)),
  });
  return (
    <Button busy={open.isPending || open.isSuccess} onClick={() => open.mutate()}>
      Follow your visit
    </Button>
  );
}
