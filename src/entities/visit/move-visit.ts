import type { LocalDate, LocalTime } from '@domain/time/wall-time.ts';
import { ownRpc } from '@/lib/rpc.ts';

export type NewStart = { date: LocalDate; time: LocalTime };

/** Throws with the code of the refusal as message; `outside_hours` asks whether to move it `anyway`. */
export const moveVisit = (bookingId: string, { date, time }: NewStart, anyway: boolean) =>
  ownRpc('move_booking', { target_booking_id: bookingId, new_date: date, new_time: time, anyway });

/** Moves a visit back to where it was, and to the crew that had it, if that is still free. Throws as moveVisit. */
export async function moveBack(bookingId: string, was: NewStart, crew: number | null) {
  await moveVisit(bookingId, was, true);
  if (crew !== null)
    await ownRpc('change_crew', { target_booking_id: bookingId, crew }).catch(() => undefined);
}
