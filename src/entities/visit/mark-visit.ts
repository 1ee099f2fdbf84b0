import { ownRpc } from '@/lib/rpc.ts';

const functions = {
  done: 'mark_done',
  'no-show': 'mark_no_show',
  undo: 'undo_visit_mark',
} as const;

export type VisitMark = keyof typeof functions;

/** Throws with the code of the refusal as message. */
export const markVisit = (bookingId: string, mark: VisitMark) =>
  ownRpc(functions[mark], { target_booking_id: bookingId });
