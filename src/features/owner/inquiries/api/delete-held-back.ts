import { ownRpc } from '@/lib/rpc.ts';

/** Deletes one inquiry that is held back. Throws with a code word as message. */
export const deleteHeldBack = (id: string) =>
  ownRpc('delete_held_back_inquiry', { target_inquiry_id: id });

/** Deletes all that were held back until an instant, and answers how many. */
export const deleteAllHeldBack = (upTo: string) =>
  ownRpc('delete_held_back_inquiries', { up_to: upTo });
