import { useMemo } from 'react';
import type { LocalDate, LocalTime } from '@domain/time/schedule.ts';
import { useNow } from '@/lib/use-now.ts';
import { bookedDayQuery, bookedMonthQuery } from '../booked-slots.ts';
import { NextTimes } from './next-times.tsx';
import type { Wanted } from './wanted.ts';

type NextTimesOfVisitProps = {
  booking: {
    id: string;
    duration_minutes: number;
    booking_date: LocalDate;
    booking_time: LocalTime;
  };
  chosen: { date: LocalDate; time: LocalTime };
  onChoose: (start: { date: LocalDate; time: LocalTime }) => void;
};

/** The next times that the owner can move a visit to, by the rules for a new booking; while travel counts, those that a crew can reach. */
export function NextTimesOfVisit({ booking, chosen, onChoose }: NextTimesOfVisitProps) {
  const now = useNow();
  const { id, duration_minutes: durationMinutes } = booking;
  const wanted = useMemo(
    (): Wanted => ({
      kind: 'booking',
      durationMinutes,
      now,
      takenInMonth: (month) => bookedMonthQuery(month, id),
      takenOnDay: (date) => bookedDayQuery(date, id),
      question: { kind: 'move', bookingId: id, byOwner: true },
    }),
    [id, durationMinutes, now],
  );
  const has = { date: booking.booking_date, time: booking.booking_time.slice(0, 5) };
  return (
    <div>
      <p className="mb-3 font-semibold">Next available times</p>
      <NextTimes wanted={wanted} except={has} chosen={chosen} onChoose={onChoose} />
      <p className="mt-5 font-semibold">Or any other time</p>
    </div>
  );
}
