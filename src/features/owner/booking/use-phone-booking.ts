import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PhoneBookingInput } from '@contracts/booking-input.ts';
import { phoneBooking } from '@contracts/owner-booking.ts';
import { navigate } from '@/lib/location.tsx';
import { callFunction } from '@/lib/call-function.ts';
import { adminBookingPath } from '@/config/admin-paths.ts';
import { BackendError } from '@/lib/backend.ts';
import { bookedSlotsKey } from '@/entities/open-times/booked-slots.ts';
import { toast } from '@/lib/toast.ts';

/** Takes the booking and opens its page; what was typed stays when it is refused. */
export function usePhoneBooking() {
  const client = useQueryClient();
  // One for this form: a second press, or a try after a lost answer, is the same booking, or is refused when it
  // would be another one.
  const [bookingId] = useState(() => crypto.randomUUID());
  const take = useMutation({
    mutationFn: (booking: Omit<PhoneBookingInput, 'bookingId'>) =>
      callFunction(phoneBooking, { ...booking, bookingId }),
    onSuccess: ({ bookingId: id }, { customerInfo }) => {
      toast({
        title: 'Booked',
        description: customerInfo.email
          ? `The visit is booked. We’re emailing the link to ${customerInfo.email}.`
          : 'The visit is booked. There’s no email address for the link.',
      });
      navigate(adminBookingPath(id));
    },
    // The form says why. The time may be what somebody else has taken.
    onError: () => void client.invalidateQueries({ queryKey: bookedSlotsKey }),
  });
  const isStoredOtherwise =
    take.error instanceof BackendError && take.error.code === 'already_booked_otherwise';
  /** Set when this form was sent before with other content, and that is what is stored. */
  return { ...take, storedBookingId: isStoredOtherwise ? bookingId : null };
}
