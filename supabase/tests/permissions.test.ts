import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, coupon, hold, wanted } from './bookings.ts';
import { actions, refused, tables } from './permission-cells.ts';
import { anon, ask, holderOf, service, signUp, tryOut, type Person } from './cast.ts';

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

  test('one request writes one review or inquiry, not thousands', async () => {
    const many = {
      inquiries: `insert into public.inquiries (name, email, subject, message)
        select 'n', 'n@example.com', 's', 'm' from generate_series(1, 2)`,
      reviews: `insert into public.reviews (customer_name, rating)
        select 'n', 5 from generate_series(1, 2)`,
    };
    for (const sql of Object.values(many)) {
      for (const person of people) expect(await tryOut(database.pool, person, sql)).toBe('PT400');
      expect(await tryOut(database.pool, service, sql)).toBe(2);
    }
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
