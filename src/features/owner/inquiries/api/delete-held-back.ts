import { ownRest } from '@/lib/own-rest.ts';

/** Deletes one inquiry that is held back. Throws with a code word as message. */
export async function deleteHeldBack(id: string): Promise<void> {
  await (await ownRest()).rpc('delete_held_back_inquiry', { target_inquiry_id: id }).throwOnError();
}

/** Deletes all that were held back until an instant, and answers how many. */
export async function deleteAllHeldBack(upTo: string): Promise<number> {
  const answer: { data: unknown } = await (
    await ownRest()
  )
    .rpc('delete_held_back_inquiries', { up_to: upTo })
    .throwOnError();
  return answer.data as number;
}
