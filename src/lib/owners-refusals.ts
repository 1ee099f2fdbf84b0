/** The sentences for the refusals that only the owner and her crews can meet, by the code that the database gives. */
export const ownersRefusals = {
  // A booking and its time
  details_invalid: 'Some of these details aren’t valid. Please check them.',
  outside_hours: 'That is outside your opening hours.',
  no_email_address: 'There’s no email address. Please call the customer.',
  message_invalid: 'Please enter a message of up to 2,000 characters.',
  too_early: 'You can record this once the appointment has started.',
  no_photo_consent: 'The customer hasn’t agreed to show these photos.',
  pair_exists: 'A pair of this visit is already in the gallery.',
  no_photos_to_send:
    'There’s nothing to send: the visit needs an after photo, must be done, and needs an email address.',
  unknown_item: 'This item is no longer on the checklist.',
  mark_not_found: 'This mark no longer exists.',
  too_many_marks: 'A visit can have up to 60 marks. Please remove one first.',
  not_today: 'You can record this on the day of the visit.',
  visit_over: 'This visit has gone on since. Here is how it stands.',
  visit_rained_out: 'This visit was cancelled because of rain and needs a new time first.',
  way_needs_network:
    'The customer would get “On my way” too late, so it is not kept for later. Call or text them instead.',
  estimate_invalid: 'Please choose when you arrive.',

  // Money
  amount_too_large: 'That’s more than the amount due. Enter the extra as a tip.',
  already_noted_otherwise:
    'Your first try recorded a payment. Your later changes are not recorded.',
  swap_impossible: 'These two visits can’t be swapped any more. Please reload the page.',
  mileage_not_found: 'This day is not in the mileage log.',
  payment_too_large:
    'A tip can be $500.00 at most, and a payment $20,000.00. Record a larger one in parts.',
  more_than_it_costs:
    'Your crew can record as much as the visit costs, and as much again as a tip. Ask the owner to record more.',
  made_by_another: 'Only the owner, or the one who added this, can remove it.',
  operation_key_used: 'This was already used for something else. Please reload the page.',
  mark_invalid: 'This mark could not be read. Please mark the place again.',
  invalid_payment: 'Please enter an amount above zero. The tip can’t be more than the amount.',
  no_email: 'This booking has no email address to send the link to.',
  payment_online: 'This was paid online, so it can’t be undone here.',
  payment_refunded:
    'Part of this payment is refunded or due to be refunded, so it can’t be undone.',

  // Mails
  mail_not_found: 'This email is no longer stored.',
  mail_outdated: 'This booking is cancelled, so this email is no longer correct.',
  mail_refused: 'This email is switched off, or the customer unsubscribed from it.',
  visit_not_tomorrow: 'Reminders say that the visit is tomorrow. This visit isn’t.',
  rain_times_gone:
    'The customer has answered, or these times are no longer held. If there’s no answer yet, send new times under Rain day.',
  payment_link_over:
    'This link takes no payment any more. If something is due, send a new payment link.',
  not_on_the_way: 'This email says that you are on your way, which is no longer so.',
  receipt_withdrawn: 'This receipt includes a payment that was undone.',

  // Rain days and offered times
  already_rain_day: 'This is already a rain day. You’ll find it below.',
  rain_plan_changed: 'The bookings on that day have changed. Please check them again.',
  invalid_times: 'One of these times is now too soon to offer. Please check the new ones.',
  rain_day_over:
    'This has passed, so it can’t be undone. Customers without an answer stay on the list.',
  answer_not_found: 'This rain day has been undone.',

  // Opening hours and time off
  rules_changed:
    'Another administrator changed these times after you opened this page. Your changes are kept here.',
  no_starts: 'An open day needs at least one start.',
  starts_after_end: 'A day must end after its last start.',
  move_hours_invalid: 'The times for moved bookings must end after their last start.',
  move_step_invalid: 'Please choose how far apart the starts for moved bookings are.',
  exception_in_past: 'A special day is in the past. Please remove it.',
  exception_too_far: 'A special day is more than three years ahead.',
  exception_twice: 'A day appears twice in the list of special days.',
  too_many_exceptions: 'You can have up to 400 special days. Please remove some.',
  notice_out_of_range: 'The minimum notice can be two weeks at most.',
  window_out_of_range: 'New bookings can go up to 365 days ahead, and moved ones up to 730.',
  buffer_out_of_range: 'The time between bookings can be four hours at most.',
  arrival_out_of_range: 'The arrival window can be four hours at most.',
  crews_out_of_range: 'There can be 1 to 20 crews.',
  prefix_invalid: 'A postal area must be the start of a Canadian postal code.',
  too_many_prefixes: 'You can have up to 600 postal areas. Please remove some.',
  business_invalid: 'These changes can’t be saved. Please check them.',
  travel_changed:
    'Another administrator changed this after you opened this page. Please check the new value and save again.',
  travel_invalid: 'Some of these settings aren’t valid. Please check them.',
  account_not_found:
    'No account with a confirmed email address matches. Ask the person to sign up first.',
  email_invalid: 'Please enter a valid email address.',
  crew_has_visits: 'This crew has visits ahead. Give them to another crew first.',
  crew_hours_invalid: 'Each day needs an end after its start. Choose at least one day.',
  crew_name_invalid: 'The name can have up to 40 characters.',
  crew_not_found: 'This crew no longer exists.',
  crew_skills_invalid: 'Choose at least one service.',
  crew_unavailable: 'This crew can’t take the visit at its time. Please choose another one.',
  last_crew: 'You need at least one crew.',
  too_many_crews: 'You can have up to 20 crews.',
  base_unknown: 'We don’t know where this postal code is. Please enter another one nearby.',
  rules_invalid: 'Some of these times aren’t valid. Please check them.',
  invalid_time_off:
    'Blocked time must end after it starts, not be in the past, and last a year at most.',
  unknown_crew: 'This crew no longer exists. Please reload the page.',

  // Customers, their words and ours about them
  customer_not_found: 'There is no data about this customer.',
  note_changed: 'Another administrator has changed this note.',
  note_too_long: 'The note can have up to 4,000 characters.',
  inquiry_not_found: 'This inquiry no longer exists.',

  // Calendar addresses
  label_missing: 'Please enter a name of up to 60 characters.',
  too_many_feeds: 'You already have ten addresses. Please revoke one first.',
} as const satisfies Record<string, string>;

export type OwnersRefusal = keyof typeof ownersRefusals;
