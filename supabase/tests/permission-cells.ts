import { templateVariables } from '../functions/_shared/template-variables.ts';

const insertBooking = `insert into public.bookings
  select (jsonb_populate_record(null::public.bookings, to_jsonb(b) || jsonb_build_object('id', gen_random_uuid()))).*
  from public.bookings b limit 1`;
const anyBooking = `'00000000-0000-4000-8000-000000000001'`;
/** The SQLSTATE of a missing privilege. */
export const refused = '42501';
/** One template each, as the product comes. */
const kindsOfMail = Object.keys(templateVariables).length;
const onlyService = {
  select: [refused, refused, refused, refused, refused],
  insert: [refused, refused, refused, refused, refused],
  update: [refused, refused, refused, refused, refused],
  delete: [refused, refused, refused, refused, refused],
} as const;

export type Action = 'select' | 'insert' | 'update' | 'delete';
type Cells = Record<Action, readonly (number | string)[]>;
type Table = { name: string; try: Record<Action, string>; cells: Cells };

const table = (
  name: string,
  { column = 'id', insert, set }: { column?: string; insert: string; set: string },
  cells: Cells = onlyService,
): Table => ({
  name,
  try: {
    select: `select ${column} from public.${name}`,
    insert,
    update: `update public.${name} set ${set}`,
    delete: `delete from public.${name}`,
  },
  cells,
});

// Each row: a guest, the holder of a booking's id, its signed-in customer, another customer, an administrator.
// A number is how many rows they see or change: there are three bookings, two of them with an account.
export const tables: readonly Table[] = [
  table('admins', {
    column: 'user_id',
    insert: 'insert into public.admins select auth.uid()',
    set: 'created_at = now()',
  }),
  table(
    'bookings',
    { insert: insertBooking, set: 'status = status' },
    {
      select: [0, 1, 1, 1, 3],
      insert: onlyService.insert,
      update: [0, 1, 1, 1, 3],
      delete: onlyService.delete,
    },
  ),
  table(
    'slot_claims',
    {
      column: 'during',
      insert: `insert into public.slot_claims (during, reason) values ('[2030-01-01 15:00Z,2030-01-01 16:00Z)', 'Holiday')`,
      set: 'during = during',
    },
    { ...onlyService, select: [4, 3, 4, 4, 4] },
  ),
  table(
    'booked_slots',
    {
      column: 'booking_date',
      insert: `insert into public.booked_slots (service_name) values ('x')`,
      set: 'service_name = null',
    },
    { ...onlyService, select: [4, 3, 4, 4, 4] },
  ),
  table('payments', {
    insert: `insert into public.payments (booking_id, stripe_payment_intent_id, amount_cents) values (${anyBooking}, 'pi_x', 1)`,
    set: 'refunded_cents = 0',
  }),
  table('refunds', {
    insert: `insert into public.refunds (payment_id, amount_cents, reason) values (${anyBooking}, 1, 'x')`,
    set: `status = 'failed'`,
  }),
  table('stripe_events', {
    insert: `insert into public.stripe_events (id, type) values ('evt', 'x')`,
    set: `type = 'y'`,
  }),
  table('coupon_redemptions', {
    column: 'code',
    insert: `insert into public.coupon_redemptions (booking_id, code, email) values (${anyBooking}, 'X', 'x@x')`,
    set: `code = 'Y'`,
  }),
  table('mail_outbox', {
    insert: `insert into public.mail_outbox (key, template_type, to_email) values ('k', 'x', 'a@b')`,
    set: `to_email = 'me@x'`,
  }),
  table(
    'email_templates',
    {
      insert: `insert into public.email_templates (name, subject, content) values ('n', 's', 'c')`,
      set: `subject = subject`,
    },
    {
      select: [refused, refused, 0, 0, kindsOfMail],
      insert: [refused, refused, refused, refused, 1],
      update: [refused, refused, 0, 0, kindsOfMail],
      delete: onlyService.delete,
    },
  ),
  table(
    'default_mails',
    {
      column: 'template_type',
      insert: `insert into public.default_mails values ('x', 'n', 's', 'c')`,
      set: `subject = subject`,
    },
    { ...onlyService, select: [refused, refused, 0, 0, kindsOfMail] },
  ),
  table(
    'reviews',
    {
      insert: `insert into public.reviews (customer_name, rating, is_approved) values ('n', 5, false)`,
      set: `is_approved = true`,
    },
    {
      select: [1, 1, 1, 1, 2],
      insert: [1, 1, 1, 1, 1],
      update: [refused, refused, 0, 0, 2],
      delete: [refused, refused, 0, 0, 2],
    },
  ),
  table(
    'gallery_photos',
    {
      insert: `insert into public.gallery_photos (image_url) values ('/x.webp')`,
      set: `description = ''`,
    },
    {
      select: [1, 1, 1, 1, 1],
      insert: [refused, refused, refused, refused, 1],
      update: [refused, refused, 0, 0, 1],
      delete: [refused, refused, 0, 0, 1],
    },
  ),
  table(
    'inquiries',
    {
      insert: `insert into public.inquiries (name, email, subject, message) values ('n', 'a@b', 's', 'm')`,
      set: `name = 'x'`,
    },
    {
      select: [refused, refused, 0, 0, 1],
      insert: [1, 1, 1, 1, 1],
      update: onlyService.update,
      delete: onlyService.delete,
    },
  ),
];

export const actions: readonly Action[] = ['select', 'insert', 'update', 'delete'];
