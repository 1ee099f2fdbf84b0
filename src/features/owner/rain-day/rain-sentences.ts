import { sentenceOfRefusal } from '@/lib/booking-refusals.ts';

const forOwner: Record<string, string> = {
  slot_taken:
    'One of these times was taken meanwhile. We have looked for others: please check them once more.',
  rain_plan_changed: 'The bookings of that day changed meanwhile. Please check them once more.',
  already_rain_day: 'This is marked as rainy already. You find it below.',
  invalid_times: 'One of these times is too near by now. Please check the new ones.',
  offer_answered: 'The customer has answered meanwhile.',
  offer_lapsed: 'This time is no longer held. Send new times, or move the booking yourself.',
  rain_day_over:
    'This is over, so it cannot be taken back. Whoever has not answered stays on the list.',
  answer_not_found: 'This rain day was taken back meanwhile.',
  administrators_only: 'You are no longer logged in as an administrator. Please log in again.',
};

export const ownerSentence = (error: unknown): string => sentenceOfRefusal(forOwner, error);
