import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { toast } from '@/lib/toast.ts';
import { findBooking, type Wanted } from './api/find-booking.ts';
import type { ListedBooking } from './api/rained-out.ts';

/**
 * The booking a guest looked up, or came for by a link. It is held here only: a guest has no list, and
 * what is cancelled is marked here too.
 */
export function useGuestBookings(linkedId: string | null) {
  const [wanted, setWanted] = useState<Wanted | null>(linkedId ? { bookingId: linkedId } : null);
  const [cancelled, setCancelled] = useState<readonly Cancelled[]>([]);

  const lookup = useQuery({
    queryKey: ['guest-booking', wanted],
    queryFn: async () => {
      const booking = wanted && (await findOrSay(wanted));
      return booking;
    },
    enabled: wanted !== null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

  const find = (next: Wanted) => {
    const isSame = next.bookingId === wanted?.bookingId && next.email === wanted.email;
    if (isSame) void lookup.refetch();
    else setWanted(next);
  };

  return {
    find,
    isSearching: lookup.isFetching,
    isFollowingLink: lookup.isPending && wanted !== null && wanted.email === undefined,
    hasFailed: lookup.isError,
    isMissing: wanted !== null && lookup.data === null,
    /** What was asked for in the form, which lies below what it finds. */
    foundId: wanted?.email === undefined ? undefined : lookup.data?.id,
    bookings: (lookup.data ? [lookup.data] : []).map((booking) => mark(booking, cancelled)),
    markCancelled: (id: string, refundCents: number) =>
      setCancelled((others) => [...others, { id, refundCents }]),
  };
}

async function findOrSay(wanted: Wanted): Promise<ListedBooking | null> {
  try {
    const booking = await findBooking(wanted);
    if (!booking) say('Not Found', 'No booking found with that email and ID.');
    return booking;
  } catch (error) {
    say('Error', 'Could not fetch your bookings.');
    throw error;
  }
}

function say(title: string, description: string) {
  toast({ title, description, variant: 'destructive' });
}

type Cancelled = { id: string; refundCents: number };

function mark(booking: ListedBooking, cancelled: readonly Cancelled[]): ListedBooking {
  const now = cancelled.find(({ id }) => id === booking.id);
  if (!now) return booking;
  const { details } = booking;
  return {
    ...booking,
    status: 'cancelled',
    details: details && {
      ...details,
      refunded_cents: details.refunded_cents + now.refundCents,
    },
  };
}
