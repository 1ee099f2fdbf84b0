import { forAdministrators, forPeople, forServer, serverAlone, table } from '../cell-makers.ts';

const nobody = `'00000000-0000-4000-8000-000000000001'`;

/** Without a token, no role learns anything. */
const byToken = (signature: string, call: string) =>
  forPeople(signature, call, { visitors: 'offer_not_found' });

export const rainFunctions = [
  forAdministrators(
    'times_taken_for_visit(uuid,date,date)',
    `public.times_taken_for_visit(${nobody}, '2031-06-02', '2031-06-03')`,
    'booking_not_found',
  ),
  forAdministrators(
    'rain_day_preview(date,text)',
    `jsonb_array_length(public.rain_day_preview('2031-06-02', 'day') -> 'bookings')`,
    0,
  ),
  forAdministrators(
    'mark_rain_day(date,text,integer,uuid[],jsonb)',
    `public.mark_rain_day('2031-06-02', 'day', 24, array[${nobody}]::uuid[], '[]')`,
    'rain_plan_changed',
  ),
  forAdministrators(
    'send_rain_times(uuid,uuid,jsonb)',
    `public.send_rain_times(${nobody}, ${nobody}, '[]')`,
    'answer_not_found',
  ),
  forAdministrators(
    'settle_rain_answer(uuid)',
    `public.settle_rain_answer(${nobody})`,
    'answer_not_found',
  ),
  forAdministrators(
    'take_back_rain_day(uuid)',
    `public.take_back_rain_day(${nobody})`,
    'answer_not_found',
  ),
  forAdministrators(
    'rain_days_with_answers()',
    `jsonb_array_length(public.rain_days_with_answers() -> 'days')`,
    0,
  ),
  forAdministrators(
    'choose_rain_time_for(uuid,uuid)',
    `public.choose_rain_time_for(${nobody}, ${nobody})`,
    'answer_not_found',
  ),
  byToken('rain_offer(text)', `public.rain_offer('guess')`),
  byToken('choose_rain_time(text,uuid)', `public.choose_rain_time('guess', ${nobody})`),
  byToken('decline_rain_times(text)', `public.decline_rain_times('guess')`),
  byToken('swap_offer(text)', `public.swap_offer('guess')`),
  byToken('answer_swap(text,boolean)', `public.answer_swap('guess', true)`),
  forPeople('rained_out_bookings()', `jsonb_array_length(public.rained_out_bookings())`, {
    visitors: 0,
    customers: 0,
    administrators: 0,
  }),
  forServer('expire_offers()', 'public.expire_offers()', 0),
  forServer('join_waiting_list(jsonb)', `public.join_waiting_list('{}')`, '23502'),
  forServer(
    'waiting_to_be_offered()',
    `jsonb_array_length(public.waiting_to_be_offered() -> 'entries')`,
    0,
  ),
  forServer(
    'offer_freed_time(uuid,time without time zone,integer)',
    `public.offer_freed_time(${nobody}, '09:00', 30)`,
    false,
  ),
  forServer('forget_old_waiting()', 'public.forget_old_waiting()', 0),
  byToken('waiting_offer(text)', `public.waiting_offer('guess')`),
  byToken('decline_waiting_offer(text,boolean)', `public.decline_waiting_offer('guess', true)`),
  forAdministrators(
    'waiting_list_of_days(date,integer)',
    `jsonb_array_length(public.waiting_list_of_days('2031-06-02'))`,
    0,
  ),
  forAdministrators(
    'remove_from_waiting_list(uuid)',
    `public.remove_from_waiting_list(${nobody})`,
    'waiting_not_found',
  ),
];

export const rainTables = [
  table(
    'offered_times',
    {
      insert: `insert into public.offered_times
        (kind, booking_id, service_name, starts_at, duration_minutes, expires_at)
        select 'rain', id, 'x', now(), 60, now() from public.bookings limit 1`,
      set: 'duration_minutes = 60',
    },
    serverAlone(0),
  ),
  table(
    'rain_days',
    {
      insert: `insert into public.rain_days (day, part, answer_hours) values ('2031-06-02', 'day', 24)`,
      set: 'answer_hours = 12',
    },
    serverAlone(0),
  ),
  table(
    'rain_answers',
    {
      insert: `insert into public.rain_answers (rain_day_id, booking_id, was_date, was_time, token_hash)
        values (${nobody}, ${nobody}, '2031-06-02', '09:00', 'x')`,
      set: `state = 'settled'`,
    },
    serverAlone(0, { insert: '23503' }),
  ),
  table(
    'waiting_list',
    {
      insert: `insert into public.waiting_list
        (day, service_id, service_name, vehicle_type, duration_minutes, name, email, phone)
        values ('2031-06-02', 'basic-wash', 'Basic Wash', 'sedan', 120, 'Ada', 'ada@example.com', '+19055550101')`,
      set: 'left_at = now()',
    },
    serverAlone(0),
  ),
];
