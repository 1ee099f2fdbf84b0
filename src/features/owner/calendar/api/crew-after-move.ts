import { useQuery } from '@tanstack/react-query';
import type { CalendarBooking } from '@contracts/calendar.ts';
import type { NewStart } from '@/entities/visit/move-visit.ts';
import { ownRpc } from '@/lib/rpc.ts';
import { calendarKey } from './calendar-range.ts';
import type { CrewTitle } from '../event-words.ts';

/** Which crew has a visit after a move, in a sentence; null where there is one crew, and until that is known. */
export function useCrewAfterMove(booking: CalendarBooking, to: NewStart, titleOf: CrewTitle) {
  const { id, crew, booking_date: date, booking_time: time } = booking;
  const isMove = Boolean(to.date && to.time) && (to.date !== date || to.time !== time);
  const { data: after } = useQuery({
    queryKey: [...calendarKey, 'crew-after-move', id, to.date, to.time],
    // Typed by PostgreSQL as a number, and null when no crew is free.
    queryFn: async (): Promise<number | null> =>
      ownRpc('crew_after_move', {
        target_booking_id: id,
        new_date: to.date,
        new_time: to.time,
      }),
    enabled: titleOf !== null && crew !== null && isMove,
    staleTime: 0,
    // Without an answer the question stands as it is.
    retry: false,
  });
  if (!titleOf || crew === null || after === undefined || !isMove) return null;
  if (after === null) return 'No crew is free then.';
  return after === crew
    ? `${titleOf(crew)} keeps this visit.`
    : `${titleOf(crew)} isn’t free then. ${titleOf(after)} takes this visit.`;
}
