import { useMutation } from '@tanstack/react-query';
import { accessToken } from '@/lib/access-token.ts';
import { guestRest, restAs } from '@/lib/backend.ts';
import { rpc } from '@/lib/rpc.ts';
import { toast } from '@/lib/toast.ts';
import { type BookingDetails, bookingMore } from '@contracts/booking.ts';
import type { MoreInput } from '@domain/booking/more-fields.ts';
import { useReloadBookings } from './use-reload-bookings.ts';

/** Saves what the customer told besides, and shows it on their bookings. */
export function useSaveMore(details: BookingDetails, onSaved: () => void) {
  const reload = useReloadBookings();
  return useMutation({
    mutationFn: (more: MoreInput) =>
      saveMore({ bookingId: details.booking_id, email: details.customer_email }, more),
    onSuccess: async () => {
      await reload();
      toast({ title: 'Saved', description: 'We’ll see it on the day of your appointment.' });
      onSaved();
    },
  });
}

/** A booking by its id, and the email address that proves a guest's right to it. */
type Holding = { bookingId: string; email: string | null };

/** Replaces what the customer told besides. Throws with the code of the refusal as message. */
async function saveMore({ bookingId, email }: Holding, more: MoreInput) {
  const token = await accessToken();
  return rpc(token ? restAs(token) : guestRest(), bookingMore, {
    target_booking_id: bookingId,
    more,
    ...(email && { email }),
  });
}
