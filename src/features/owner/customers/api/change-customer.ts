import { customerData } from '@contracts/account.ts';
import { savedCustomerNote, type PrivateNote } from '@contracts/notes.ts';
import { ownRpc } from '@/lib/rpc.ts';
import { namedBy, type Whose } from './customer.ts';

/** Writes over the version that was read. Throws with the code of the refusal as message. */
export const saveNote = (email: string, { text, version }: PrivateNote) =>
  ownRpc(savedCustomerNote, { target_email: email, new_note: text, version });

/** Everything that is kept about a person, and about those of their other accounts. */
export const getCustomerData = (whose: Whose, accountIds: string[]) =>
  ownRpc(customerData, { ...namedBy(whose), other_accounts: accountIds });

/** Takes a person out of everything, for good, with those of their other accounts. */
export const eraseCustomer = (whose: Whose, accountIds: string[]) =>
  ownRpc('erase_customer', { ...namedBy(whose), other_accounts: accountIds });
