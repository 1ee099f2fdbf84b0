import { useCallback, useState } from 'react';
import type { LocalDate, LocalTime } from '@domain/time/schedule.ts';
import { useOpenTimes } from '@/entities/open-times/time-picker/use-open-times.ts';
import type { Wanted } from '@/entities/open-times/time-picker/wanted.ts';

/** The day and the time that are chosen, as long as fresh times still show it. */
export function useNewStart(wanted: Wanted) {
  const [date, setDate] = useState<LocalDate | null>(null);
  const [time, setTime] = useState<LocalTime | null>(null);
  const { times } = useOpenTimes(date, wanted);
  const picked = date && time ? { date, time } : null;
  const isGone = picked !== null && times !== undefined && !times.includes(picked.time);

  const pickDate = useCallback((day: LocalDate) => {
    setDate(day);
    setTime(null);
  }, []);

  return {
    date,
    chosen: isGone ? null : picked,
    /** The chosen start, once it was booked by another customer or has begun. */
    lost: isGone ? picked : null,
    pickDate,
    pickTime: (day: LocalDate, start: LocalTime) => {
      setDate(day);
      setTime(start);
    },
    dropTime: () => setTime(null),
  };
}
