import { queryOptions } from '@tanstack/react-query';
import { rainDays, rainPreview } from '@contracts/rain-day.ts';
import { slotColumns, takenTimes } from '@contracts/slots.ts';
import type { LocalDate, TakenTime } from '@domain/time/schedule.ts';
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

/** What is taken from a day to another one, both included. */
export const takenBetweenQuery = (from: LocalDate, to: LocalDate) =>
  queryOptions({
    queryKey: [...bookedSlotsKey, 'between', from, to],
    queryFn: async ({ signal }): Promise<TakenTime[]> => {
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
    },
    staleTime: 0,
  });
