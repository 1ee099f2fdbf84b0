import { useMemo } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { WhyNone } from '@domain/time/open-days.ts';
import {
  dayRule,
  daysAhead,
  defaultOpeningRules,
  type OpeningRules,
} from '@domain/time/opening-rules.ts';
import {
  addDays,
  availableTimes,
  bookableDays,
  firstBookableDay,
  localToday,
  monthOf,
  type LocalDate,
  type TakenTime,
} from '@domain/time/schedule.ts';
import { bookedSlotsKey } from '../booked-slots.ts';
import { firstOfMonth, nextMonth } from '@/lib/days.ts';
import { openingRulesQuery } from '../opening-rules.ts';
import type { Wanted } from './wanted.ts';

/** The rules a time is looked up by. Until they are known the usual ones, for the look of the calendar alone. */
export function useRules(): OpeningRules {
  return useQuery(openingRulesQuery).data ?? defaultOpeningRules;
}

/** What is taken, and the rules, asked for side by side; there are times when both are known. */
export function useTaken(query: ReturnType<Wanted['takenInMonth']>, isWanted = true) {
  const rules = useQuery(openingRulesQuery);
  const taken = useQuery({ ...query, enabled: isWanted });
  const isError = rules.isError || taken.isError;
  return {
    rules: rules.data,
    taken: taken.data,
    isPending: !isError && (rules.isPending || taken.isPending),
    isError,
    isSuccess: rules.isSuccess && taken.isSuccess,
    isFetching: rules.isFetching || taken.isFetching,
    refetch: () =>
      Promise.all([rules, taken].filter((one) => one.isError).map((one) => one.refetch())),
  };
}

/** The first and the last day that can be booked at all, whoever else has booked. */
export function openWindow(
  wanted: Wanted,
  rules: OpeningRules,
): { from: LocalDate; to: LocalDate } {
  const today = localToday(wanted.now);
  const to = addDays(today, daysAhead(rules, wanted.kind));
  const { kind, durationMinutes, now } = wanted;
  const days = { from: today, to, taken: [] };
  return { from: firstBookableDay({ rules, kind, durationMinutes, now, ...days }) ?? today, to };
}

/**
 * The days of a month with at least one free start. Until the month is known these are the days the
 * rules would allow, so that the keyboard can move into a month that is still on its way.
 */
export function useOpenDays(month: LocalDate, wanted: Wanted) {
  const query = useTaken(wanted.takenInMonth(month));
  const { rules, taken, isError } = query;
  const days = useMemo(() => {
    if (isError && !(taken && rules)) return new Set<LocalDate>();
    const known = rules ?? defaultOpeningRules;
    return new Set(freeDays(wanted, known, { ...monthOf(month), taken: taken ?? [] }));
  }, [rules, taken, isError, month, wanted]);
  return { query, days };
}

/** The days of a month that could be booked, had nobody else taken them; none while that is unknown. */
export function useFullDays(month: LocalDate, wanted: Wanted): LocalDate[] {
  const { rules, taken } = useTaken(wanted.takenInMonth(month));
  return useMemo(() => {
    if (!rules || !taken) return [];
    const free = new Set(freeDays(wanted, rules, { ...monthOf(month), taken }));
    return freeDays(wanted, rules, { ...monthOf(month), taken: [] }).filter(
      (date) => !free.has(date) && whyNone(date, wanted, { rules, taken }) === 'full',
    );
  }, [rules, taken, month, wanted]);
}

/** Whether nobody has taken the starts of these days: there are none any more, by the clock or by the rules. */
export function areOver(
  from: LocalDate,
  to: LocalDate,
  wanted: Wanted,
  rules: OpeningRules,
): boolean {
  const { kind, durationMinutes, now, current } = wanted;
  return freeDays(wanted, rules, { from, to, taken: [] }).every((date) => {
    if (date !== current?.date) return false;
    const times = availableTimes({ rules, kind, date, durationMinutes, taken: [], now });
    return times.every((time) => time === current.time);
  });
}

/** Why nothing is open on a day without free starts. */
export function whyNone(
  date: LocalDate,
  wanted: Wanted,
  { rules, taken = [] }: { rules: OpeningRules; taken?: readonly TakenTime[] | undefined },
): WhyNone {
  if (dayRule(rules, wanted.kind, date).starts.length === 0) return 'closed';
  if (areOver(date, date, wanted, rules)) return 'over';
  return taken.some((one) => one.date === date && one.isTimeOff) ? 'time-off' : 'full';
}

/**
 * The free starts of a day; undefined while they are unknown. `month` is what is looked up as long as no
 * day is chosen.
 */
export function useOpenTimes(date: LocalDate | null, wanted: Wanted, month?: LocalDate) {
  const query = useTaken(
    date
      ? wanted.takenOnDay(date)
      : wanted.takenInMonth(month ?? monthOf(localToday(wanted.now)).from),
    date !== null || month !== undefined,
  );
  const { rules, taken } = query;
  const times = useMemo(() => {
    const { kind, durationMinutes, now, current } = wanted;
    if (!date || !taken || !rules) return undefined;
    const times = availableTimes({ rules, kind, date, durationMinutes, taken, now });
    return date === current?.date ? times.filter((time) => time !== current.time) : times;
  }, [date, rules, taken, wanted]);
  return { query, times };
}

/** The first day with a free start after `after`, looked up month by month only when it is wanted. */
export function useNextOpenDay(after: LocalDate, isWanted: boolean, wanted: Wanted) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: [...bookedSlotsKey, 'next-open-day', after, wanted.kind, wanted.durationMinutes],
    queryFn: async (): Promise<LocalDate | null> => {
      const rules = await client.query(openingRulesQuery);
      const { to } = openWindow(wanted, rules);
      let from = addDays(after, 1);
      while (from <= to) {
        const month = firstOfMonth(from);
        const taken = await client.query(wanted.takenInMonth(month));
        const [day] = freeDays(wanted, rules, { from, to: monthOf(month).to, taken });
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

function freeDays(
  { kind, durationMinutes, now }: Wanted,
  rules: OpeningRules,
  stretch: { from: LocalDate; to: LocalDate; taken: readonly TakenTime[] },
): LocalDate[] {
  return bookableDays({ rules, kind, durationMinutes, now, ...stretch });
}
