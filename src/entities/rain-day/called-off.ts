import type { CalledOff } from '@contracts/values.ts';

export const calledOffWords: Record<NonNullable<CalledOff>, string> = {
  asked: 'Called off for rain, no answer yet',
  declined: 'Called off for rain, none of the times suits',
};
