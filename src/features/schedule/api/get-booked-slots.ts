import { queryOptions } from '@tanstack/react-query';
import { monthOf, type LocalDate, type TakenTime } from '@domain/schedule.ts';
import { guestRest } from '@/lib/backend.ts';
import { ownHoldId } from '@/lib/booking-session.ts';

type BookedSlot = {
  booking_date: string;
  booking_time: string;
  service_name: string | null;
  duration_minutes: number;
};

export const bookedSlotsKey = ['booked-slots'] as const;

/** What is taken in a month, without the visitor's own hold. `month` is its first day. */
export function bookedSlotsQuery(month: LocalDate) {
  const holdId = ownHoldId();
  return queryOptions({
    queryKey: [...bookedSlotsKey, month, holdId ?? null],
    queryFn: ({ signal }) => getBookedSlots(month, holdId, signal),
    staleTime: 30_000,
    refetchInterval: 60_000,
  });
}

async function getBookedSlots(
  month: LocalDate,
  holdId: string | undefined,
  signal: AbortSignal,
): Promise<TakenTime[]> {
  const { from, to } = monthOf(month);
  const { data } = await guestRest(holdId)
    .from('booked_slots')
    .select('booking_date,booking_time,service_name,duration_minutes')
    .gte('booking_date', from)
    .lte('booking_date', to)
    .abortSignal(signal)
    // The query already tries again; twice would keep the visitor waiting.
    .retry(false)
    .throwOnError()
    .overrideTypes<BookedSlot[], { merge: false }>();
  return data.map((slot) => ({
    date: slot.booking_date,
    time: slot.booking_time,
    durationMinutes: slot.duration_minutes,
  }));
}
