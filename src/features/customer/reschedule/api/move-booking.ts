import type { LocalDate, LocalTime } from '@domain/time/schedule.ts';
import { userRest } from '@/lib/backend.ts';

export type Start = { date: LocalDate; time: LocalTime };

/** Throws with the code of the refusal as message; `booking_not_found` when nothing was moved. */
export async function moveBooking(bookingId: string, { date, time }: Start): Promise<void> {
  const rest = await userRest();
  const { data } = await rest
    .from('bookings')
    .update({ booking_date: date, booking_time: time })
    .eq('id', bookingId)
    .select('id')
    .throwOnError();
  if (data.length === 0) throw new Error('booking_not_found');
}
