import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { navigate } from '@/lib/location.tsx';
import { paths } from '@/config/paths.ts';
import { bookedSlotsKey } from '@/entities/open-times/booked-slots.ts';
import { ownBookingsKey } from '@/entities/booking/booking-record.ts';
import { noAnswer } from '@/lib/backend.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { useNetworkBack } from '@/lib/use-network-back.ts';
import { ownBookingQuery } from './api/get-booking.ts';
import { moveBooking, type Start } from './api/move-booking.ts';
import { readRefusal, type MoveRefusal } from './move-refusal.ts';

/** Moves a booking and goes back to the list, or says why it stays. `onRefused` hears the reason too. */
export function useMove(bookingId: string, onRefused: (refusal: MoveRefusal) => void) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<MoveRefusal | null>(null);
  useNetworkBack(() => setRefusal((shown) => (shown?.sentence === noAnswer ? null : shown)));

  const mutation = useMutation({
    mutationFn: (start: Start) => moveBooking(bookingId, start),
    onMutate: () => setRefusal(null),
    onSuccess: () => {
      client.removeQueries({ queryKey: bookedSlotsKey });
      client.removeQueries({ queryKey: ownBookingsKey });
      toast({ title: 'Success!', description: 'Your booking has been rescheduled.' });
      navigate(paths.myBookings);
    },
    onError: (error, start) => {
      const reason = readRefusal(error, start);
      toastFailure('Error', 'Failed to update booking.');
      setRefusal(reason);
      onRefused(reason);
      if (reason.affects === 'time') void client.resetQueries({ queryKey: bookedSlotsKey });
      if (reason.affects === 'booking') void client.invalidateQueries(ownBookingQuery(bookingId));
    },
  });

  return {
    move: mutation.mutate,
    // Once it is moved the screen is on its way out.
    isBusy: mutation.isPending || mutation.isSuccess,
    refusal,
    forgetRefusal: () => setRefusal(null),
  };
}
