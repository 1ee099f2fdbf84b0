import type { LocalDate, LocalTime } from '@domain/time/wall-time.ts';
import { ownRest } from '@/lib/own-rest.ts';

export type NewStart = {
  date: LocalDate;
  time: LocalTime;
  /** Also outside the opening hours. */
  anyway: boolean;
};

/** Throws with the code of the refusal as message; `outside_hours` asks whether to move it anyway. */
export async function moveBooking(bookingId: string, start: NewStart): Promise<void> {
  const rest = await ownRest();
  await rest
    .rpc('move_booking', {
      target_booking_id: bookingId,
      new_date: start.date,
      new_time: start.time,
      anyway: start.anyway,
    })
    .throwOnError();
}
