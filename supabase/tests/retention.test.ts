import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call } from './bookings.ts';
import { anon, ask, signUp, type Person } from './cast.ts';

type Row = Record<string, unknown>;

describeEachDatabase('Records', { both: 'values' }, (open) => {
  let database: Database;
  let owner: Person;
  let booking: string;
  beforeAll(async () => {
    database = await open();
    owner = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
    booking = await book(database.pool);
    await call(database.pool, 'delete_expired', 10_000);
  });
  afterAll(() => database.close());

  const count = async (table: string, where = 'true') => {
    const { rows } = await database.pool.query<Row>(
      `select count(*)::integer as it from public.${table} where ${where}`,
    );
    return rows[0]?.['it'];
  };
  const deleteExpired = async (batch = 500) =>
    Number(await call(database.pool, 'delete_expired', batch));

  /** Adds three records: one that is a day too old, one that is a day younger, and one of today. */
  const three = (into: string, columns: string, values: string, days: number) =>
    database.pool.query(
      `insert into public.${into} (${columns})
       select ${values} from unnest(array[${days + 1}, ${days - 1}, 0]) as age
       cross join public.bookings as booking where booking.id = $1`,
      [booking],
    );
  const ago = `now() - age * interval '1 day'`;

  test.each([
    [
      'emails',
      'mail_outbox',
      'key, template_type, to_email, status, created_at',
      `'old:' || age, 'old_mail', 'ada@example.com', 'sent', ${ago}`,
      540,
      `template_type = 'old_mail'`,
    ],
    [
      'text messages',
      'text_outbox',
      'key, kind, phone, booking_id, status, created_at',
      `'old:' || age, 'old_text', '+19055550101', booking.id, 'sent', ${ago}`,
      540,
      `kind = 'old_text'`,
    ],
    [
      'consents to texts',
      'text_consents',
      'phone, booking_id, wording, given_in, given_at, withdrawn_at, withdrawn_in',
      `'+19055550101', booking.id, 'Old words', 'booking_form', ${ago}, ${ago}, 'owner'`,
      1460,
      `wording = 'Old words'`,
    ],
    [
      'payment links',
      'payment_links',
      'booking_id, token_hash, is_mailed, expires_at',
      `booking.id, sha256(age::text::bytea), true, ${ago}`,
      60,
      'true',
    ],
    [
      'reports of the payment provider',
      'stripe_events',
      'id, type, received_at',
      `'evt_old_' || age, 'old', ${ago}`,
      90,
      `type = 'old'`,
    ],
    [
      'inquiries',
      'inquiries',
      'name, email, subject, message, status, created_at',
      `'Ada', 'ada@example.com', 'Old', 'Hello', 'answered', ${ago}`,
      730,
      `subject = 'Old'`,
    ],
  ])('deletes %s when their time is over', async (_, into, columns, values, days, where) => {
    await three(into, columns, values, days);
    expect(await count(into, where)).toBe(3);
    expect(await deleteExpired()).toBe(1);
    expect(await count(into, where)).toBe(2);
  });

  test('keeps emails that are not sent yet, and inquiries that nobody answered', async () => {
    await database.pool.query(`
      insert into public.mail_outbox (key, template_type, to_email, status, created_at)
      values ('waiting', 'waiting_mail', 'ada@example.com', 'queued', now() - interval '900 days');
      insert into public.inquiries (name, email, subject, message, status, created_at)
      values ('Ada', 'ada@example.com', 'Unanswered', 'Hello', 'new', now() - interval '900 days')`);
    expect(await deleteExpired()).toBe(0);
  });

  test('deletes links to a visit only long after the visit', async () => {
    await database.pool.query(
      `insert into public.visit_links (booking_id, token_hash, told_date, told_time)
       values ($1, 'one', current_date - 100, '09:00')`,
      [booking],
    );
    // It was moved to a day ahead.
    expect(await deleteExpired()).toBe(0);
    await database.pool.query(`
      set session_replication_role = replica;
      update public.bookings set booking_date = current_date - 61;
      set session_replication_role = default`);
    expect(await deleteExpired()).toBeGreaterThan(0);
    expect(await count('visit_links')).toBe(0);
  });

  test('deletes the oldest entries of histories after seven years', async () => {
    await database.pool.query(
      `update public.booking_changes set at = now() - interval '2556 days'
       where id = (select min(id) from public.booking_changes)`,
    );
    const before = Number(await count('booking_changes'));
    expect(await deleteExpired()).toBe(1);
    expect(await count('booking_changes')).toBe(before - 1);
  });

  test('takes the copy of a booking out of its first entry, and leaves what screens show', async () => {
    await database.pool.query(
      `insert into public.booking_changes (booking_id, actor_label, action, "is")
       select id, 'Guest', 'created', private.kept_columns(to_jsonb(booking)) from public.bookings as booking`,
    );
    expect(await deleteExpired()).toBe(1);
    const { rows } = await database.pool.query<{ is: Row }>(
      `select "is" from public.booking_changes where action = 'created' order by id desc limit 1`,
    );
    expect(Object.keys(rows[0]?.is ?? {}).toSorted()).toEqual([
      'booking_date',
      'booking_time',
      'payment_option',
      'service_name',
      'source',
      'status',
      'total_cents',
      'vehicle_type',
    ]);
  });

  test('deletes in small steps', async () => {
    await database.pool.query(
      `insert into public.stripe_events (id, type, received_at)
       select 'evt_' || n, 'many', now() - interval '91 days' from generate_series(1, 25) as n`,
    );
    expect([await deleteExpired(10), await deleteExpired(10), await deleteExpired(10)]).toEqual([
      10, 10, 5,
    ]);
    expect(await deleteExpired(10)).toBe(0);
  });

  test('follows the days in the table, which keeps to what the law needs', async () => {
    await database.pool.query('delete from public.stripe_events');
    await three('stripe_events', 'id, type, received_at', `'evt_new_' || age, 'new', ${ago}`, 60);
    await database.pool.query(
      `update public.retention set keep_days = 60 where kind = 'provider_events'`,
    );
    expect(await deleteExpired()).toBe(1);
    await expect(
      database.pool.query(`update public.retention set keep_days = 365 where kind = 'history'`),
    ).rejects.toThrow('retention_is_long_enough');
  });

  test('lists for the owner how long each kind is kept', async () => {
    const { rows } = await ask(database.pool, owner, 'select public.retention_page() as it');
    expect(rows[0]?.['it']).toContainEqual({ kind: 'emails', days: 540 });
    await expect(ask(database.pool, anon, 'select public.retention_page()')).rejects.toThrow(
      'permission denied',
    );
  });
});
