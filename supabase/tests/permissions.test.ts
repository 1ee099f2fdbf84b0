import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, coupon, hold, wanted } from './bookings.ts';
import { anon, ask, holderOf, service, signUp, tryOut, type Person } from './cast.ts';

const insertBooking = `insert into public.bookings
  select (jsonb_populate_record(null::public.bookings, to_jsonb(b) || jsonb_build_object('id', gen_random_uuid()))).*
  from public.bookings b limit 1`;
const anyBooking = `'00000000-0000-4000-8000-000000000001'`;
const refused = '42501';
const onlyService = {
  select: [refused, refused, refused, refused, refused],
  insert: [refused, refused, refused, refused, refused],
  update: [refused, refused, refused, refused, refused],
  delete: [refused, refused, refused, refused, refused],
} as const;

type Action = 'select' | 'insert' | 'update' | 'delete';
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
const tables: Table[] = [
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
      select: [refused, refused, 0, 0, 6],
      insert: [refused, refused, refused, refused, 1],
      update: [refused, refused, 0, 0, 6],
      delete: onlyService.delete,
    },
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
      update: onlyService.update,
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

const actions: readonly Action[] = ['select', 'insert', 'update', 'delete'];

describeEachDatabase('Who may do what', (open) => {
  let database: Database;
  let people: Person[];
  let guestBooking: string;
  let ownBooking: string;

  beforeAll(async () => {
    database = await open();
    const { pool } = database;
    const owner = await signUp(pool, 'owner@example.com');
    const stranger = await signUp(pool, 'stranger@example.com');
    const admin = await signUp(pool, 'boss@example.com', { admin: true });
    guestBooking = await book(pool, { customer_email: 'guest@example.com' });
    ownBooking = await book(pool, { ...coupon, user_id: owner.id });
    await book(pool, { user_id: stranger.id });
    await call(pool, 'release_booking', ownBooking, 2000, 2000, 'test');
    await pool.query(
      `update public.bookings set status = 'confirmed', cancelled_at = null where id = $1`,
      [ownBooking],
    );
    await pool.query(`
      insert into public.slot_claims (during, booking_id, service_name)
        select private.span_of(b), id, service_name from public.bookings b where id = '${ownBooking}';
      insert into public.coupon_redemptions (booking_id, code, email) values ('${ownBooking}', 'A', 'a@example.com');
      insert into public.slot_claims (during, reason) values ('[2030-06-03 13:00Z,2030-06-03 21:00Z)', 'Holiday');
      insert into public.stripe_events (id, type) values ('evt_1', 'x');
      insert into public.reviews (customer_name, rating, is_approved) values ('Bo', 5, true), ('Cy', 1, false);
      insert into public.gallery_photos (image_url) values ('/1.webp');
      insert into public.inquiries (name, email, subject, message) values ('Di', 'di@example.com', 'Hi', 'Hello');`);
    people = [anon, holderOf(guestBooking), owner.person, stranger.person, admin.person];
  });

  afterAll(() => database.close());

  describe.each(tables)('$name', ({ name, try: statements, cells }) => {
    test.each(actions)('lets each role %s what it may, and no more', async (action) => {
      const seen = [];
      for (const person of people)
        seen.push(await tryOut(database.pool, person, statements[action]));
      expect(seen).toEqual(cells[action]);
    });

    test('shows and lets the server change everything', async () => {
      const rows = await tryOut(database.pool, service, statements.select);
      expect(rows).toBeGreaterThan(0);
      if (name === 'admins' || name === 'booked_slots') return;
      expect(await tryOut(database.pool, service, statements.update)).toBe(rows);
    });
  });

  test('an anonymous "select *" on bookings is refused', async () => {
    expect(await tryOut(database.pool, anon, 'select * from public.bookings')).toBe(refused);
  });

  test('holding an id does not reveal phone, address, account or amounts', async () => {
    for (const column of [
      'customer_phone',
      'address',
      'postal_code',
      'user_id',
      'total_cents',
      'client_address',
    ]) {
      const read = `select ${column} from public.bookings`;
      expect(await tryOut(database.pool, holderOf(guestBooking), read)).toBe(refused);
      const sorted = `select id from public.bookings order by ${column}`;
      expect(await tryOut(database.pool, holderOf(guestBooking), sorted)).toBe(refused);
    }
  });

  test.each(['not-an-id', '', `' or true --`, '{}', '00000000-0000-4000-8000-000000000000'])(
    'the header %j opens no booking',
    async (header) => {
      const { rows } = await ask(database.pool, holderOf(header), 'select id from public.bookings');
      expect(rows).toEqual([]);
    },
  );

  test('the header of one booking does not open another', async () => {
    const asked = await ask(
      database.pool,
      holderOf(guestBooking),
      'select id from public.bookings where id = $1',
      [ownBooking],
    );
    expect(asked.rows).toEqual([]);
  });

  test.each(['booking_id', 'reason', 'id', '*'])(
    'nobody but the server reads %s of slot_claims',
    async (column) => {
      for (const person of people) {
        expect(
          await tryOut(database.pool, person, `select ${column} from public.slot_claims`),
        ).toBe(refused);
      }
    },
  );

  test('the booking of a review is not told, for its id would open it', async () => {
    for (const person of people) {
      expect(await tryOut(database.pool, person, 'select booking_id from public.reviews')).toBe(
        refused,
      );
    }
  });

  test('a review cannot be written as approved', async () => {
    const insert = `insert into public.reviews (customer_name, rating, is_approved) values ('n', 5, true)`;
    for (const person of people) expect(await tryOut(database.pool, person, insert)).toBe(refused);
  });

  test('whoever signs in with the info address manages reviews without being an administrator', async () => {
    await call(database.pool, 'set_info_email', ' Info@Example.com ');
    const info = await signUp(database.pool, 'info@example.com');
    const impostor = await signUp(database.pool, 'info2@example.com');
    expect(await tryOut(database.pool, info.person, 'select id from public.reviews')).toBe(2);
    expect(await tryOut(database.pool, info.person, 'delete from public.reviews')).toBe(2);
    expect(await tryOut(database.pool, info.person, 'select id from public.inquiries')).toBe(0);
    expect(await tryOut(database.pool, impostor.person, 'delete from public.reviews')).toBe(0);
  });

  test('the info address counts only once it is confirmed', async () => {
    await call(database.pool, 'set_info_email', 'late@example.com');
    const { person } = await signUp(database.pool, 'late@example.com', { confirmed: false });
    expect(await tryOut(database.pool, person, 'delete from public.reviews')).toBe(0);
  });

  test('is_admin answers for everybody, and true for administrators only', async () => {
    const answers = [];
    for (const person of people) {
      answers.push(
        (await ask(database.pool, person, 'select public.is_admin() as it')).rows[0]?.['it'],
      );
    }
    expect(answers).toEqual([false, false, false, false, true]);
  });

  test('every other function of the schema is for the server alone', async () => {
    const { rows } = await database.pool.query<{ name: string; role: string }>(`
      select p.proname as name, r.rolname as role
      from pg_proc p cross join pg_roles r
      where p.pronamespace = 'public'::regnamespace and r.rolname in ('anon', 'authenticated')
        and has_function_privilege(r.oid, p.oid, 'execute')
      order by 1, 2`);
    expect(rows).toEqual([
      { name: 'is_admin', role: 'anon' },
      { name: 'is_admin', role: 'authenticated' },
    ]);
  });

  test('row level security is on for every table', async () => {
    const { rows } = await database.pool.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity`,
    );
    expect(rows).toEqual([]);
  });

  test('every function is safe from a changed search path', async () => {
    const { rows } = await database.pool.query(
      `select proname from pg_proc
       where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         and not coalesce(proconfig @> array['search_path=""'], false)`,
    );
    expect(rows).toEqual([]);
  });

  test('a hold keeps its time from everyone but its own visitor', async () => {
    const booking = wanted();
    const { booking_id: id } = await hold(database.pool, booking);
    const read =
      'select booking_time, service_name, duration_minutes from public.booked_slots where booking_date = $1';
    const seen = await ask(database.pool, anon, read, [booking['booking_date']]);
    expect(seen.rows).toEqual([
      { booking_time: '12:00', service_name: 'Premium Detailing', duration_minutes: 180 },
    ]);
    const own = await ask(database.pool, holderOf(id), read, [booking['booking_date']]);
    expect(own.rows).toEqual([]);
  });
});
