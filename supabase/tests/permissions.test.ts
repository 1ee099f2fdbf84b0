import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { call, hold, wanted } from './bookings.ts';
import { anon, ask, holderOf, service, signUp, tryCall, tryOut, type Person } from './cast.ts';
import { sqlFunctions } from './function-cells.ts';
import { gatherCast } from './permission-cast.ts';
import { actions } from './cell-makers.ts';
import { tables } from './permission-cells.ts';
import { refused, roles, type Role } from './permission-roles.ts';
import { storage } from './storage-cells.ts';

// Set by the storage: any other delete is refused.
const asStorage = `select set_config('storage.allow_delete_query', 'true', true) as allowed`;

describeEachDatabase('Permissions', { both: 'access' }, (open) => {
  let database: Database;
  let everybody: Record<Role, Person>;
  let people: Person[];
  let guestBooking: string;
  let ownBooking: string;

  beforeAll(async () => {
    database = await open();
    ({ people: everybody, guestBooking, ownBooking } = await gatherCast(database));
    people = roles.filter((role) => role !== 'service').map((role) => everybody[role]);
  });

  afterAll(() => database.close());

  const outcomes = async (attempt: (person: Person) => Promise<unknown>) => {
    const seen = {} as Record<Role, unknown>;
    for (const role of roles) seen[role] = await attempt(everybody[role]);
    return seen;
  };

  describe.each([...tables, ...storage])('$name', ({ try: statements, cells }) => {
    test.each(actions)(
      'allow each role to %s its rows only [S5.27, S5.28, S6.19]',
      async (action) => {
        const seen = await outcomes((who) =>
          tryOut(database.pool, who, statements[action], asStorage),
        );
        expect(seen).toEqual(cells[action]);
      },
    );
  });

  describe.each(sqlFunctions.map((one) => [one.signature, one] as const))(
    '%s',
    (_signature, { call: sql, cells }) => {
      test('answers each role as its cell says', async () => {
        expect(await outcomes((who) => tryCall(database.pool, who, sql))).toEqual(cells);
      });
    },
  );

  test('an anonymous "select *" on bookings is refused', async () => {
    expect(await tryOut(database.pool, anon, 'select * from public.bookings')).toBe(refused);
  });

  test('a booking id reveals no phone, address, account or amounts', async () => {
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
    'only the server reads %s of slot_claims',
    async (column) => {
      for (const person of people) {
        expect(
          await tryOut(database.pool, person, `select ${column} from public.slot_claims`),
        ).toBe(refused);
      }
    },
  );

  test("a review does not reveal its booking's id, which would open the booking", async () => {
    for (const person of people) {
      expect(await tryOut(database.pool, person, 'select booking_id from public.reviews')).toBe(
        refused,
      );
    }
  });

  test('a review cannot be written as approved [S3.6]', async () => {
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

  test('the info address manages reviews without being an administrator [S6.15]', async () => {
    await call(database.pool, 'set_info_email', ' Info@Example.com ');
    const { info } = everybody;
    const impostor = await signUp(database.pool, 'info2@example.com');
    expect(await tryOut(database.pool, info, 'select id from public.reviews')).toBe(2);
    expect(await tryOut(database.pool, info, 'delete from public.reviews')).toBe(2);
    expect(await tryOut(database.pool, info, 'select id from public.inquiries')).toBe(0);
    expect(await tryOut(database.pool, impostor.person, 'delete from public.reviews')).toBe(0);
  });

  test('the info address counts only when confirmed', async () => {
    await call(database.pool, 'set_info_email', 'late@example.com');
    const { person } = await signUp(database.pool, 'late@example.com', { confirmed: false });
    expect(await tryOut(database.pool, person, 'delete from public.reviews')).toBe(0);
  });

  test('is_admin answers everyone, true only for administrators [S4.11, S7.28]', async () => {
    const administrators = await outcomes((who) =>
      tryCall(database.pool, who, 'select public.is_admin()'),
    );
    expect(roles.filter((role) => administrators[role] !== false)).toEqual([
      'administrator',
      'proven',
    ]);
  });

  test('a customer with an ended session reads their bookings and changes none', async () => {
    const { owner } = everybody;
    const claims = { ...owner.identity.claims, session_id: crypto.randomUUID() };
    const ended = { ...owner, identity: { ...owner.identity, claims } };
    const change = 'update public.bookings set status = status';
    const read = 'select id from public.bookings';
    expect(await tryOut(database.pool, owner, change)).toBe(1);
    expect(await tryOut(database.pool, ended, change)).toBe(0);
    expect(await tryOut(database.pool, ended, read)).toBe(1);
  });

  test('a hold hides its time from everyone but its own visitor', async () => {
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
