import { queryOptions } from '@tanstack/react-query';
import type { LocalDate, TakenTime } from '@domain/time/schedule.ts';
import { guestRest } from '@/lib/backend.ts';
import { bookedSlotsKey } from '@/entities/open-times/booked-slots.ts';
import { ownRpc } from '@/lib/rpc.ts';
import type { RainPart } from '../parts.ts';
import type { RainDays, RainPreview } from './rain-records.ts';

const rainDaysKey = ['rain-days'] as const;

/** The rain days of the last week and to come, and any that is not answered, with who has answered what. */
export const rainDaysQuery = queryOptions({
  queryKey: [...rainDaysKey, 'marked'],
  queryFn: async ({ signal }) =>
    (await ownRpc('rain_days_with_answers', {}, { signal })) as unknown as RainDays,
  refetchInterval: 60_000,
});

/** Whom a rain day would concern. */
export function rainPreviewQuery(day: LocalDate, part: RainPart) {
  return queryOptions({
    queryKey: [...rainDaysKey, 'preview', day, part],
    queryFn: async ({ signal }) =>
      (await ownRpc(
        'rain_day_preview',
        { on_day: day, day_part: part },
        { signal },
      )) as unknown as RainPreview,
    staleTime: 0,
  });
}

type Slot = {
  booking_date: string;
  booking_time: string;
  service_name: string | null;
  duration_minutes: number;
  crew: number | null;
};

/** What is taken from a day to another one, both included. */
export function takenBetweenQuery(from: LocalDate, to: LocalDate) {
  return queryOptions({
    queryKey: [...bookedSlotsKey, 'between', from, to],
    queryFn: async ({ signal }): Promise<TakenTime[]> => {
      const { data } = await guestRest()
        .from('booked_slots')
        .select('booking_date,booking_time,service_name,duration_minutes,crew')
        .gte('booking_date', from)
        .lte('booking_date', to)
        .abortSignal(signal)
        .retry(false)
        .throwOnError()
        .overrideTypes<Slot[], { merge: false }>();
      return data.map((slot) => ({
        date: slot.booking_date,
        time: slot.booking_time,
        durationMinutes: slot.duration_minutes,
        crew: slot.crew,
        isTimeOff: slot.service_name === null,
      }));
    },
    staleTime: 0,
  });
}
