import { queryOptions } from '@tanstack/react-query';
import { monthOf, type LocalDate, type TakenTime } from '@domain/time/schedule.ts';
import { guestRest } from '@/lib/backend.ts';

type BookedSlot = {
  booking_date: string;
  booking_time: string;
  service_name: string | null;
  duration_minutes: number;
  crew: number | null;
};

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
      .select('booking_date,booking_time,service_name,duration_minutes,crew')
      .gte('booking_date', from)
      .lte('booking_date', to)
      .setHeader('x-offer-token', offerToken)
      .abortSignal(signal)
      // The query already tries again; twice would keep the visitor waiting.
      .retry(false)
      .throwOnError()
      .overrideTypes<BookedSlot[], { merge: false }>();
    return data.map(toTakenTime);
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
      .throwOnError()
      .overrideTypes<Omit<BookedSlot, 'booking_date'>[], { merge: false }>();
    return data.map((slot) => toTakenTime({ ...slot, booking_date: date }));
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

function toTakenTime(slot: BookedSlot): TakenTime {
  return {
    date: slot.booking_date,
    time: slot.booking_time,
    durationMinutes: slot.duration_minutes,
    crew: slot.crew,
    isTimeOff: slot.service_name === null,
  };
}
