import { queryOptions } from '@tanstack/react-query';
import { rainDays, rainPreview } from '@contracts/rain-day.ts';
import { slotColumns, takenForVisit, takenTimes } from '@contracts/slots.ts';
import type { LocalDate, TakenTime } from '@domain/time/schedule.ts';
import type { OpeningRules } from '@domain/time/opening-rules.ts';
import { bookedSlotsKey } from '@/entities/open-times/booked-slots.ts';
import { ownRest } from '@/lib/own-rest.ts';
import { ownRpc } from '@/lib/rpc.ts';
import type { RainPart } from '../parts.ts';

const rainDaysKey = ['rain-days'] as const;

export const rainDaysQuery = queryOptions({
  queryKey: [...rainDaysKey, 'marked'],
  queryFn: ({ signal }) => ownRpc(rainDays, {}, { signal }),
  refetchInterval: 60_000,
});

export const rainPreviewQuery = (day: LocalDate, part: RainPart) =>
  queryOptions({
    queryKey: [...rainDaysKey, 'preview', day, part],
    queryFn: ({ signal }) => ownRpc(rainPreview, { on_day: day, day_part: part }, { signal }),
    staleTime: 0,
  });

/**
 * What is taken from a day to another one, both included, by booking. Where travel counts or crews differ, that depends on
 * the booking's place and service.
 */
export const takenForAllQuery = (
  ids: readonly string[],
  rules: OpeningRules | undefined,
  from: LocalDate,
  to: LocalDate,
) =>
  queryOptions({
    queryKey: [...bookedSlotsKey, 'between', rules?.timesFrom, from, to, ids],
    queryFn: async ({ signal }): Promise<Readonly<Record<string, TakenTime[]>>> => {
      const forAll = rules?.timesFrom === 'server' ? null : await takenBetween(from, to, signal);
      const each = await Promise.all(
        ids.map(async (id) => [id, forAll ?? (await takenForBooking(id, from, to, signal))]),
      );
      return Object.fromEntries(each) as Record<string, TakenTime[]>;
    },
    staleTime: 0,
  });

async function takenBetween(from: LocalDate, to: LocalDate, signal: AbortSignal) {
  const rest = await ownRest();
  const { data } = await rest
    .from('booked_slots')
    .select(slotColumns)
    .gte('booking_date', from)
    .lte('booking_date', to)
    .abortSignal(signal)
    .retry(false)
    .throwOnError();
  return takenTimes.parse(data);
}

const takenForBooking = (id: string, from: LocalDate, to: LocalDate, signal: AbortSignal) =>
  ownRpc(takenForVisit, { target_booking_id: id, from_day: from, until_day: to }, { signal });
