import { ownRest } from '@/lib/own-rest.ts';
import type { PrivateNote } from '@/lib/private-note.ts';

/** Writes over the version that was read. Throws with the code of the refusal as message. */
export async function saveNote(email: string, note: PrivateNote): Promise<PrivateNote> {
  const rest = await ownRest();
  const answer: { data: unknown } = await rest
    .rpc('save_customer_note', {
      target_email: email,
      new_note: note.text,
      version: note.version,
    })
    .throwOnError();
  return answer.data as PrivateNote;
}

/** Everything that is kept about an address. */
export async function getCustomerData(email: string): Promise<unknown> {
  const answer: { data: unknown } = await (
    await ownRest()
  )
    .rpc('customer_data', { target_email: email })
    .throwOnError();
  return answer.data;
}

/** Takes the person with this address out of everything, for good. */
export async function eraseCustomer(email: string): Promise<void> {
  await (await ownRest()).rpc('erase_customer', { target_email: email }).throwOnError();
}
