import { sharedRefusals } from '@domain/refusals.ts';
import { noAnswer } from './backend.ts';

/** Every refusal that the browser puts into words itself: the code that the database or a check gives, and the sentence. */
export const refusals = {
  ...sharedRefusals,
  network: noAnswer,

  // Who is asking
  not_signed_in: 'You have been logged out. Please log in again.',
  second_factor_needed: 'This needs your second factor. Please enter a code of your app.',
  administrator_needed: 'Only administrators can change this.',
  reauthentication_needed: 'Please confirm it’s you with your password or a code, then try again.',
  last_administrator:
    'You are the only administrator. Make somebody else one first, or nobody could run the site.',

  // A booking and its time
  booking_not_found: 'There is no such booking any more.',
  booking_cancelled: 'This booking was cancelled meanwhile.',
  booking_past: 'This appointment has begun or is done, so it cannot be moved.',
  not_confirmed: 'This booking is not paid for yet, so it does not stand.',
  hold_lapsed: 'This booking was not paid for in time, and its time is no longer held for it.',
  outside_hours: 'That is outside your opening hours.',
  invalid_time: 'Please choose a day and a time.',
  time_in_past: 'That time has passed. Please choose a later one.',
  date_too_far: 'That day is too far ahead. Please choose an earlier one.',
  too_many_moves:
    'You have moved appointments several times today. Please try again tomorrow, or call us to move this one.',
  too_early: 'That can be noted once the appointment has come.',

  // Money
  amount_too_large: 'That is more than is due. What is on top of it belongs into the tip.',
  already_noted_otherwise:
    'A payment was noted with your first try. What you changed since is not noted.',
  invalid_payment: 'Please enter an amount above zero, and a tip that is part of it.',
  payment_online: 'This was paid online, so it cannot be taken back here.',
  payment_refunded:
    'Some of this payment was given back or is to be, so it cannot be taken back as a mistake.',

  // Mails
  mail_not_found: 'This mail is not kept any more.',
  mail_outdated: 'The booking is cancelled: this mail would say that it stands.',
  mail_refused: 'This mail is switched off, or its reader asked for no more of them.',
  visit_not_tomorrow: 'A reminder says that the visit is tomorrow, and this one is not.',
  rain_times_gone:
    'This question is answered, or its times are not held any more: its link would offer nothing. While it is open, other times can be sent under Rain day.',
  receipt_withdrawn: 'This receipt tells of a payment that was taken back.',

  // Rain days and offered times
  already_rain_day: 'This is marked as rainy already. You find it below.',
  rain_plan_changed: 'The bookings of that day changed meanwhile. Please check them once more.',
  invalid_times: 'One of these times is too near by now. Please check the new ones.',
  rain_day_over:
    'This is over, so it cannot be taken back. Whoever has not answered stays on the list.',
  answer_not_found: 'This rain day was taken back meanwhile.',
  offer_answered: 'This was answered already, perhaps in another window. Here is what stands.',
  offer_lapsed: 'That time is no longer held.',
  offer_not_found: 'This link is no longer valid. Please use our newest email.',

  // Opening hours and time off
  rules_changed:
    'Somebody else has changed the times since you opened this page. What you changed is kept here.',
  no_starts: 'An open day needs at least one start.',
  starts_after_end: 'A day must end after its last start.',
  move_hours_invalid: 'The times for moved bookings must end after their last start.',
  move_step_invalid: 'Please choose how often a moved booking may begin.',
  exception_in_past: 'A special day is over already. Please remove it.',
  exception_too_far: 'A special day is more than three years ahead.',
  exception_twice: 'A day is in the list of special days twice.',
  too_many_exceptions: 'Please keep to at most 400 special days.',
  notice_out_of_range: 'The notice must be two weeks at most.',
  window_out_of_range: 'New bookings can go up to 365 days ahead, and moved ones up to 730.',
  buffer_out_of_range: 'The time between bookings must be four hours at most.',
  crews_out_of_range: 'There can be 1 to 20 crews.',
  prefix_invalid: 'A postal area is not the begin of a Canadian postal code.',
  too_many_prefixes: 'Please keep to at most 600 postal areas.',
  rules_invalid: 'Something in these times could not be read. Please look through them.',
  invalid_time_off: 'Time off must end after it begins, not be over, and last a year at most.',
  unknown_crew: 'There is no such crew any more. Please load the page again.',

  // Customers, their words and ours about them
  customer_not_found: 'Nothing is kept about this person any more.',
  upcoming_bookings:
    'There is a booking ahead. Please cancel it first, or come back after the visit.',
  administrator_account:
    'This address runs the business: it belongs to an administrator, or gets its mail. It cannot be erased here.',
  note_changed: 'Somebody else has changed this note meanwhile.',
  note_too_long: 'Please keep the note to at most 4,000 characters.',
  inquiry_not_found: 'This inquiry is not there any more.',
  unknown_photo: 'We keep a photo for one day only. Please submit again to send it again.',
  too_many_reviews: 'We have just been sent very many reviews. Please try again in an hour.',

  // Calendar addresses
  label_missing: 'Please give it a name of up to 60 letters.',
  too_many_feeds: 'You have ten addresses already. Please take one back first.',
} as const satisfies Record<string, string>;

export type Refusal = keyof typeof refusals;
