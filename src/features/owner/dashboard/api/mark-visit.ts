import { ownRest } from '@/lib/own-rest.ts';

/** Says that a visit is over, or that it is not after all. Throws with a code word as message. */
export async function markVisit(bookingId: string, isDone: boolean): Promise<void> {
  await (
    await ownRest()
  )
    .rpc(isDone ? 'mark_done' : 'undo_visit_mark', { target_booking_id: bookingId })
    .throwOnError();
}
