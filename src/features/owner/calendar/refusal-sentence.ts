import { moveRefusals, sentenceOfRefusal } from '@/lib/booking-refusals.ts';
import { timeOffRefusals } from '@/entities/time-off/time-off.ts';

const refusals: Readonly<Record<string, string>> = {
  ...moveRefusals,
  ...timeOffRefusals,
};

export const refusalSentence = (error: unknown): string => sentenceOfRefusal(refusals, error);
