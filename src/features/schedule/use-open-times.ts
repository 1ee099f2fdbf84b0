import { useMemo } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  addDays,
  availableTimes,
  bookableDays,
  bookingRule,
  localToday,
  monthOf,
  type LocalDate,
} from '@domain/schedule.ts';
import { bookedSlotsQuery } from './api/get-booked-slots.ts';
import { firstOfMonth, nextMonth } from './days.ts';

/** What the service needs, and the clock it is asked at (epoch milliseconds). */
export type Wanted = { durationMinutes: number; now: number };

/** The first and the last day that can be booked at all, whoever else has booked. */
export function bookingWindow({ durationMinutes, now }: Wanted): {
  from: LocalDate;
  to: LocalDate;
} {
  const today = localToday(now);
  const to = addDays(today, bookingRule.windowDays);
  const [from = today] = bookableDays({
    rule: bookingRule,
    from: today,
    to,
    durationMinutes,
    taken: [],
    now,
  });
  return { from, to };
}

/**
 * The days of a month with at least one free start. Until the month is known these are the days the
 * rule would allow, so that the keyboard can move into a month that is still on its way.
 */
export function useOpenDays(month: LocalDate, { durationMinutes, now }: Wanted) {
  const query = useQuery(bookedSlotsQuery(month));
  const { data: taken, isError } = query;
  const days = useMemo(() => {
    if (!taken && isError) return new Set<LocalDate>();
    const rule = bookingRule;
    const { from, to } = monthOf(month);
    return new Set(bookableDays({ rule, from, to, durationMinutes, taken: taken ?? [], now }));
  }, [taken, isError, month, durationMinutes, now]);
  return { query, days };
}

/** The free starts of a day; undefined while they are unknown. */
export function useOpenTimes(date: LocalDate | null, { durationMinutes, now }: Wanted) {
  const query = useQuery({
    ...bookedSlotsQuery(firstOfMonth(date ?? localToday(now))),
    enabled: date !== null,
  });
  const taken = query.data;
  const times = useMemo(
    () =>
      date && taken
        ? availableTimes({ rule: bookingRule, date, durationMinutes, taken, now })
        : undefined,
    [date, taken, durationMinutes, now],
  );
  return { query, times };
}

/** The first day with a free start after `after`, looked up month by month only when it is wanted. */
export function useNextOpenDay(after: LocalDate, isWanted: boolean, wanted: Wanted) {
  const client = useQueryClient();
  const { durationMinutes, now } = wanted;
  const query = useQuery({
    queryKey: ['next-open-day', after, durationMinutes],
    queryFn: async (): Promise<LocalDate | null> => {
      const { to } = bookingWindow(wanted);
      let from = addDays(after, 1);
      while (from <= to) {
        const month = firstOfMonth(from);
        const taken = await client.query(bookedSlotsQuery(month));
        const rule = bookingRule;
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
