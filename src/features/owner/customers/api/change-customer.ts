import { ownRest } from '@/lib/own-rest.ts';
import type { PrivateNote } from '@/entities/private-note/private-note.ts';
import { namedBy, type Whose } from './customer.ts';

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

/** Everything that is kept about a person, and about those of their other accounts. */
export async function getCustomerData(whose: Whose, accountIds: string[]): Promise<unknown> {
  const answer: { data: unknown } = await (
    await ownRest()
  )
    .rpc('customer_data', { ...namedBy(whose), other_accounts: accountIds })
    .throwOnError();
  return answer.data;
}

/** Takes a person out of everything, for good, with those of their other accounts. */
export async function eraseCustomer(whose: Whose, accountIds: string[]): Promise<void> {
  await (
    await ownRest()
  )
    .rpc('erase_customer', { ...namedBy(whose), other_accounts: accountIds })
    .throwOnError();
}
