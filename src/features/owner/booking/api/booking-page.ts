import { queryOptions } from '@tanstack/react-query';
import { bookingPage, bookingOfEntry, type BookingPage } from '@contracts/owner-booking.ts';
import type { VisitsToKeep } from '@contracts/visit-operations.ts';
import { keptNames } from '@/lib/on-device/kept-visits-store.ts';
import { orKept, type OrKept } from '@/lib/on-device/or-kept.ts';
import { ownRpc } from '@/lib/rpc.ts';

/** A booking as it is shown; this device's copy has no history and no email address. */
export type ShownBooking = OrKept<BookingPage>;

/** All that is known of a booking. Fails with the code of the refusal as message. */
export const bookingPageQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ['owner-booking', bookingId],
    queryFn: ({ signal, client, queryKey }) =>
      orKept(
        [keptNames.owner],
        () => ownRpc(bookingPage, { target_booking_id: bookingId }, { signal }),
        ({ pages }: VisitsToKeep) => pages.find(({ booking }) => booking.id === bookingId) ?? null,
        { signal, loaded: client.getQueryData<ShownBooking>(queryKey) },
      ),
    staleTime: 0,
    // Where nothing is told of changes, they are asked for.
    refetchInterval: 30_000,
    retry: (count, error) => count < 1 && error.message !== 'booking_not_found',
  });

/** The id of the booking that a calendar entry is about; null when it is gone. */
export const bookingOfEntryQuery = (calendarUid: string) =>
  queryOptions({
    queryKey: ['booking-of-entry', calendarUid],
    queryFn: ({ signal }) =>
      ownRpc(bookingOfEntry, { target_calendar_uid: calendarUid }, { signal }),
  });
