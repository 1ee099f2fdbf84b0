import { failureSentence } from '@/lib/failure-sentence.ts';
import { noteRefusals } from '@/entities/private-note/private-note.ts';

const sentences: Record<string, string> = {
  ...noteRefusals,
  administrators_only: 'Only an administrator may do this. Please sign in again.',
  customer_not_found: 'Nothing is kept about this person any more.',
  upcoming_bookings: 'There is a booking ahead. Cancel it first, or come back after the visit.',
  administrator_account:
    'This address runs the business: it belongs to an administrator, or gets its mail. It cannot be erased here.',
};

/** What to tell about a refusal by the database, or about a line that was cut. */
export function failureText(error: unknown): string {
  const word = error instanceof Error ? error.message : '';
  return sentences[word] ?? failureSentence(error);
}
