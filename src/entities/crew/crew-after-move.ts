import { useQuery } from '@tanstack/react-query';
import type { LocalDate, LocalTime } from '@domain/time/wall-time.ts';
import { ownRpc } from '@/lib/rpc.ts';
import type { VisitOfCrew } from './crews-for-visit.ts';

/**
 * Which crew has a visit after a move: in a sentence, and the title of another one that takes it. Both are null where
 * there is one crew (`titleOf` is null), and until that is known. `crew` has it now.
 */
export function useCrewAfterMove(
  visit: VisitOfCrew & { crew: number | null },
  to: { date: LocalDate; time: LocalTime },
  titleOf: ((crew: number) => string) | null,
): { sentence: string | null; taker: string | null } {
  const { id, crew, booking_date: date, booking_time: time } = visit;
  const isMove = Boolean(to.date && to.time) && (to.date !== date || to.time !== time.slice(0, 5));
  const { data: after } = useQuery({
    queryKey: ['crew-after-move', id, to.date, to.time],
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
  if (!titleOf || crew === null || after === undefined || !isMove)
    return { sentence: null, taker: null };
  if (after === null) return { sentence: 'No crew is free then.', taker: null };
  if (after === crew) return { sentence: `${titleOf(crew)} keeps this visit.`, taker: null };
  const taker = titleOf(after);
  return { sentence: `${titleOf(crew)} isn’t free then. ${taker} takes this visit.`, taker };
}
