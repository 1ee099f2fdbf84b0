import { ownRest } from '@/lib/own-rest.ts';

const functions = {
  done: 'mark_done',
  'no-show': 'mark_no_show',
  undo: 'undo_visit_mark',
} as const;

export type VisitMark = keyof typeof functions;

/** Throws with the code of the refusal as message. */
export async function markVisit(bookingId: string, mark: VisitMark): Promise<void> {
  const rest = await ownRest();
  await rest.rpc(functions[mark], { target_booking_id: bookingId }).throwOnError();
}
