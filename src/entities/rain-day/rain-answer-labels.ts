import type { CalledOff } from '@contracts/values.ts';

export const rainAnswerLabels: Record<NonNullable<CalledOff>, string> = {
  asked: 'Rain day, no answer yet',
  declined: 'Rain day, none of the times suits',
};
