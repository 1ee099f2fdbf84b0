import { ownRest } from '@/lib/own-rest.ts';
import type { PrivateNote } from '@/entities/private-note/private-note.ts';

/** Writes over the version that was read. Throws with the code of the refusal as message. */
export async function saveNote(bookingId: string, note: PrivateNote): Promise<PrivateNote> {
  const rest = await ownRest();
  const answer = await rest
    .rpc('save_booking_note', {
      target_booking_id: bookingId,
      note: note.text,
      version: note.version,
    })
    .throwOnError();
  return answer.data as PrivateNote;
}
