import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';

/** A field that may be left empty ends with a question mark. */
const promised = {
  bookings: [
    // Phone customers may have no email address.
    ...['id uuid', 'customer_name text', 'customer_email text?', 'user_id uuid?'],
    ...['service_name text', 'car_model text', 'car_year integer'],
    ...['booking_date date', 'booking_time time', 'status text', 'deposit_paid boolean'],
    'stripe_checkout_session_id text?',
  ],
  reviews: [
    ...['id uuid', 'booking_id uuid?', 'customer_name text', 'rating smallint', 'comment text?'],
    ...['photo_url text?', 'is_approved boolean', 'created_at timestamp with time zone'],
  ],
  gallery_photos: [
    ...['id uuid', 'image_url text', 'description text', 'created_at timestamp with time zone'],
  ],
  inquiries: ['name text', 'email text', 'subject text', 'message text', 'booking_id uuid?'],
  email_templates: ['id uuid', 'name text', 'subject text', 'content text', 'template_type text'],
};

describeEachDatabase('The tables', { both: 'values' }, (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  async function fieldsOf(table: string) {
    const { rows } = await database.pool.query<{ field: string }>(
      `select attname || ' ' || regexp_replace(format_type(atttypid, null), ' without time zone$', '')
         || case when attnotnull then '' else '?' end as field
       from pg_attribute
       where attrelid = ('public.' || $1)::regclass and attnum > 0 and not attisdropped`,
      [table],
    );
    return rows.map(({ field }) => field);
  }

  async function defaultOf(table: string, column: string) {
    const { rows } = await database.pool.query<{ value: string }>(
      `select column_default as value from information_schema.columns
       where table_schema = 'public' and table_name = $1 and column_name = $2`,
      [table, column],
    );
    return rows[0]?.value;
  }

  /** Writes a row as the owner and rolls back; returns the SQLSTATE of the refusal. */
  async function refusalOf(statement: string, value: unknown) {
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query(statement, [value]);
      return null;
    } catch (error) {
      return (error as { code?: string }).code;
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  test.each(Object.entries(promised))(
    '%s have the specified fields [S3.3, S3.4, S3.5, S3.7, S3.8, S3.9]',
    async (table, fields) => {
      expect(await fieldsOf(table)).toEqual(expect.arrayContaining(fields));
    },
  );

  test('a template is for a confirmation by default [S3.9]', async () => {
    expect(await defaultOf('email_templates', 'template_type')).toContain("'booking_confirmation'");
  });

  test('a review is unapproved by default [S3.5]', async () => {
    expect(await defaultOf('reviews', 'is_approved')).toBe('false');
  });

  test('a booking has one of five statuses [S4.12]', async () => {
    const { rows } = await database.pool.query<{ rule: string }>(
      `select pg_get_constraintdef(oid) as rule from pg_constraint
       where conrelid = 'public.bookings'::regclass and contype = 'c'
         and pg_get_constraintdef(oid) like '%pending_payment%'`,
    );
    const named = Array.from(rows[0]?.rule.matchAll(/'([a-z_]+)'/g) ?? [], ([, status]) => status);
    expect(new Set(named)).toEqual(
      new Set(['pending_payment', 'deposit_paid', 'confirmed', 'paid', 'cancelled']),
    );
  });

  test('a rating is from one to five [S9.25]', async () => {
    const write = `insert into public.reviews (customer_name, rating) values ('Robin', $1)`;
    for (const rating of [1, 5]) expect(await refusalOf(write, rating)).toBeNull();
    for (const rating of [0, 6]) expect(await refusalOf(write, rating)).toBe('23514');
  });
});
