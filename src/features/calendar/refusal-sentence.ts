import { moveRefusals, sentenceOfRefusal } from '@/lib/booking-refusals.ts';

const refusals: Readonly<Record<string, string>> = {
  ...moveRefusals,
  invalid_time_off: 'Time off must end after it begins, not be over, and last a year at most.',
  unknown_crew: 'There is no such crew any more. Please load the page again.',
  time_off_not_found: 'This time off has ended already.',
};

export const refusalSentence = (error: unknown): string => sentenceOfRefusal(refusals, error);
