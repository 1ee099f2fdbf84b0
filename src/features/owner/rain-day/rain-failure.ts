import { failureSentence } from '@/lib/failure-sentence.ts';

/** What to tell the owner when a rain day could not be changed. */
export const rainFailure = (error: unknown): string =>
  failureSentence(error, {
    slot_taken: 'One of these times is no longer available. We found others. Please check them.',
    offer_answered: 'The customer has already answered.',
    offer_lapsed: 'This time is no longer held. Send new times, or move the booking yourself.',
  });
