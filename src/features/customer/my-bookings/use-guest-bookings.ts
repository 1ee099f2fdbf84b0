import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { toastFailure } from '@/lib/toast.ts';
import { useFailureToast } from '@/lib/use-failure-toast.ts';
import { guestBookingQuery, type Wanted } from './api/find-booking.ts';
import { cancelledWith, type ListedBooking } from './api/rained-out.ts';

/**
 * The booking a guest looked up, or came for by a link. It is held here only: a guest has no list, and
 * what is cancelled is marked here too.
 */
export function useGuestBookings(linkedId: string | null) {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [cancelled, setCancelled] = useState<readonly Cancelled[]>([]);

  const linked = useQuery(guestBookingQuery(linkedId ? { bookingId: linkedId } : null));
  const lookup = useQuery(guestBookingQuery(wanted));
  const latest = wanted ? lookup : linked;
  const isMissing = latest.data === null;
  useFailureToast(latest, 'Could not fetch your bookings.');
  useEffect(() => {
    if (isMissing) toastFailure('Not Found', 'No booking found with that email and ID.');
  }, [isMissing, latest.dataUpdatedAt]);

  const shown = lookup.data ?? linked.data;

  const find = (next: Wanted) => {
    const isSame = next.bookingId === wanted?.bookingId && next.email === wanted.email;
    if (isSame) void lookup.refetch();
    else setWanted(next);
  };

  return {
    find,
    isSearching: lookup.isFetching,
    isFollowingLink: linkedId !== null && linked.isPending,
    isMissing,
    /** What was asked for in the form, which lies below what it finds. */
    foundId: lookup.data?.id,
    bookings: (shown ? [shown] : []).map((booking) => mark(booking, cancelled)),
    markCancelled: (id: string, refundCents: number) =>
      setCancelled((others) => [...others, { id, refundCents }]),
  };
}

type Cancelled = { id: string; refundCents: number };

function mark(booking: ListedBooking, cancelled: readonly Cancelled[]): ListedBooking {
  const now = cancelled.find(({ id }) => id === booking.id);
  // Once it is loaded as cancelled, its refund is counted.
  if (!now || booking.status === 'cancelled') return booking;
  return cancelledWith(booking, now.refundCents);
}
