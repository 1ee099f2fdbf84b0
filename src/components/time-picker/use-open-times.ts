import { useMemo } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  addDays,
  availableTimes,
  bookableDays,
  localToday,
  monthOf,
  type LocalDate,
} from '@domain/schedule.ts';
import { bookedSlotsKey } from '@/lib/booked-slots.ts';
import { firstOfMonth, nextMonth } from '@/lib/days.ts';
import type { Wanted } from './wanted.ts';

/** The first and the last day that can be booked at all, whoever else has booked. */
export function openWindow({ rule, durationMinutes, now }: Wanted): {
  from: LocalDate;
  to: LocalDate;
} {
  const today = localToday(now);
  const to = addDays(today, rule.windowDays);
  const [from = today] = bookableDays({ rule, from: today, to, durationMinutes, taken: [], now });
  return { from, to };
}

/**
 * The days of a month with at least one free start. Until the month is known these are the days the
 * rule would allow, so that the keyboard can move into a month that is still on its way.
 */
export function useOpenDays(month: LocalDate, wanted: Wanted) {
  const query = useQuery(wanted.takenInMonth(month));
  const { data: taken, isError } = query;
  const days = useMemo(() => {
    if (!taken && isError) return new Set<LocalDate>();
    const { rule, durationMinutes, now } = wanted;
    const { from, to } = monthOf(month);
    return new Set(bookableDays({ rule, from, to, durationMinutes, taken: taken ?? [], now }));
  }, [taken, isError, month, wanted]);
  return { query, days };
}

/** Whether nobody has taken the starts of these days: there are none any more, by the clock or by the rule. */
export function areOver(from: LocalDate, to: LocalDate, wanted: Wanted): boolean {
  const { rule, durationMinutes, now, current } = wanted;
  const days = bookableDays({ rule, from, to, durationMinutes, taken: [], now });
  return days.every((date) => {
    if (date !== current?.date) return false;
    const times = availableTimes({ rule, date, durationMinutes, taken: [], now });
    return times.every((time) => time === current.time);
  });
}

/**
 * The free starts of a day; undefined while they are unknown. `month` is what is looked up as long as no
 * day is chosen.
 */
export function useOpenTimes(date: LocalDate | null, wanted: Wanted, month?: LocalDate) {
  const query = useQuery({
    ...(date
      ? wanted.takenOnDay(date)
      : wanted.takenInMonth(month ?? monthOf(localToday(wanted.now)).from)),
    enabled: date !== null || month !== undefined,
  });
  const taken = query.data;
  const times = useMemo(() => {
    const { rule, durationMinutes, now, current } = wanted;
    if (!date || !taken) return undefined;
    const times = availableTimes({ rule, date, durationMinutes, taken, now });
    return date === current?.date ? times.filter((time) => time !== current.time) : times;
  }, [date, taken, wanted]);
  return { query, times };
}

/** The first day with a free start after `after`, looked up month by month only when it is wanted. */
export function useNextOpenDay(after: LocalDate, isWanted: boolean, wanted: Wanted) {
  const client = useQueryClient();
  const { rule, durationMinutes, now } = wanted;
  const query = useQuery({
    queryKey: [...bookedSlotsKey, 'next-open-day', after, durationMinutes, rule.windowDays],
    queryFn: async (): Promise<LocalDate | null> => {
      const { to } = openWindow(wanted);
      let from = addDays(after, 1);
      while (from <= to) {
        const month = firstOfMonth(from);
        const taken = await client.query(wanted.takenInMonth(month));
        const end = monthOf(month).to;
        const [day] = bookableDays({ rule, from, to: end, durationMinutes, taken, now });
        if (day) return day;
        from = nextMonth(month);
      }
      return null;
    },
    enabled: isWanted,
    staleTime: 30_000,
  });
  return query.data;
}
