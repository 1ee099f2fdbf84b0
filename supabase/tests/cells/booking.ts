import { forAdministrators, forPeople, forServer, serverAlone, table } from '../cell-makers.ts';
import { cells } from '../permission-roles.ts';

const anyBooking = `'00000000-0000-4000-8000-000000000001'`;
/** Of the owner's booking. */
const photo = `'00000000-0000-4000-8000-0000000000f1'`;

export const bookingFunctions = [
  forAdministrators('booking_of_entry(uuid)', `public.booking_of_entry(${anyBooking})`, null),
  forAdministrators(
    'booking_page(uuid)',
    `public.booking_page(${anyBooking})`,
    'booking_not_found',
  ),
  forAdministrators(
    'record_payment(uuid,text,integer,integer,uuid)',
    `public.record_payment(${anyBooking}, 'cash', 100)`,
    'booking_not_found',
  ),
  forAdministrators(
    'undo_payment(uuid)',
    `public.undo_payment(${anyBooking})`,
    'booking_not_found',
  ),
  forAdministrators(
    'send_payment_link(uuid)',
    `public.send_payment_link(${anyBooking})`,
    'booking_not_found',
  ),
  forAdministrators(
    'do_visit_operation(uuid,text,uuid,jsonb,jsonb)',
    `public.do_visit_operation(${anyBooking}, 'done', ${anyBooking})`,
    'booking_not_found',
  ),
  forPeople(
    'hand_over_payment(uuid,uuid,text,jsonb)',
    `public.hand_over_payment(${anyBooking}, ${anyBooking}, '', '{}')`,
    {
      customers: 'administrators_only',
      administrators: 'operation_invalid',
      member: 'operation_invalid',
    },
  ),
  forAdministrators(
    'record_handed_over(uuid,uuid)',
    `public.record_handed_over(${anyBooking})`,
    'booking_not_found',
  ),
  forAdministrators('visits_to_keep()', `jsonb_array_length(public.visits_to_keep() -> 'days')`, 2),
  forServer('forget_old_operations()', 'public.forget_old_operations()', 0),
  forAdministrators('mark_done(uuid)', `public.mark_done(${anyBooking})`, 'booking_not_found'),
  forAdministrators(
    'mark_no_show(uuid)',
    `public.mark_no_show(${anyBooking})`,
    'booking_not_found',
  ),
  forAdministrators(
    'undo_visit_mark(uuid)',
    `public.undo_visit_mark(${anyBooking})`,
    'booking_not_found',
  ),
  ...[
    'set_on_my_way(uuid,integer)',
    'undo_on_my_way(uuid)',
    'set_work_began(uuid)',
    'undo_work_began(uuid)',
  ].map((signature) =>
    forAdministrators(
      signature,
      `public.${signature.split('(')[0] ?? ''}(${anyBooking})`,
      'booking_not_found',
    ),
  ),
  forPeople('open_visit(uuid,text)', `public.open_visit(${anyBooking}, 'nobody@example.com')`, {
    visitors: 'booking_not_found',
    customers: 'booking_not_found',
    administrators: 'booking_not_found',
  }),
  forPeople(
    'booking_of_number(text,text)',
    `public.booking_of_number('7KQ4-M2XB', 'nobody@example.com')`,
    {
      visitors: null,
      customers: null,
      administrators: null,
    },
  ),
  // Without a token, no role learns anything.
  forPeople('visit_status(text)', `public.visit_status('guess')`, {
    visitors: null,
    customers: null,
    administrators: null,
  }),
  forPeople('open_balance_of_visit(text)', `public.open_balance_of_visit('guess')`, {
    visitors: 'link_unknown',
  }),
  forAdministrators(
    'save_booking_note(uuid,text,integer)',
    `public.save_booking_note(${anyBooking}, 'x', 0)`,
    'booking_not_found',
  ),
  forAdministrators(
    'correct_booking(uuid,jsonb,jsonb)',
    `public.correct_booking(${anyBooking}, '{}', '{}')`,
    'booking_not_found',
  ),
  forAdministrators(
    'send_booking_message(uuid,text,uuid)',
    `public.send_booking_message(${anyBooking}, 'Hello', ${anyBooking})`,
    'booking_not_found',
  ),
  forAdministrators('resend_mail(uuid)', `public.resend_mail(${anyBooking})`, 'mail_not_found'),
  forPeople(
    'add_booking_photo(uuid,text)',
    `public.add_booking_photo(${anyBooking}, 'nobody@example.com')`,
    { visitors: 'booking_not_found', administrators: 'booking_not_found' },
  ),
  forPeople(
    'remove_booking_photo(uuid,text)',
    `public.remove_booking_photo(${photo}, 'nobody@example.com')`,
    { visitors: 'photo_not_found', owner: null },
  ),
  forPeople('holds_booking_photo(uuid,text)', `public.holds_booking_photo(${photo})`, {
    customers: false,
    owner: true,
    administrators: false,
    service: false,
  }),
  forServer(
    'removed_booking_photos()',
    'count(*)::integer from public.removed_booking_photos()',
    0,
  ),
  forServer(
    'forget_booking_photos(uuid[])',
    `public.forget_booking_photos(array[${photo}]::uuid[])`,
    null,
  ),
  // No photo of the work, so whoever calls finds none.
  ...['remove_work_photo', 'restore_work_photo'].map((name) =>
    forPeople(`${name}(uuid)`, `public.${name}(${photo})`, {
      customers: 'photo_not_found',
      administrators: 'photo_not_found',
    }),
  ),
  forAdministrators(
    'add_work_photo(uuid,uuid,text)',
    `public.add_work_photo(gen_random_uuid(), ${anyBooking}, 'before')`,
    'booking_not_found',
  ),
  forAdministrators('visit_work(uuid)', `public.visit_work(${anyBooking})`, 'booking_not_found'),
  forAdministrators(
    'tick_item(uuid,uuid,text,boolean,timestamp with time zone)',
    `public.tick_item(gen_random_uuid(), ${anyBooking}, 'Wash', true)`,
    'booking_not_found',
  ),
  forAdministrators(
    'add_condition_mark(uuid,uuid,text,integer,integer,text,text,timestamp with time zone)',
    `public.add_condition_mark(gen_random_uuid(), ${anyBooking}, 'hood', 500, 200, 'scratch')`,
    'booking_not_found',
  ),
  forPeople('remove_condition_mark(uuid,boolean)', `public.remove_condition_mark(${anyBooking})`, {
    customers: 'mark_not_found',
    administrators: 'mark_not_found',
  }),
  forPeople('photos_of_link(text)', `public.photos_of_link('guessed')`, { visitors: null }),
  forPeople('choose_photo_consent(text,boolean)', `public.choose_photo_consent('guessed', true)`, {
    visitors: null,
  }),
  forPeople(
    'booking_photo_link(uuid,text)',
    `public.booking_photo_link(${anyBooking}, 'nobody@example.com')`,
    { visitors: null },
  ),
  forPeople(
    'booking_photo_links(uuid[],text)',
    `jsonb_array_length(public.booking_photo_links(array[${anyBooking}]::uuid[], 'nobody@example.com'))`,
    { visitors: 0 },
  ),
  forPeople('visit_photo_link(text)', `public.visit_photo_link('guessed')`, { visitors: null }),
  forServer('link_shows_photo(uuid,text)', `public.link_shows_photo(${photo}, 'guessed')`, false),
  forAdministrators(
    'ask_photo_consent(uuid)',
    `public.ask_photo_consent(${anyBooking})`,
    'booking_not_found',
  ),
  forAdministrators(
    'add_pair_to_gallery(uuid,text,text,text)',
    `public.add_pair_to_gallery(${anyBooking}, '/1.webp', '/2.webp', 'A car')`,
    'booking_not_found',
  ),
  forAdministrators(
    'remove_pair_from_gallery(uuid)',
    `public.remove_pair_from_gallery(${anyBooking})`,
    'booking_not_found',
  ),
  forServer(
    'gallery_files_to_delete()',
    'count(*)::integer from public.gallery_files_to_delete()',
    0,
  ),
  forServer('forget_gallery_files(text[])', `public.forget_gallery_files('{}')`, null),
  forServer('forget_old_work()', 'public.forget_old_work()', 0),
  forServer('forget_unpaid_bookings(integer)', 'public.forget_unpaid_bookings(1)', 0),
  forServer(
    'change_visit(uuid,jsonb,jsonb,boolean,uuid,boolean)',
    `public.change_visit(${anyBooking}, '{}', '{}', false, ${anyBooking})`,
    'booking_not_found',
  ),
  forServer('book_by_phone(jsonb,uuid)', `public.book_by_phone('{}', ${anyBooking})`, '23502'),
];

export const bookingTables = [
  table(
    'booking_changes',
    {
      insert: `insert into public.booking_changes (booking_id, actor_label, action) values (${anyBooking}, 'x', 'x')`,
      set: `actor_label = 'Nobody'`,
    },
    // Two for each of three bookings, and two for changes in the setup. Written by triggers only.
    { select: cells({ service: 8 }), insert: cells(), update: cells(), delete: cells() },
  ),
  table(
    'booking_notes',
    {
      column: 'note',
      insert: `insert into public.booking_notes (booking_id, note) select id, 'Ring twice' from public.bookings limit 1`,
      set: `note = 'x'`,
    },
    serverAlone(0),
  ),
  table(
    'visit_links',
    {
      insert: `insert into public.visit_links (booking_id, token_hash, told_date, told_time) values (${anyBooking}, 'x', now(), '09:00')`,
      set: `told_time = '10:00'`,
    },
    // Only its functions read and write it.
    { select: cells(), insert: cells(), update: cells(), delete: cells() },
  ),
  table(
    'booking_photos',
    {
      insert: `insert into public.booking_photos (booking_id, place) select id, 4 from public.bookings limit 1`,
      set: 'place = place',
    },
    // Only its functions read and write it.
    { select: cells(), insert: cells(), update: cells(), delete: cells() },
  ),
  table(
    'checklist_ticks',
    {
      insert: `insert into public.checklist_ticks (id, booking_id, item, is_ticked, ticked_by)
               values (gen_random_uuid(), ${anyBooking}, 'Wash', true, 'Boss')`,
      set: 'item = item',
    },
    { select: cells(), insert: cells(), update: cells(), delete: cells() },
  ),
  table(
    'photo_consents',
    {
      column: 'booking_id',
      insert: `insert into public.photo_consents (booking_id) values (${anyBooking})`,
      set: 'wording = wording',
    },
    { select: cells(), insert: cells(), update: cells(), delete: cells() },
  ),
  table(
    'photo_links',
    {
      column: 'booking_id',
      insert: `with consent as (insert into public.photo_consents (booking_id) values (${anyBooking}))
        insert into public.photo_links (token_hash, booking_id) values ('\\x00', ${anyBooking})`,
      set: 'expires_at = expires_at',
    },
    { select: cells(), insert: cells(), update: cells(), delete: cells() },
  ),
  table(
    'visit_pairs',
    {
      column: 'booking_id',
      insert: `insert into public.visit_pairs (booking_id) values (${anyBooking})`,
      set: 'added_at = added_at',
    },
    { select: cells(), insert: cells(), update: cells(), delete: cells() },
  ),
  table(
    'removed_gallery_files',
    {
      column: 'name',
      insert: `insert into public.removed_gallery_files (name) values ('1_car.jpg')`,
      set: 'name = name',
    },
    { select: cells(), insert: cells(), update: cells(), delete: cells() },
  ),
  table(
    'condition_marks',
    {
      insert: `insert into public.condition_marks (id, booking_id, part, x, y, kind, made_by)
               values (gen_random_uuid(), ${anyBooking}, 'hood', 1, 1, 'dent', 'Boss')`,
      set: 'x = x',
    },
    { select: cells(), insert: cells(), update: cells(), delete: cells() },
  ),
];
