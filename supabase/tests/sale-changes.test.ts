import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changePrice } from '../../domain/money/change-sale.ts';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, hold, mailsOf, nextDay, paidInFull, settle, wanted } from './bookings.ts';
import type { Wanted } from './bookings.ts';
import { ask, signUp, type Person } from './cast.ts';
import { markRain } from './rain.ts';

type Changed = {
  problem: string | null;
  status: string;
  due_on_site_cents: number;
  overpaid_cents: number;
  notified: string | null;
};

type Row = Record<string, never> & {
  service_id: string;
  vehicle_type: string;
  add_ons: { id: string }[] | null;
  price_cents: number;
  discount_cents: number;
  nearby_discount_cents: number;
  tip_cents: number;
  tax_cents: number;
  total_cents: number;
  duration_minutes: number;
  status: string;
};

const gst = [{ label: 'GST (5%)', basisPoints: 500, cents: 600, registrationNumber: '' }];
const wax = [{ id: 'wax', name: 'Wax', priceCents: 4000, minutes: 30 }];
const saleColumns = [
  ...['service_id', 'service_name', 'vehicle_type', 'vehicle_name', 'add_ons', 'duration_minutes'],
  ...['price_cents', 'discount_cents', 'nearby_discount_cents', 'tax_cents', 'tax_lines'],
  'total_cents',
];

describeEachDatabase('A change of what was sold', (open) => {
  let database: Database;
  let boss: { id: string; person: Person };
  beforeAll(async () => {
    database = await open();
    boss = await signUp(database.pool, 'boss@example.com', { admin: true });
  });
  afterAll(() => database.close());

  const rowOf = async (id: string): Promise<Row> => {
    const { rows } = await database.pool.query<{ it: Row }>(
      'select to_jsonb(booking) as it from public.bookings as booking where id = $1',
      [id],
    );
    return rows[0]?.it as Row;
  };
  const seenOf = (row: Row) => ({
    service_id: row.service_id,
    vehicle_type: row.vehicle_type,
    add_ons: (row.add_ons ?? []).map((one) => one.id),
    price_cents: row.price_cents,
    total_cents: row.total_cents,
  });

  /** Changes a booking as the server does: `price_cents` before tax, other columns as they are to be. */
  const change = async (
    id: string,
    { price_cents, ...work }: Record<string, unknown>,
    { anyway = false, preview = false, seen = undefined as object | undefined } = {},
  ) => {
    const row = await rowOf(id);
    const sold = Object.fromEntries(
      Object.entries(row).filter(([column]) => saleColumns.includes(column)),
    );
    const price = typeof price_cents === 'number' ? changePrice(row, price_cents) : {};
    return call<Changed>(
      database.pool,
      'change_visit',
      id,
      JSON.stringify(seen ?? seenOf(row)),
      JSON.stringify({ ...sold, ...price, ...work }),
      anyway,
      boss.id,
      preview,
    );
  };
  const payOnSite = (id: string, cents: number) =>
    ask(database.pool, boss.person, `select public.record_payment($1, 'cash', $2) as it`, [
      id,
      cents,
    ]);
  const payBalance = async (id: string, cents: number) => {
    await call(database.pool, 'begin_balance', id, `pi_rest_${id}`, cents, 0);
    return settle(database.pool, `pi_rest_${id}`, id, cents);
  };
  const phone = (changes: Wanted = {}) =>
    call<string>(
      database.pool,
      'book_by_phone',
      JSON.stringify(wanted({ id: randomUUID(), due_now_cents: 0, deposit_cents: 0, ...changes })),
      boss.id,
    );
  const claimOf = async (id: string) => {
    const { rows } = await database.pool.query<{ it: string }>(
      `select private.local_time(lower(during)) || '-' || private.local_time(upper(during)) as it
       from public.slot_claims where booking_id = $1`,
      [id],
    );
    return rows[0]?.it;
  };
  describe('paid in full online', () => {
    test('has its rise due, in cash or online, and becomes paid; then a fall is overpaid', async () => {
      const id = await book(database.pool, { ...paidInFull, tax_lines: null });
      expect(await change(id, { price_cents: 15999 })).toEqual({
        problem: null,
        overlaps: false,
        status: 'confirmed',
        due_on_site_cents: 4200,
        overpaid_cents: 0,
        notified: (await rowOf(id))['customer_email'],
      });
      await expect(payOnSite(id, 4201)).rejects.toThrow('amount_too_large');
      await payOnSite(id, 2000);
      expect(await payBalance(id, 2200)).toMatchObject({ outcome: 'settled', status: 'paid' });
      expect(await change(id, { price_cents: 11999 })).toMatchObject({
        status: 'paid',
        due_on_site_cents: 0,
        overpaid_cents: 4200,
      });
    });

    test('keeps its taxes at the rates that were sold', async () => {
      const id = await book(database.pool, paidInFull);
      await database.pool.query('update public.bookings set tax_lines = $2 where id = $1', [
        id,
        JSON.stringify(gst),
      ]);
      await change(id, { price_cents: 15999 });
      expect(await rowOf(id)).toMatchObject({
        tax_cents: 800,
        total_cents: 16799,
        due_now_cents: 12599,
        tax_lines: [{ ...gst[0], cents: 800 }],
      });
    });

    test('is due again after a rise that follows a refund of what was overpaid', async () => {
      const id = await book(database.pool, paidInFull);
      expect(await change(id, { price_cents: 7999 })).toMatchObject({
        status: 'confirmed',
        overpaid_cents: 4200,
      });
      await call(database.pool, 'refund_booking', id, 4200, 12599, randomUUID(), boss.id);
      expect(await change(id, { price_cents: 7998 })).toMatchObject({ overpaid_cents: 1 });
      expect(await change(id, { price_cents: 11999 })).toMatchObject({
        status: 'confirmed',
        due_on_site_cents: 4200,
        overpaid_cents: 0,
      });
      await payOnSite(id, 4200);
      expect(await rowOf(id)).toMatchObject({ status: 'paid' });
    });
  });

  describe('with a deposit', () => {
    test('has the rest due, and what is paid stays the deposit', async () => {
      const id = await book(database.pool);
      expect(await change(id, { price_cents: 9999 })).toMatchObject({
        status: 'deposit_paid',
        due_on_site_cents: 7999,
      });
      expect(await change(id, { price_cents: 13999 })).toMatchObject({ due_on_site_cents: 11999 });
      expect(await rowOf(id)).toMatchObject({
        tax_cents: 0,
        deposit_cents: 2000,
        due_now_cents: 2000,
      });
    });

    test('is paid when its price falls to the deposit, and overpaid below it', async () => {
      const id = await book(database.pool);
      expect(await change(id, { price_cents: 2000 })).toMatchObject({
        status: 'paid',
        overpaid_cents: 0,
      });
      expect(await change(id, { price_cents: 1500 })).toMatchObject({
        status: 'paid',
        overpaid_cents: 500,
      });
      expect(await change(id, { price_cents: 3000 })).toMatchObject({
        status: 'deposit_paid',
        due_on_site_cents: 1000,
      });
    });

    test('keeps a coupon in cents, up to the price', async () => {
      const id = await book(database.pool, {
        coupon_code: 'NEWCUSTOMER20',
        discount_cents: 2000,
        total_cents: 9999,
      });
      await change(id, { price_cents: 15000 });
      expect(await rowOf(id)).toMatchObject({ discount_cents: 2000, total_cents: 13000 });
      await change(id, { price_cents: 1500 });
      expect(await rowOf(id)).toMatchObject({ discount_cents: 1500, total_cents: 0 });
    });
  });

  describe('by phone', () => {
    test('is paid, has a rise due with a new receipt, and is paid again', async () => {
      const id = await phone();
      await payOnSite(id, 11999);
      expect(await change(id, { price_cents: 13999 })).toMatchObject({
        status: 'confirmed',
        due_on_site_cents: 2000,
      });
      await payOnSite(id, 2000);
      expect(await rowOf(id)).toMatchObject({ status: 'paid' });
      const { rows } = await database.pool.query<{ status: string; paid: number }>(
        `select status, jsonb_array_length(data -> 'payments') as paid from public.mail_outbox
         where booking_id = $1 and template_type = 'receipt' order by created_at`,
        [id],
      );
      expect(rows.map(({ status, paid }) => [status, paid])).toEqual([
        ['dropped', 1],
        ['queued', 2],
      ]);
    });

    test('is in the list of bookings with money due after the rise', async () => {
      const id = await book(database.pool, paidInFull);
      const tags = async () => {
        const { rows } = await database.pool.query<{ tags: string[] }>(
          `select private.booking_tags(status, payment_option, total_cents, due_now_cents, done_at, no_show_at) as tags
           from public.bookings where id = $1`,
          [id],
        );
        return rows[0]?.tags;
      };
      expect(await tags()).not.toContain('due');
      await change(id, { price_cents: 15999 });
      expect(await tags()).toContain('due');
    });
  });

  describe('of the work', () => {
    test('changes service, class, add-ons, checklist and claim, and tells them', async () => {
      const id = await phone({ booking_time: '09:00', duration_minutes: 60 });
      await change(id, {
        service_id: 'basic-wash',
        service_name: 'Basic Wash',
        vehicle_type: 'sedan',
        vehicle_name: 'Sedan',
        add_ons: wax,
        duration_minutes: 120,
        price_cents: 9999,
      });
      expect(await claimOf(id)).toBe('09:00-11:00');
      expect(await rowOf(id)).toMatchObject({ calendar_sequence: 1, duration_minutes: 120 });
      const { rows } = await ask(database.pool, boss.person, 'select public.visit_work($1) as it', [
        id,
      ]);
      expect(JSON.stringify(rows[0]?.['it'])).toContain('Wax');
      const told = (await mailsOf(database.pool, id)).filter(
        (mail) => mail.template_type === 'booking_corrected',
      );
      expect(told.map((mail) => mail.data)).toEqual([
        expect.objectContaining({
          changes: [
            'Service: Basic Wash',
            'Vehicle: Sedan',
            'Add-ons: Wax',
            'Length: 2 hours',
            'Price: $99.99',
            'Total: $99.99',
            'Still to pay: $99.99',
          ].join('\n'),
        }),
      ]);
      const { rows: history } = await database.pool.query(
        `select actor_label, was, "is" from public.booking_changes
         where booking_id = $1 and action = 'sale_changed'`,
        [id],
      );
      expect(history).toMatchObject([
        {
          actor_label: 'boss@example.com',
          was: { service_name: 'Premium Detailing', total_cents: 11999 },
          is: { service_name: 'Basic Wash', total_cents: 9999, add_ons: wax },
        },
      ]);
    });

    test('is refused when the longer visit meets another one, and told by a preview', async () => {
      const day = nextDay();
      const id = await phone({
        booking_date: day,
        booking_time: '09:00',
        duration_minutes: 60,
      });
      await phone({ booking_date: day, booking_time: '11:00', duration_minutes: 60 });
      const longer = { duration_minutes: 180, price_cents: 15000 };
      expect(await change(id, longer, { preview: true })).toMatchObject({
        problem: 'slot_taken',
        due_on_site_cents: 15000,
      });
      await expect(change(id, longer, { anyway: true })).rejects.toThrow('slot_taken');
      expect(await rowOf(id)).toMatchObject({ duration_minutes: 60, total_cents: 11999 });
      expect(await claimOf(id)).toBe('09:00-10:00');
      await change(id, { duration_minutes: 30 });
      expect(await claimOf(id)).toBe('09:00-09:30');
    });

    test('outside the opening hours needs a second yes', async () => {
      const id = await phone({ booking_time: '16:00', duration_minutes: 60 });
      const longer = { duration_minutes: 360 };
      expect(await change(id, longer, { preview: true })).toMatchObject({
        problem: 'outside_hours',
      });
      await expect(change(id, longer)).rejects.toThrow('outside_hours');
      await change(id, longer, { anyway: true });
      expect(await claimOf(id)).toBe('16:00-22:00');
      await expect(change(id, { duration_minutes: 540 }, { anyway: true })).rejects.toThrow(
        'slot_taken',
      );
    });

    test('of a visit that has begun asks for no time, and its claim ends at the next visit', async () => {
      const day = nextDay();
      const id = await phone({ booking_date: day, booking_time: '09:00', duration_minutes: 60 });
      await phone({ booking_date: day, booking_time: '11:00', duration_minutes: 60 });
      await database.pool.query('update public.bookings set done_at = now() where id = $1', [id]);
      expect(await change(id, { duration_minutes: 120, price_cents: 9000 })).toMatchObject({
        overlaps: false,
      });
      expect(await change(id, { duration_minutes: 240, price_cents: 20000 })).toMatchObject({
        problem: null,
        overlaps: true,
        due_on_site_cents: 20000,
      });
      expect(await claimOf(id)).toBe('09:00-11:00');
      expect(await rowOf(id)).toMatchObject({ duration_minutes: 240 });
    });

    test('keeps the email about a move that waits to be sent', async () => {
      const id = await phone({ booking_time: '09:00', duration_minutes: 60 });
      await ask(database.pool, boss.person, `select public.move_booking($1, $2, '12:00') as it`, [
        id,
        nextDay(),
      ]);
      await change(id, { duration_minutes: 90 });
      expect(
        (await mailsOf(database.pool, id)).find(
          (mail) => mail.template_type === 'booking_rescheduled',
        )?.data,
      ).toMatchObject({ sequence: 2 });
    });
  });

  describe('is refused', () => {
    test('when another administrator changed it first; the same change again is fine', async () => {
      const id = await phone();
      const seen = seenOf(await rowOf(id));
      const results = await Promise.allSettled([
        change(id, { price_cents: 9000 }, { seen }),
        change(id, { price_cents: 8000 }, { seen }),
      ]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(results.find((one) => one.status === 'rejected')?.reason).toMatchObject({
        code: 'PT409',
        message: 'booking_changed',
      });
      const { price_cents } = await rowOf(id);
      await change(id, { price_cents }, { seen });
      expect(
        (await mailsOf(database.pool, id)).filter(
          (mail) => mail.template_type === 'booking_corrected',
        ),
      ).toHaveLength(1);
    });

    test('for a booking that is not confirmed, cancelled, waits because of rain, or was erased', async () => {
      const { booking_id: unpaid } = await hold(database.pool, wanted());
      await expect(change(unpaid, { price_cents: 1 })).rejects.toThrow('not_confirmed');
      const cancelled = await book(database.pool);
      await call(database.pool, 'release_booking', cancelled, 0, 2000, 'test');
      await expect(change(cancelled, { price_cents: 1 })).rejects.toThrow('booking_cancelled');
      const day = nextDay();
      const rained = await book(database.pool, { booking_date: day });
      const other = { date: nextDay(), time: '12:00' };
      await markRain(database.pool, boss.person, day, { [rained]: [other] });
      await expect(change(rained, { price_cents: 1 })).rejects.toThrow('visit_rained_out');
      const erased = await book(database.pool);
      await database.pool.query('select private.clear_personal_columns(array[$1::uuid])', [erased]);
      await expect(change(erased, { price_cents: 1 })).rejects.toThrow('booking_not_found');
    });
  });
});
