import { queryOptions } from '@tanstack/react-query';
import { bookingOfEntry } from '@contracts/owner-booking.ts';
import { ownRpc } from '@/lib/rpc.ts';

/** The id of the booking that a calendar entry is about; null when it is gone. */
export const bookingOfEntryQuery = (calendarUid: string) =>
  queryOptions({
    queryKey: ['booking-of-entry', calendarUid],
    queryFn: ({ signal }) =>
      ownRpc(bookingOfEntry, { target_calendar_uid: calendarUid }, { signal }),
  });
