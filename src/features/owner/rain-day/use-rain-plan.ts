import { useMemo } from 'react';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { daysAhead } from '@domain/time/opening-rules.ts';
import {
  planRainDay,
  type OfferedStart,
  type RainBooking,
  type RainPlan,
} from '@domain/booking/rain-plan.ts';
import { addDays, localToday, type LocalDate } from '@domain/time/schedule.ts';
import { clockNow } from '@/lib/clock.ts';
import { openingRulesQuery } from '@/entities/open-times/opening-rules.ts';
import { useNow } from '@/lib/use-now.ts';
import { rainPreviewQuery, takenForAllQuery } from './api/get-rain-days.ts';
import type { RainyBooking } from '@contracts/rain-day.ts';
import type { RainPart } from './parts.ts';

const asRainBooking = (
  booking: RainyBooking & { gaps?: Readonly<Record<string, number>> },
): RainBooking => ({
  id: booking.id,
  date: booking.booking_date,
  time: booking.booking_time,
  durationMinutes: booking.duration_minutes,
  gaps: booking.gaps,
});

/** Whom a rain day concerns, and the times each would be offered; `leftOut` stay as they are. */
export function useRainPlan(day: LocalDate, part: RainPart, leftOut: ReadonlySet<string>) {
  const preview = useQuery(rainPreviewQuery(day, part));
  const rules = useQuery(openingRulesQuery);
  const now = useNow();
  const last = addDays(localToday(now), daysAhead(rules.data ?? noRules, 'booking') + 1);
  const ids = preview.data?.bookings.map(({ id }) => id) ?? [];
  const taken = useQuery({
    ...takenForAllQuery(ids, rules.data, addDays(day, 1), last),
    enabled: rules.isSuccess && preview.isSuccess,
  });
  const queries = [preview, rules, taken];

  const plan = useMemo((): RainPlan[] | null => {
    if (!preview.data || !rules.data || !taken.data) return null;
    const bookings = preview.data.bookings
      .filter(({ id, is_asked: isAsked }) => !isAsked && !leftOut.has(id))
      .map(asRainBooking);
    const takenFor = ({ id }: RainBooking) => taken.data[id] ?? [];
    return planRainDay({ bookings, rules: rules.data, takenFor, now });
  }, [preview.data, rules.data, taken.data, leftOut, now]);

  return {
    preview: preview.data,
    plan,
    isError: queries.some(({ isError, data }) => isError && data === undefined),
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.map((query) => query.refetch())),
  };
}

const noRules = { windowDays: 90, moveWindowDays: 90 } as Parameters<typeof daysAhead>[0];

/** Three other times for one booking, by what is free at this moment. */
export async function lookForTimes(
  client: QueryClient,
  booking: RainBooking,
): Promise<OfferedStart[]> {
  const rules = await client.query({ ...openingRulesQuery, staleTime: 0 });
  const now = clockNow();
  const today = localToday(now);
  const last = addDays(today, daysAhead(rules, 'booking') + 1);
  const taken = await client.query(takenForAllQuery([booking.id], rules, today, last));
  const takenFor = () => taken[booking.id] ?? [];
  const [plan] = planRainDay({ bookings: [booking], rules, takenFor, now });
  return plan?.times ?? [];
}

/** Everything that shows rain days, or what is free, asks anew. */
export function useRefreshRain() {
  const client = useQueryClient();
  return () => client.invalidateQueries();
}
