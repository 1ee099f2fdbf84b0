import { useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ownBookingsKey } from '@/entities/booking/booking-record.ts';
import { clockNow } from '@/lib/clock.ts';
import { toast } from '@/lib/toast.ts';
import { getOwnBookings } from './api/get-own-bookings.ts';
import type { ListedBooking } from './api/rained-out.ts';

/** The bookings of an account. Says so when they cannot be had. */
export function useOwnBookings(userId: string) {
  const client = useQueryClient();
  const queryKey = [...ownBookingsKey, userId];
  const query = useQuery({ queryKey, queryFn: () => getOwnBookings(userId, clockNow()) });
  const { isError, errorUpdatedAt } = query;

  useEffect(() => {
    if (!isError) return;
    const description = 'Could not fetch your bookings.';
    toast({ title: 'Error', description, variant: 'destructive' });
  }, [isError, errorUpdatedAt]);

  return {
    query,
    markCancelled: (id: string) => {
      client.setQueryData<ListedBooking[]>(queryKey, (bookings) =>
        bookings?.map((booking) =>
          booking.id === id ? { ...booking, status: 'cancelled' } : booking,
        ),
      );
    },
  };
}
