import { useMemo } from 'react';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { daysAhead, defaultOpeningRules, type OpeningRules } from '@domain/time/opening-rules.ts';
import {
  addDays,
  firstBookableDay,
  localToday,
  monthOf,
  type LocalDate,
} from '@domain/time/schedule.ts';
import { firstOfMonth, nextMonth } from '@/lib/days.ts';
import { bookedSlotsKey } from '../booked-slots.ts';
import { openDaysQuery } from '../open-days.ts';
import { openingRulesQuery } from '../opening-rules.ts';
import { fullDays, openDays, timesOn, type Known } from './known-times.ts';
import type { Wanted } from './wanted.ts';

/** The rules a time is looked up by. Until they are known the usual ones, for the look of the calendar alone. */
export function useRules(): OpeningRules {
  return useQuery(openingRulesQuery).data ?? defaultOpeningRules;
}

type Looked = { month: LocalDate } | { date: LocalDate };

/**
 * The rules and what is taken, requested side by side, or the open times of the server if the rules say so. Known
 * when both have arrived.
 */
export function useKnown(wanted: Wanted, looked: Looked, isWanted = true) {
  const rules = useQuery(openingRulesQuery);
  const isServers = rules.data?.timesFrom === 'server';
  const taken = useQuery({
    ...('month' in looked ? wanted.takenInMonth(looked.month) : wanted.takenOnDay(looked.date)),
    enabled: isWanted && !isServers,
  });
  const month = 'month' in looked ? looked.month : firstOfMonth(looked.date);
  const open = useQuery({
    ...openDaysQuery(wanted.question, month),
    enabled: isWanted && isServers && wanted.question !== null,
  });
  const known = useMemo((): Known | undefined => {
    if (!rules.data) return undefined;
    if (isServers) return open.data && { rules: rules.data, ...open.data };
    return taken.data && { rules: rules.data, taken: taken.data };
  }, [rules.data, isServers, open.data, taken.data]);
  const times = isServers ? open : taken;
  const isError = rules.isError || times.isError;
  return {
    known,
    isPending: !isError && (rules.isPending || times.isPending),
    isError,
    error: rules.error ?? times.error,
    isSuccess: rules.isSuccess && times.isSuccess,
    isFetching: rules.isFetching || times.isFetching,
    refetch: () =>
      Promise.all([rules, times].filter((one) => one.isError).map((one) => one.refetch())),
  };
}

/** The first and the last day that can be booked at all, whoever else has booked. */
export function openWindow(
  wanted: Pick<Wanted, 'kind' | 'durationMinutes' | 'now'>,
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
  const query = useKnown(wanted, { month });
  const rules = useRules();
  const { known, isError } = query;
  const days = useMemo(() => {
    if (isError && !known) return new Set<LocalDate>();
    return new Set(openDays(wanted, known ?? { rules, taken: [] }, monthOf(month)));
  }, [rules, known, isError, month, wanted]);
  return { query, days };
}

/** The days of a month that could be booked, had nobody else taken them; none while that is unknown. */
export function useFullDays(month: LocalDate, wanted: Wanted): LocalDate[] {
  const { known } = useKnown(wanted, { month });
  return useMemo(
    () => (known ? fullDays(wanted, known, monthOf(month)) : []),
    [known, month, wanted],
  );
}

/**
 * The free starts of a day, and those of them near another visit; undefined while they are unknown. `month` is what
 * is looked up as long as no day is chosen.
 */
export function useOpenTimes(date: LocalDate | null, wanted: Wanted, month?: LocalDate) {
  const query = useKnown(
    wanted,
    date ? { date } : { month: month ?? monthOf(localToday(wanted.now)).from },
    date !== null || month !== undefined,
  );
  const { known } = query;
  const times = useMemo(() => {
    if (!date || !known) return undefined;
    const { current } = wanted;
    const times = timesOn(date, wanted, known);
    return date === current?.date ? times.filter((time) => time !== current.time) : times;
  }, [date, known, wanted]);
  return { query, times };
}

/** The first day with a free start after `after`, looked up month by month only when it is wanted. */
export function useNextOpenDay(after: LocalDate, isWanted: boolean, wanted: Wanted) {
  const client = useQueryClient();
  const { kind, durationMinutes, question } = wanted;
  const query = useQuery({
    queryKey: [...bookedSlotsKey, 'next-open-day', after, kind, durationMinutes, question],
    queryFn: async (): Promise<LocalDate | null> => {
      const rules = await client.query(openingRulesQuery);
      const { to } = openWindow(wanted, rules);
      let from = addDays(after, 1);
      while (from <= to) {
        const month = firstOfMonth(from);
        const known = await loadMonth(client, wanted, rules, month);
        const [day] = openDays(wanted, known, { from, to: monthOf(month).to });
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

/** Rejects when it cannot be loaded. */
export async function loadMonth(
  client: QueryClient,
  wanted: Wanted,
  rules: OpeningRules,
  month: LocalDate,
): Promise<Known> {
  if (rules.timesFrom === 'rules') {
    return { rules, taken: await client.query(wanted.takenInMonth(month)) };
  }
  return { rules, ...(await client.query(openDaysQuery(wanted.question, month))) };
}
