import { forAdministrators, forServer, serverAlone, table } from '../cell-makers.ts';
import { cells } from '../permission-roles.ts';

const nobody = `'nobody@example.com'`;

export const customerFunctions = [
  forServer('delete_expired(integer)', 'public.delete_expired()', 0),
  forAdministrators('retention_page()', `jsonb_array_length(public.retention_page())`, 16),
  forAdministrators(
    'find_customers(text,jsonb,integer)',
    `jsonb_array_length(public.find_customers() -> 'customers')`,
    3,
  ),
  forAdministrators(
    'find_phone_customers(text,jsonb,integer)',
    `jsonb_typeof(public.find_phone_customers() -> 'customers')`,
    'array',
  ),
  forAdministrators(
    'find_all_customers(text,jsonb,integer)',
    `jsonb_array_length(public.find_all_customers() -> 'customers')`,
    3,
  ),
  forAdministrators(
    'phone_customer_page(text,text)',
    `public.phone_customer_page('+19055550000', 'Nobody')`,
    null,
  ),
  forAdministrators(
    'save_phone_customer_note(text,text,text,integer)',
    `public.save_phone_customer_note('+19055550000', 'Nobody', 'x', 0)`,
    'customer_not_found',
  ),
  forAdministrators(
    'find_callers(text,uuid)',
    `public.find_callers('guest@example.com') -> 'callers' -> 0 ->> 'name'`,
    'Ada Lane',
  ),
  forAdministrators(
    'search_everything(text)',
    `public.search_everything('guest@example.com') -> 'customers' -> 0 ->> 'name'`,
    'Ada Lane',
  ),
  forAdministrators(
    'customer_bookings(text,jsonb,integer)',
    `jsonb_array_length(public.customer_bookings('guest@example.com') -> 'bookings')`,
    1,
  ),
  forAdministrators(
    'customer_page(text,text)',
    `public.customer_page('guest@example.com') ->> 'name'`,
    'Ada Lane',
  ),
  forAdministrators(
    'customer_data(text,text,uuid[])',
    `jsonb_array_length(public.customer_data('guest@example.com') -> 'bookings')`,
    1,
  ),
  forAdministrators(
    'save_customer_note(text,text,integer)',
    `public.save_customer_note(${nobody}, 'x', 0)`,
    'customer_not_found',
  ),
  forAdministrators(
    'erase_customer(text,text,uuid[])',
    `public.erase_customer('guest@example.com')`,
    'upcoming_bookings',
  ),
  forServer('queue_due_mails(timestamp with time zone)', `public.queue_due_mails('2020-01-01')`, 0),
  forServer('choose_mail(text,boolean)', `public.choose_mail('nobody', false)`, null),
];

/** The optional emails, of all parts of the product. */
const switchable = 9;

export const customerTables = [
  table(
    'retention',
    {
      column: 'kind',
      insert: `insert into public.retention (kind, keep_days, least_days) values ('some', 1, 1)`,
      set: 'keep_days = keep_days',
    },
    { select: cells({ service: 16 }), insert: cells(), update: cells(), delete: cells() },
  ),
  table(
    'customers',
    {
      column: 'email',
      insert: `insert into public.customers (email, name, phone, first_booked_at, last_booked_at)
        values (${nobody}, 'N', '+19055550100', now(), now())`,
      set: `note = 'x'`,
    },
    serverAlone(3),
  ),
  table(
    'phone_customers',
    {
      column: 'phone',
      insert: `insert into public.phone_customers (phone, name, first_booked_at, last_booked_at)
        values ('+19055550100', ${nobody}, now(), now())`,
      set: `note = 'x'`,
    },
    serverAlone(0),
  ),
  table(
    'mail_choices',
    {
      column: 'email',
      insert: `insert into public.mail_choices (email) values (${nobody})`,
      set: 'unsubscribed_at = null',
    },
    serverAlone(0),
  ),
  table(
    'mail_choice_links',
    {
      column: 'email',
      insert: `with choice as (insert into public.mail_choices (email) values ('links@example.com'))
        insert into public.mail_choice_links (token_hash, email) values ('\\x00', 'links@example.com')`,
      set: 'created_at = created_at',
    },
    serverAlone(0),
  ),
  table(
    'mail_settings',
    {
      column: 'template_type',
      insert: `insert into public.mail_settings (template_type) values ('x')`,
      set: 'is_on = is_on',
    },
    {
      select: cells({ customers: 0, administrators: switchable, service: switchable }),
      insert: cells({ service: 1 }),
      update: cells({ customers: 0, administrators: switchable, service: switchable }),
      delete: cells({ service: switchable }),
    },
  ),
];
