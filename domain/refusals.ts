import { leastChargeSentence } from './money/least-charge.ts';

/** Sentences by refusal code, for server functions, which answer them, and for the browser. */
export const sharedRefusals = {
  administrators_only:
    'Only administrators can do this. Please sign in again, with your second factor.',
  business_changed:
    'Another administrator changed something after you opened this page. Please check the changes and try again.',
  date_too_far: 'That day is too far ahead. Please choose an earlier one.',
  database_away: 'Our system is unavailable right now. Please try again in a minute.',
  reauthentication_needed: 'Please confirm it’s you with your password or a code, then try again.',
  slot_taken: 'Sorry, that time is no longer available. Please choose another one.',
  time_in_past: 'That time has passed. Please choose a later one.',
  time_not_offered: 'This time isn’t available. Please choose another one.',
  too_little_to_charge: `Please pay the balance on site. ${leastChargeSentence}`,
  unexpected: 'Something went wrong on our side. Please try again in a moment.',
} as const;
