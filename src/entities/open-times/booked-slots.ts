import { queryOptions } from '@tanstack/react-query';
import { slotColumns, takenTimes } from '@contracts/slots.ts';
import { monthOf, type LocalDate, type TakenTime } from '@domain/time/schedule.ts';
import { guestRest } from '@/lib/backend.ts';

/** What begins the key of every question that open times depend on. */
export const bookedSlotsKey = ['booked-slots'] as const;

/**
 * What is taken in a month, without the booking that is named: a visitor's own hold, or the booking
 * that is being moved; and without a time that is held for whoever has the token. `month` is its first day.
 */
export function bookedMonthQuery(month: LocalDate, ownBookingId?: string, offerToken = '') {
  return takenQuery([month, ownBookingId ?? null, offerToken], async (signal) => {
    const { from, to } = monthOf(month);
    const { data } = await guestRest(ownBookingId)
      .from('booked_slots')
      .select(slotColumns)
      .gte('booking_date', from)
      .lte('booking_date', to)
      .setHeader('x-offer-token', offerToken)
      .abortSignal(signal)
      // The query already tries again; twice would keep the visitor waiting.
      .retry(false)
      .throwOnError();
    return takenTimes.parse(data);
  });
}

/** What is taken on one day, asked at the moment the day is chosen; without the named booking. */
export function bookedDayQuery(date: LocalDate, ownBookingId: string) {
  return takenQuery(['day', date, ownBookingId], async (signal) => {
    const { data } = await guestRest(ownBookingId)
      .from('booked_slots')
      .select('booking_time,service_name,duration_minutes,crew')
      .eq('booking_date', date)
      .abortSignal(signal)
      .retry(false)
      .throwOnError();
    return takenTimes.parse(data.map((slot) => ({ ...slot, booking_date: date })));
  });
}

function takenQuery(
  key: readonly (string | null)[],
  read: (signal: AbortSignal) => Promise<TakenTime[]>,
) {
  return queryOptions({
    queryKey: [...bookedSlotsKey, ...key],
    queryFn: ({ signal }) => read(signal),
    staleTime: 30_000,
    refetchInterval: 60_000,
  });
}
