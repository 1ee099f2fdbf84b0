import { useMutation } from '@tanstack/react-query';
import type { BookingDetails } from '@contracts/booking.ts';
import { isChargeable } from '@domain/money/least-charge.ts';
import { Button } from '@/components/ui/button.tsx';
import { offerPaths } from '@/config/offer-paths.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { navigate } from '@/lib/location.tsx';
import { toastFailure } from '@/lib/toast.ts';
import { openBalance } from '../api/open-links.ts';
import type { ListedBooking } from '../api/rained-out.ts';

/** Whether something is left to pay that can be paid online. */
export const owesBalance = (booking: ListedBooking, details: BookingDetails): boolean =>
  ['deposit_paid', 'confirmed'].includes(booking.status) &&
  !booking.is_rained_out &&
  isChargeable(details.due_on_site_cents);

/** Opens the page that takes the balance. */
export function PayBalance({ booking }: { booking: ListedBooking }) {
  const open = useMutation({
    mutationFn: () => openBalance(booking.id, booking.customer_email),
    onSuccess: (token) =>
      navigate(`${offerPaths.pay}?${new URLSearchParams({ token }).toString()}`),
    onError: (error) => toastFailure('Payment not opened', failureSentence(error)),
  });
  return (
    <Button busy={open.isPending || open.isSuccess} onClick={() => open.mutate()}>
      Pay the balance
    </Button>
  );
}
