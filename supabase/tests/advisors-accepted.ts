/** Accepted findings of the advisor, with the reason. */
export const accepted: Record<string, { because: string; findings: readonly string[] }> = {
  multiple_permissive_policies: {
    because:
      'Each policy is a sentence of its own. Those of one action are joined by "or", what they ask of the caller is ' +
      'asked once a statement, and plans/screens.test.ts holds what the screens read to an index.',
    findings: [
      'bookings: r by authenticated',
      'bookings: w by authenticated',
      'reviews: r by authenticated',
      'storage.objects: a by anon',
      'storage.objects: a by authenticated',
      'storage.objects: d by authenticated',
      'storage.objects: r by authenticated',
    ],
  },
  rls_policy_always_true: {
    because:
      'Everybody sees the gallery, which holds nothing else, and everybody may write to the business; a trigger refuses ' +
      'more than a few messages at once, and grants name the columns.',
    findings: [
      'gallery_photos: Gallery photos can be seen by everyone',
      'inquiries: Inquiries can be sent by everyone',
    ],
  },
  function_search_path_mutable: {
    because:
      'The names in a body of SQL’s own (`return`, `begin atomic`) are resolved when it is created, whatever the path of ' +
      'the caller; with the setting such a function would not become part of the statement that calls it.',
    findings: [
      'private.booking_line(bookings,text,integer)',
      'private.booking_search_text(uuid,text,text,text,integer,text)',
      'private.counted_moves()',
      'private.counted_payments()',
      'private.customer_figures(text)',
      'private.drive_minutes(travel_settings,point,point)',
      'private.due_on_site_cents(bookings,integer)',
      'private.instant_of(date,time without time zone)',
      'private.is_ahead(bookings)',
      'private.is_dispute_over(text)',
      'private.is_forgotten(text)',
      'private.is_standing(text)',
      'private.kilometres(point,point)',
      'private.local_day(timestamp with time zone)',
      'private.local_time(timestamp with time zone)',
      'private.local_today()',
      'private.payment_sums(uuid)',
      'private.rain_of(bookings)',
      'private.refunded_of(payments)',
      'private.span_of(bookings)',
      'private.unmarked_visits()',
      'private.was_visited(bookings,text)',
    ],
  },
  anon_security_definer_function_executable: {
    because:
      'Without an account somebody answers an offer by the secret of their mail, reads the opening rules, which say ' +
      'nothing of anybody, the published business, and the booking whose id and email address they know, whose ' +
      'balance they may open and whose details and photos they may change. is_admin() is what the policies ask, and ' +
      'review_rating() and review_counts() read sums of the public reviews.',
    findings: [
      'add_booking_photo(uuid,text)',
      'booking_details(uuid[],text)',
      'choose_rain_time(text,uuid)',
      'decline_rain_times(text)',
      'decline_waiting_offer(text,boolean)',
      'is_admin()',
      'open_balance(uuid,text)',
      'opening_rules()',
      'published_business()',
      'rain_offer(text)',
      'rained_out_bookings()',
      'remove_booking_photo(uuid,text)',
      'review_counts()',
      'review_rating()',
      'save_booking_more(uuid,jsonb,text)',
      'waiting_offer(text)',
    ],
  },
  authenticated_security_definer_function_executable: {
    because:
      'The same, what a person may know and do about their own account, and what administrators do to a booking, where ' +
      'the function that is called first asks who calls. function-cells.ts walks every role through each of them.',
    findings: [
      'add_booking_photo(uuid,text)',
      'booking_details(uuid[],text)',
      'choose_rain_time(text,uuid)',
      'correct_booking(uuid,jsonb,jsonb)',
      'coupon_refusal(text)',
      'create_recovery_codes()',
      'decline_rain_times(text)',
      'decline_waiting_offer(text,boolean)',
      'delete_my_account()',
      'holds_booking_photo(uuid,text)',
      'is_admin()',
      'mark_done(uuid)',
      'mark_no_show(uuid)',
      'move_booking(uuid,date,time without time zone,boolean)',
      'my_data()',
      'open_balance(uuid,text)',
      'opening_rules()',
      'published_business()',
      'rain_offer(text)',
      'rained_out_bookings()',
      'record_payment(uuid,text,integer,integer,uuid)',
      'remove_booking_photo(uuid,text)',
      'require_fresh_proof()',
      'review_counts()',
      'review_rating()',
      'save_booking_more(uuid,jsonb,text)',
      'save_booking_note(uuid,text,integer)',
      'second_factor_status()',
      'send_booking_message(uuid,text,uuid)',
      'send_payment_link(uuid)',
      'set_second_factor_required(boolean)',
      'sign_in_methods()',
      'undo_payment(uuid)',
      'undo_visit_mark(uuid)',
      'use_recovery_code(text)',
      'waiting_offer(text)',
    ],
  },
};
