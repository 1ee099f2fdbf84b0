import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatStart } from '@domain/time/start-format.ts';
import { toast } from '@/lib/toast.ts';
import { calendarKey } from './api/calendar-range.ts';
import { moveVisit, type NewStart } from '@/entities/visit/move-visit.ts';

/** Moves a booking, and has the calendar asked for again: also when that was refused, since something else changed. */
export function useMove(bookingId: string, onMoved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ to, anyway }: { to: NewStart; anyway: boolean }) =>
      moveVisit(bookingId, to, anyway),
    onSuccess: async (_, { to }) => {
      // Until it is shown where it is now, it stays where it was dropped.
      await client.invalidateQueries({ queryKey: calendarKey });
      toast({
        title: 'Moved',
        description: `Now ${formatStart(to)}.`,
      });
      onMoved();
    },
    onError: () => client.invalidateQueries({ queryKey: calendarKey }),
  });
}
