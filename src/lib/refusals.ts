import { sharedRefusals } from '@domain/refusals.ts';
import { noAnswer } from './backend.ts';

/**
 * The sentences for the refusals that a customer can meet, by the code that the database or a check gives. Those that
 * only the owner and her crews can meet are in `owners-refusals.ts`, so that no customer loads them.
 */
export const refusals = {
  ...sharedRefusals,
  network: noAnswer,

  // Who is asking
  not_signed_in: 'You have been signed out. Please sign in again.',
  second_factor_needed: 'This needs your second factor. Please enter a code from your app.',
  administrator_needed: 'Only administrators can change this.',
  last_administrator:
    'You are the only administrator. Make another account an administrator first.',
  administrator_account:
    'This address belongs to an administrator or receives the business’s email. It can’t be erased here.',

  // A booking and its time
  booking_not_found: 'This booking no longer exists.',
  booking_cancelled: 'This booking has been cancelled.',
  booking_past: 'This appointment has already started, so it can’t be moved.',
  booking_changed: 'Someone else has changed this booking. Please reload the page.',
  more_invalid: 'Some of these details are too long or not valid. Please check them.',
  not_confirmed: 'This booking isn’t confirmed yet: it isn’t paid.',
  hold_lapsed: 'This booking wasn’t paid in time, so its time is no longer held.',
  invalid_time: 'Please choose a day and a time.',
  too_many_moves:
    'You’ve moved appointments several times today. Please try again tomorrow, or call us to move this one.',

  // Money
  swap_over: 'This question is no longer open.',
  nothing_due: 'Nothing is left to pay for this booking.',
  just_sent: 'A payment link was sent less than a minute ago.',

  // Rain days and offered times
  offer_answered:
    'This was already answered, perhaps in another window. Here is the current answer.',
  offer_lapsed: 'That time is no longer held.',
  offer_not_found: 'This link is no longer valid. Please use our newest email.',

  // Customers, their words and ours about them
  upcoming_bookings:
    'There is an upcoming booking. Please cancel it first, or try again after the visit.',
  unknown_photo: 'We store an unsent photo for one day. Please submit again to upload it again.',
  too_many_reviews:
    'We’ve received too many reviews in the last hour. Please try again in an hour.',
} as const satisfies Record<string, string>;

export type Refusal = keyof typeof refusals;
