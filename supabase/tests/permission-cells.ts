import { defaultBusiness } from '../../domain/business/default-business.ts';
import { templateVariables } from '../functions/_shared/mail/template-variables.ts';
import { serverAlone, table, type Table } from './cell-makers.ts';
import { businessTables } from './cells/business.ts';
import { bookingTables } from './cells/booking.ts';
import { rainTables } from './cells/rain.ts';
import { customerTables } from './cells/customers.ts';
import { crewTables } from './cells/crews.ts';
import { dashboardTables } from './cells/dashboard.ts';
import { findingTables } from './cells/money.ts';
import { textTables } from './cells/texts.ts';
import { timeTables } from './cells/time.ts';
import { cells } from './permission-roles.ts';

const insertBooking = `insert into public.bookings
  select (jsonb_populate_record(null::public.bookings, to_jsonb(b)
    || jsonb_build_object('id', gen_random_uuid(), 'calendar_uid', gen_random_uuid()))).*
  from public.bookings b limit 1`;
const anyBooking = `'00000000-0000-4000-8000-000000000001'`;
/** A person without rows in the setup. */
export const bystander = '00000000-0000-4000-8000-00000000000b';
/** One default template each. */
const kindsOfMail = Object.keys(templateVariables(defaultBusiness)).length;
// The answer of a table's own constraints after the privileges.
export const unknownReference = '23503';

/** A person who sees a booking may change it within the limits of a trigger. */
const ownBookings = cells({
  guest: 0,
  holder: 1,
  customers: 0,
  owner: 1,
  stranger: 1,
  administrators: 3,
  service: 3,
});

/**
 * Every table and view. A number is how many rows a role sees or changes: there are three bookings, two of them
 * with an account, each paid.
 */
export const tables: readonly Table[] = [
  ...businessTables,
  ...dashboardTables,
  ...textTables,
  ...timeTables,
  ...crewTables,
  ...bookingTables,
  ...findingTables,
  ...customerTables,
  ...rainTables,
  table(
    'admins',
    {
      column: 'user_id',
      insert: `insert into public.admins values ('${bystander}')`,
      set: 'created_at = now()',
    },
    serverAlone(2, { update: '42501' }),
  ),
  table(
    'bookings',
    { insert: insertBooking, set: 'status = status' },
    {
      select: ownBookings,
      insert: cells({ service: 1 }),
      update: ownBookings,
      // A payment keeps its booking.
      delete: cells({ service: unknownReference }),
    },
  ),
  table(
    'slot_claims',
    {
      column: 'during',
      insert: `insert into public.slot_claims (during, reason) values ('[2030-01-01 15:00Z,2030-01-01 16:00Z)', 'Holiday')`,
      set: 'during = during',
    },
    { ...serverAlone(4), select: cells({ visitors: 4, holder: 3, service: 4 }) },
  ),
  table(
    'booked_slots',
    {
      column: 'booking_date',
      insert: `insert into public.booked_slots (service_name) values ('x')`,
      set: 'service_name = null',
    },
    {
      select: cells({ visitors: 4, holder: 3, service: 4 }),
      insert: cells(),
      update: cells(),
      delete: cells(),
    },
  ),
  table(
    'payments',
    {
      insert: `insert into public.payments (booking_id, stripe_payment_intent_id, amount_cents) values (${anyBooking}, 'pi_x', 1)`,
      set: 'last_error = null',
    },
    serverAlone(3, { insert: unknownReference, delete: unknownReference }),
  ),
  table(
    'refunds',
    {
      insert: `insert into public.refunds (payment_id, amount_cents, reason) values (${anyBooking}, 1, 'x')`,
      set: `status = 'failed'`,
    },
    serverAlone(1, { insert: unknownReference }),
  ),
  table(
    'stripe_events',
    {
      insert: `insert into public.stripe_events (id, type) values ('evt', 'x')`,
      set: `type = 'y'`,
    },
    serverAlone(1),
  ),
  table(
    'coupon_redemptions',
    {
      column: 'code',
      insert: `insert into public.coupon_redemptions (booking_id, code, email) values (${anyBooking}, 'X', 'x@x')`,
      set: `code = 'Y'`,
    },
    serverAlone(1, { insert: unknownReference }),
  ),
  table(
    'mail_outbox',
    {
      insert: `insert into public.mail_outbox (key, template_type, to_email) values ('k', 'x', 'a@b')`,
      set: `to_email = 'me@x'`,
    },
    serverAlone(11),
  ),
  table(
    'email_templates',
    {
      insert: `insert into public.email_templates (name, subject, content) values ('n', 's', 'c')`,
      set: `subject = subject`,
    },
    {
      select: cells({ customers: 0, administrators: kindsOfMail, service: kindsOfMail }),
      insert: cells({ administrators: 1, service: 1 }),
      update: cells({ customers: 0, administrators: kindsOfMail, service: kindsOfMail }),
      delete: cells({ service: kindsOfMail }),
    },
  ),
  table(
    'default_mails',
    {
      column: 'template_type',
      insert: `insert into public.default_mails values ('x', 'n', 's', 'c')`,
      set: `subject = subject`,
    },
    {
      ...serverAlone(kindsOfMail),
      select: cells({ customers: 0, administrators: kindsOfMail, service: kindsOfMail }),
    },
  ),
  table(
    'reviews',
    {
      insert: `insert into public.reviews (customer_name, rating, is_approved) values ('n', 5, false)`,
      set: `is_approved = true`,
    },
    {
      select: cells({ visitors: 1, info: 2, administrators: 2, service: 2 }),
      insert: cells({ visitors: 1, service: 1 }),
      update: cells({ customers: 0, info: 2, administrators: 2, service: 2 }),
      delete: cells({ customers: 0, info: 2, administrators: 2, service: 2 }),
    },
  ),
  table(
    'gallery_photos',
    {
      insert: `insert into public.gallery_photos (image_url) values ('/x.webp')`,
      set: `description = ''`,
    },
    {
      select: cells({ visitors: 1, service: 1 }),
      insert: cells({ administrators: 1, service: 1 }),
      update: cells({ customers: 0, administrators: 1, service: 1 }),
      delete: cells({ customers: 0, administrators: 1, service: 1 }),
    },
  ),
  table(
    'inquiries',
    {
      insert: `insert into public.inquiries (name, email, subject, message) values ('n', 'a@b', 's', 'm')`,
      set: `name = 'x'`,
    },
    {
      select: cells({ customers: 0, administrators: 1, service: 1 }),
      insert: cells({ visitors: 1, service: 1 }),
      update: cells({ service: 1 }),
      delete: cells({ service: 1 }),
    },
  ),
];
