/** What is known of a visit that was called off for rain, with nothing found for it instead; null for one that stands. */
export type CalledOff = 'asked' | 'declined' | null;

export const calledOffWords: Record<NonNullable<CalledOff>, string> = {
  asked: 'Called off for rain, no answer yet',
  declined: 'Called off for rain, none of the times suits',
};
