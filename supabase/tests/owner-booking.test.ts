import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import {
  addedByCustomer,
  book,
  call,
  coupon,
  hold,
  mailsOf,
  nextDay,
  paidInFull,
  stored,
  wanted,
  type Wanted,
} from './bookings.ts';
import { ask, signUp, type Person } from './cast.ts';
import { cancelForRain } from './rain.ts';
import { takeOff } from './time-rules.ts';
import { fixedTerms } from '../../domain/business/fixed-terms.ts';

type Entry = { kind: string; action?: string; by?: string; template_type?: string; id: string };
type PageData = {
  booking: Record<string, unknown>;
  money: Record<string, number>;
  called_off: string | null;
  note: { text: string; version: number };
  timeline: Entry[];
};

const localToday = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto' }).format(new Date());

describeEachDatabase("A booking on the owner's screen", (open) => {
  let database: Database;
  let boss: { id: string; person: Person };
  beforeAll(async () => {
    database = await open();
    boss = await signUp(database.pool, 'boss@example.com', { admin: true });
  });
  afterAll(() => database.close());

  async function does<Answer>(name: string, ...values: unknown[]) {
    const places = values.map((_, index) => `$${index + 1}`).join(', ');
    const sql = `select public.${name}(${places}) as answer`;
    const { rows } = await ask(database.pool, boss.person, sql, values);
    return rows[0]?.['answer'] as Answer;
  }
  const pageOf = (id: string) => does<PageData>('booking_page', id);
  const pay = (id: string, cents: number, tip = 0, method = 'cash', requestId?: string) =>
    does<{ payment_id: string; status: string; due_on_site_cents: number }>(
      'record_payment',
      id,
      method,
      cents,
      tip,
      requestId ?? randomUUID(),
    );

  /** A booking that starts at midnight. */
  const begun = async () => {
    const id = await book(database.pool);
    await database.pool.query(
      `alter table public.bookings disable trigger user;
       update public.bookings set booking_date = '${localToday()}', booking_time = '00:00' where id = '${id}';
       alter table public.bookings enable trigger user;`,
    );
    return id;
  };

  describe('its page', () => {
    test('has the booking, its money, its note and its history, newest first', async () => {
      const id = await book(database.pool, { client_address: '203.0.113.7' });
      await pay(id, 10999, 1000);
      const page = await pageOf(id);
      expect(page.booking).toMatchObject({ id, status: 'paid', address: '1 Main Street' });
      expect(page.booking).not.toHaveProperty('client_address');
      expect(page.money).toEqual({
        paid_cents: 12999,
        refunded_cents: 0,
        disputed_cents: 0,
        due_on_site_cents: 0,
        online_kept_cents: 2000,
        tip_on_site_cents: 1000,
        overpaid_cents: 0,
        reduced_cents: 0,
        reduced_tax_cents: 0,
      });
      expect(page.note).toEqual({ text: '', version: 0 });
      expect(page.called_off).toBeNull();
      await cancelForRain(database.pool, id);
      expect((await pageOf(id)).called_off).toBe('asked');
      const timeline = page.timeline.map(({ kind, action, template_type }) =>
        [kind, action ?? template_type].filter(Boolean).join(' '),
      );
      expect(timeline.at(-1)).toBe('change created');
      expect(new Set(timeline)).toEqual(
        new Set([
          'change created',
          'change status',
          'payment',
          'mail booking_confirmation',
          ...timeline.filter((one) => one === 'mail receipt'),
        ]),
      );
      expect(page.timeline.filter(({ kind }) => kind === 'payment').map(({ by }) => by)).toEqual([
        'boss@example.com',
        null,
      ]);
    });

    test('is refused for an unknown booking', async () => {
      await expect(pageOf(randomUUID())).rejects.toThrow('booking_not_found');
    });
  });

  describe('a payment on site', () => {
    test('of a part leaves the rest due; the last one marks the booking as paid', async () => {
      const id = await book(database.pool);
      expect(await pay(id, 5000)).toMatchObject({
        status: 'deposit_paid',
        due_on_site_cents: 4999,
      });
      expect(await pay(id, 5499, 500, 'e_transfer')).toMatchObject({
        status: 'paid',
        due_on_site_cents: 0,
      });
    });

    test('sent twice counts once', async () => {
      const id = await book(database.pool);
      const requestId = randomUUID();
      const first = await pay(id, 1000, 0, 'cash', requestId);
      expect(await pay(id, 1000, 0, 'cash', requestId)).toEqual(first);
      expect(await stored(database.pool, id)).toMatchObject({ paid_cents: 3000 });
    });

    test('is recorded with its author', async () => {
      const id = await book(database.pool);
      await pay(id, 1000, 200, 'card');
      const { rows } = await database.pool.query(
        `select payment.recorded_by, change.actor, change."is" - 'payment_id' as "is"
         from public.payments payment, public.booking_changes change
         where payment.booking_id = $1 and payment.method = 'card'
           and change.booking_id = $1 and change.action = 'payment_recorded'`,
        [id],
      );
      expect(rows).toEqual([
        {
          recorded_by: boss.id,
          actor: boss.id,
          is: { method: 'card', amount_cents: 1000, tip_cents: 200 },
        },
      ]);
    });

    const mostTip = fixedTerms.tip.maxCents;

    test('may be a tip alone when nothing is due, up to the limit', async () => {
      const id = await book(database.pool);
      await pay(id, 9999);
      expect(await pay(id, mostTip, mostTip)).toMatchObject({ status: 'paid' });
      await expect(pay(id, 1500, 1400)).rejects.toThrow('amount_too_large');
    });

    test.each([
      ['more than is due', 10000, 0, 'cash', 'amount_too_large'],
      ['no amount', 0, 0, 'cash', 'invalid_payment'],
      ['a tip above the total', 100, 101, 'cash', 'invalid_payment'],
      ['paid online', 100, 0, 'online', 'invalid_payment'],
      ['a tip above the limit', mostTip + 1, mostTip + 1, 'cash', 'payment_too_large'],
    ])('is refused for %s', async (_what, cents, tip, method, refusal) => {
      const id = await book(database.pool);
      await expect(pay(id, cents, tip, method)).rejects.toThrow(refusal);
    });

    test('is refused for an unpaid or cancelled booking', async () => {
      const { booking_id: waiting } = await hold(database.pool, wanted());
      await expect(pay(waiting, 100)).rejects.toThrow('not_confirmed');
      const gone = await book(database.pool);
      await call(database.pool, 'release_booking', gone, 0, 2000, 'test');
      await expect(pay(gone, 100)).rejects.toThrow('booking_cancelled');
    });
  });

  describe('a payment recorded on the wrong booking', () => {
    type Undone = { status: string; due_on_site_cents: number; receipt: string };
    const undo = (paymentId: string) => does<Undone>('undo_payment', paymentId);
    const receiptsOf = async (id: string) => {
      const { rows } = await database.pool.query<{ status: string }>(
        `select status from public.mail_outbox
         where booking_id = $1 and template_type = 'receipt' order by created_at, status`,
        [id],
      );
      return rows.map(({ status }) => status);
    };
    const sent = (id: string) =>
      database.pool.query(
        `update public.mail_outbox set status = 'sent', sent_at = now()
         where booking_id = $1 and status = 'queued'`,
        [id],
      );
    const receivedOn = async (method: string) => {
      const { rows } = await ask(
        database.pool,
        boss.person,
        `select coalesce(sum((line ->> 'received_cents')::integer), 0)::integer as cents
         from jsonb_array_elements(public.money_report($1, $1) -> 'methods') as line
         where line ->> 'method' = $2`,
        [localToday(), method],
      );
      return rows[0]?.['cents'];
    };

    test('is removed: status, amount due and books are restored, and no email is sent', async () => {
      const id = await book(database.pool);
      const received = await receivedOn('card');
      const { payment_id: paymentId } = await pay(id, 9999, 0, 'card');
      expect(await receiptsOf(id)).toEqual(['queued']);
      const undone = { status: 'deposit_paid', due_on_site_cents: 9999, receipt: 'dropped' };
      expect(await undo(paymentId)).toEqual(undone);
      expect(await undo(paymentId), 'again').toEqual(undone);
      expect(await receivedOn('card')).toBe(received);
      expect(await receiptsOf(id)).toEqual(['dropped']);
      const { money, timeline } = await pageOf(id);
      expect(money).toMatchObject({ paid_cents: 2000, due_on_site_cents: 9999 });
      const [entry, ...others] = timeline.filter(({ action }) => action === 'payment_undone');
      expect(entry).toMatchObject({
        by: 'boss@example.com',
        was: { payment_id: paymentId, method: 'card', amount_cents: 9999, tip_cents: 0 },
        is: null,
      });
      expect(others).toEqual([]);
      expect(timeline).toContainEqual(
        expect.objectContaining({ kind: 'payment', id: paymentId, status: 'canceled' }),
      );
      await database.pool.query('select public.scan_payments()');
      const { rows } = await database.pool.query(
        'select from public.payment_findings where booking_id = $1',
        [id],
      );
      expect(rows).toEqual([]);
    });

    test('with a sent receipt says so, and the right payment gets a new receipt', async () => {
      const id = await book(database.pool);
      const { payment_id: paymentId } = await pay(id, 9999);
      await sent(id);
      expect(await undo(paymentId)).toMatchObject({ receipt: 'sent' });
      const { timeline } = await pageOf(id);
      const receipt = timeline.find(({ template_type }) => template_type === 'receipt');
      await expect(does('resend_mail', receipt?.id)).rejects.toThrow('receipt_withdrawn');
      expect(await pay(id, 9999)).toMatchObject({ status: 'paid' });
      expect(await receiptsOf(id)).toEqual(['sent', 'queued']);
    });

    test('leaves other payments and tips: a part is due again', async () => {
      const id = await book(database.pool);
      const { payment_id: part } = await pay(id, 5000);
      await pay(id, 4999);
      const { payment_id: tip } = await pay(id, 1000, 1000);
      expect(await undo(tip)).toEqual({ status: 'paid', due_on_site_cents: 0, receipt: 'none' });
      expect(await receiptsOf(id)).toEqual(['queued']);
      expect(await undo(part)).toEqual({
        status: 'deposit_paid',
        due_on_site_cents: 5000,
        receipt: 'dropped',
      });
    });

    test('that completed an online payment makes the booking confirmed again', async () => {
      const id = await book(database.pool, paidInFull);
      const { payment_id: tip } = await pay(id, 1000, 1000);
      expect((await pageOf(id)).booking).toMatchObject({ status: 'paid' });
      expect(await undo(tip)).toMatchObject({ status: 'confirmed', due_on_site_cents: 0 });
    });

    test('is removed from a cancelled booking, which stays cancelled', async () => {
      const id = await book(database.pool);
      const { payment_id: paymentId } = await pay(id, 5000);
      await call(database.pool, 'release_booking', id, 0, 7000, 'test');
      expect(await undo(paymentId)).toMatchObject({ status: 'cancelled', due_on_site_cents: 0 });
    });

    test('is not removed if it was made online or partly refunded', async () => {
      const id = await book(database.pool);
      const { payment_id: paymentId } = await pay(id, 5000);
      const online = (await pageOf(id)).timeline.filter(({ kind }) => kind === 'payment').at(-1);
      await expect(undo(online?.id ?? '')).rejects.toThrow('payment_online');
      await call(database.pool, 'release_booking', id, 7000, 7000, 'test');
      await expect(undo(paymentId)).rejects.toThrow('payment_refunded');
      await expect(undo(randomUUID())).rejects.toThrow('booking_not_found');
    });
  });

  describe('a visit', () => {
    const marksOf = async (id: string) => {
      const { done_at, no_show_at } = (await pageOf(id)).booking;
      return [done_at !== null, no_show_at !== null];
    };

    test('is marked as done or no-show, and the mark can be undone', async () => {
      const id = await begun();
      await does('mark_done', id);
      expect(await marksOf(id)).toEqual([true, false]);
      await does('mark_no_show', id);
      expect(await marksOf(id)).toEqual([false, true]);
      await does('undo_visit_mark', id);
      expect(await marksOf(id)).toEqual([false, false]);
      const actions = (await pageOf(id)).timeline.flatMap(({ action }) => action ?? []);
      expect(actions.slice(0, 3)).toEqual(['visit_mark_undone', 'no_show', 'done']);
    });

    test('of another day cannot be marked yet', async () => {
      const id = await book(database.pool);
      await expect(does('mark_done', id)).rejects.toThrow('too_early');
      await expect(does('mark_no_show', id)).rejects.toThrow('too_early');
    });
  });

  describe('a private note', () => {
    test('replaces the version that was read, and no other', async () => {
      const id = await book(database.pool);
      expect(await does('save_booking_note', id, ' Ring twice ', 0)).toEqual({
        text: 'Ring twice',
        version: 1,
      });
      await expect(does('save_booking_note', id, 'Ring once', 0)).rejects.toThrow('note_changed');
      // An equal note is no conflict: the same request was sent twice.
      expect(await does('save_booking_note', id, 'Ring twice', 0)).toMatchObject({ version: 1 });
      expect(await does('save_booking_note', id, '', 1)).toEqual({ text: '', version: 2 });
      const [newest] = (await pageOf(id)).timeline;
      expect(newest).toMatchObject({
        action: 'note',
        was: { note: 'Ring twice' },
        is: { note: '' },
      });
    });
  });

  describe('an email', () => {
    const confirmationOf = async (id: string) =>
      (await pageOf(id)).timeline.find(
        ({ template_type }) => template_type === 'booking_confirmation',
      )?.id ?? '';

    test('is resent, once for a double click', async () => {
      const id = await book(database.pool);
      const mailId = await confirmationOf(id);
      const first = await does<{ mail_id: string }>('resend_mail', mailId);
      expect(first).toMatchObject({ outcome: 'queued' });
      expect(await does('resend_mail', mailId)).toEqual({ ...first, outcome: 'just_sent' });
      expect(await mailsOf(database.pool, id)).toHaveLength(2);
      const again = (await pageOf(id)).timeline.find((entry) => entry.id === first.mail_id);
      expect(again).toMatchObject({ kind: 'mail', by: 'boss@example.com' });
    });

    test('that confirms a cancelled booking is not resent', async () => {
      const id = await book(database.pool);
      await call(database.pool, 'release_booking', id, 0, 2000, 'test');
      await expect(does('resend_mail', await confirmationOf(id))).rejects.toThrow('mail_outdated');
    });

    test('that does not exist is not found', async () => {
      await expect(does('resend_mail', randomUUID())).rejects.toThrow('mail_not_found');
    });
  });

  describe('a cancellation', () => {
    test("records an amount that differs from the policy's", async () => {
      const id = await book(database.pool);
      await call(database.pool, 'release_booking', id, 500, 2000, 'test', boss.id, 2000);
      const [newest] = (await pageOf(id)).timeline.filter(({ kind }) => kind === 'change');
      expect(newest).toMatchObject({
        action: 'refund_chosen',
        by: 'boss@example.com',
        was: { refund_cents: 2000 },
        is: { refund_cents: 500 },
      });
    });
  });

  describe('a phone booking', () => {
    const take = (changes: Wanted = {}) => {
      const booking = wanted({ id: randomUUID(), due_now_cents: 0, deposit_cents: 0, ...changes });
      return {
        booking,
        id: call<string>(database.pool, 'book_by_phone', JSON.stringify(booking), boss.id),
      };
    };

    test('is confirmed with a permanent claim, and its link is emailed', async () => {
      const { id } = take();
      expect(await stored(database.pool, await id)).toMatchObject({
        status: 'confirmed',
        has_claim: true,
        expires_at: null,
        paid_cents: 0,
        more: addedByCustomer,
      });
      expect(await mailsOf(database.pool, await id)).toEqual([
        { template_type: 'phone_booking', data: {} },
      ]);
      const { booking, timeline } = await pageOf(await id);
      expect(booking).toMatchObject({
        source: 'phone',
        payment_option: 'pay_later',
        more: addedByCustomer,
      });
      expect(timeline.at(-1)).toMatchObject({ action: 'created', by: 'boss@example.com' });
    });

    test('needs no email address', async () => {
      const { id } = take({ customer_email: null });
      expect(await mailsOf(database.pool, await id)).toEqual([]);
    });

    test('sent twice is one booking', async () => {
      const { booking, id } = take();
      expect(await call(database.pool, 'book_by_phone', JSON.stringify(booking), boss.id)).toBe(
        await id,
      );
    });

    test('is refused with the reason that no crew can come', async () => {
      const day = wanted()['booking_date'] ?? null;
      const setHours = (from: string, until: string) =>
        database.pool.query(
          `insert into public.crew_hours values (1, extract(isodow from $1::date), $2, $3)`,
          [day, from, until],
        );
      await setHours('13:00', '18:00');
      const early = { booking_date: day, booking_time: '12:00' };
      await expect(take(early).id).rejects.toMatchObject({ code: 'PT409', message: 'crews_off' });
      await database.pool.query('delete from public.crew_hours');
      await database.pool.query(
        `update public.travel_settings
         set is_on = true, base_postal_code = 'L7C 1A1', leaves_at = '12:00', back_by = '20:00'`,
      );
      await expect(take(early).id).rejects.toMatchObject({ message: 'van_not_there' });
      await database.pool.query(
        'update public.travel_settings set is_on = false, base_postal_code = null',
      );
      await database.pool.query(`update public.crews set skills = '{basic-wash}'`);
      await expect(take(early).id).rejects.toMatchObject({ message: 'no_crew_for_service' });
      await database.pool.query('update public.crews set skills = null');
    });

    test('refuses a booked time', async () => {
      const { booking, id } = take();
      await id;
      const second = take({ booking_date: booking['booking_date'] ?? null });
      await expect(second.id).rejects.toThrow('slot_taken');
    });

    test('is taken anyway at any start of a day, but not over blocked time or past midnight', async () => {
      const day = nextDay();
      const at = (booking_time: string) =>
        take({ booking_date: day, booking_time, anyway: true }).id;
      await takeOff(database.pool, boss.person, day, { from: '16:00' });
      await expect(at('16:30')).rejects.toThrow('slot_taken');
      await expect(at('23:30')).rejects.toThrow('time_not_offered');
      expect(await stored(database.pool, await at('05:45'))).toMatchObject({ has_claim: true });
    });

    test('uses a coupon once for a person', async () => {
      const ann = { ...coupon, customer_email: 'coupon@example.com' };
      await take(ann).id;
      await expect(take(ann).id).rejects.toThrow('coupon_used');
    });

    test("replaces the same person's unpaid booking", async () => {
      const held = wanted({ ...coupon, customer_email: 'twice@example.com' });
      const { booking_id: holdId } = await hold(database.pool, held);
      await take({
        ...coupon,
        customer_email: 'twice@example.com',
        booking_date: held['booking_date'] ?? null,
      }).id;
      expect(await stored(database.pool, holdId)).toMatchObject({ has_claim: false });
    });
  });
});
