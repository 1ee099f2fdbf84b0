import { queryOptions } from '@tanstack/react-query';
import { ownRest } from '@/lib/own-rest.ts';

/** The id of the booking that a calendar entry is about; null when it is gone. */
export const bookingOfEntryQuery = (calendarUid: string) =>
  queryOptions({
    queryKey: ['booking-of-entry', calendarUid],
    queryFn: async ({ signal }): Promise<string | null> => {
      const rest = await ownRest();
      const answer = await rest
        .rpc('booking_of_entry', { target_calendar_uid: calendarUid })
        .abortSignal(signal)
        .throwOnError();
      return answer.data;
    },
  });
