import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { OwnerBooking } from '@contracts/owner-booking.ts';
import { bookedDayQuery, bookedMonthQuery } from '@/entities/open-times/booked-slots.ts';
import { openingRulesQuery } from '@/entities/open-times/opening-rules.ts';
import { NextTimes } from '@/entities/open-times/time-picker/next-times.tsx';
import type { Wanted } from '@/entities/open-times/time-picker/wanted.ts';
import type { NewStart } from '@/entities/visit/move-visit.ts';
import { useNow } from '@/lib/use-now.ts';

type ReachableTimesProps = {
  booking: OwnerBooking;
  chosen: NewStart;
  onChoose: (start: NewStart) => void;
};

/** The next times that a crew can reach the address of a visit, while travel counts. */
export function ReachableTimes({ booking, chosen, onChoose }: ReachableTimesProps) {
  const isServers = useQuery(openingRulesQuery).data?.timesFrom === 'server';
  const now = useNow();
  const { id, duration_minutes: durationMinutes } = booking;
  const wanted = useMemo(
    (): Wanted => ({
      kind: 'move',
      durationMinutes,
      now,
      takenInMonth: (month) => bookedMonthQuery(month, id),
      takenOnDay: (date) => bookedDayQuery(date, id),
      question: { kind: 'move', bookingId: id },
    }),
    [id, durationMinutes, now],
  );
  if (!isServers) return null;
  return (
    <div>
      <p className="mb-3 font-semibold">Next available times</p>
      <NextTimes wanted={wanted} chosen={chosen} onChoose={onChoose} />
    </div>
  );
}
