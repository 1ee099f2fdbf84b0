import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CalendarBooking } from '@contracts/calendar.ts';
import { formatStart } from '@domain/time/start-format.ts';
import { changeCrew, crewsForVisitQuery } from '@/entities/crew/crews-for-visit.ts';
import { failureSentence, toastError } from '@/lib/failure-sentence.ts';
import { toast } from '@/lib/toast.ts';
import { calendarKey } from './api/calendar-range.ts';
import type { CrewTitle } from './event-words.ts';
import { moveBack, moveVisit, type NewStart } from '@/entities/visit/move-visit.ts';

type Move = {
  to: NewStart;
  anyway: boolean;
  /** The crew that gets it; null keeps its own while that is free. */
  crew?: number | null;
};

/**
 * Moves a booking, says so, and which crew takes it when its own was busy. Has the calendar asked for again: also when
 * the move was refused, since something else changed. `titleOf` is null where there is one crew.
 */
export function useMove(booking: CalendarBooking, titleOf: CrewTitle, onMoved: () => void) {
  const client = useQueryClient();
  const was = { date: booking.booking_date, time: booking.booking_time };
  const undo = useMutation({
    mutationFn: () => moveBack(booking.id, was, titleOf && booking.crew),
    onSuccess: () => void toast({ title: 'Moved back', description: `Now ${formatStart(was)}.` }),
    onError: toastError('Not moved back'),
    onSettled: () => client.invalidateQueries({ queryKey: calendarKey }),
  });
  return useMutation({
    mutationFn: async ({ to, anyway, crew = null }: Move) => {
      await moveVisit(booking.id, to, anyway);
      // The visit is moved by now, so a refused crew is no failure of the move.
      return crew === null
        ? ''
        : await changeCrew(booking.id, crew).then(() => '', failureSentence);
    },
    onSuccess: async (notGiven, { to }) => {
      const [taker] = await Promise.all([
        titleOf && takerOf(to),
        // Until it is shown where it is now, it stays where it was dropped.
        client.invalidateQueries({ queryKey: calendarKey }),
      ]);
      toast({
        title: 'Moved',
        description: [`Now ${formatStart(to)}.`, taker && `${taker} takes it now.`, notGiven]
          .filter(Boolean)
          .join(' '),
        action: { label: 'Undo', onSelect: () => undo.mutate() },
      });
      onMoved();
    },
    onError: () => client.invalidateQueries({ queryKey: calendarKey }),
  });

  /** The crew that has it now, when that is another one. The move is done, so a failed request is no failure. */
  async function takerOf({ date, time }: NewStart): Promise<string | null> {
    const visit = { id: booking.id, booking_date: date, booking_time: time };
    const crews = await client.query(crewsForVisitQuery(visit)).catch(() => []);
    const present = crews.find(({ is_present: isPresent }) => isPresent);
    return present && present.number !== booking.crew ? present.title : null;
  }
}
