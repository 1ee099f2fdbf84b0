import { ownRest } from '@/lib/own-rest.ts';

export async function saveNote(email: string, note: string): Promise<void> {
  await (
    await ownRest()
  )
    .rpc('save_customer_note', { target_email: email, new_note: note })
    .throwOnError();
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
