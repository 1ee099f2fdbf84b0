import { savedBookingNote, type PrivateNote } from '@contracts/notes.ts';
import { ownRpc } from '@/lib/rpc.ts';

/** Writes over the version that was read. Throws with the code of the refusal as message. */
export const saveNote = (bookingId: string, { text, version }: PrivateNote) =>
  ownRpc(savedBookingNote, { target_booking_id: bookingId, note: text, version });
