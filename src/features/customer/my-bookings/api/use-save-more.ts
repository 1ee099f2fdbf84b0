import { useMutation } from '@tanstack/react-query';
import type { BookingDetails } from '@contracts/booking.ts';
import type { MoreInput } from '@domain/booking/more-fields.ts';
import { toast } from '@/lib/toast.ts';
import { saveMore } from './save-more.ts';
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
