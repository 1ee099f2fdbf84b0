import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import {
  book,
  call,
  coupon,
  hold,
  lapse,
  settle,
  stored,
  wanted,
  type Held,
  type Wanted,
} from './bookings.ts';
import { signUp } from './cast.ts';

type Extended = Held & { extensions_left: number };

describeEachDatabase('Holding a time', { both: 'locks' }, (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const extend = (id: string, maxExtensions = 2) =>
    call<Extended>(database.pool, 'extend_hold', id, 15, maxExtensions, 5);
  const replacedIds = async (ids: string[]) => {
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from public.bookings where id = any ($1) and replaced_at is not null',
      [ids],
    );
    return rows.map(({ id }) => id);
  };

  test('keeps an unpaid booking for fifteen minutes', async () => {
    const held = await hold(database.pool, wanted());
    const minutes = (Date.parse(held.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15.1);
    expect(await stored(database.pool, held.booking_id)).toMatchObject({
      status: 'pending_payment',
      deposit_paid: false,
      has_claim: true,
      paid_cents: 0,
    });
  });

  test('ignores id, status and email spelling from the caller', async () => {
    const id = '00000000-0000-4000-8000-00000000000a';
    const held = await hold(database.pool, {
      ...wanted({ customer_email: '  Ada.Spelled@Example.com ' }),
      id,
      status: 'paid',
      deposit_paid: true,
    });
    expect(held.booking_id).not.toBe(id);
    expect(await stored(database.pool, held.booking_id)).toMatchObject({
      status: 'pending_payment',
      deposit_paid: false,
      customer_email: 'ada.spelled@example.com',
    });
  });

  test('refuses an overlapping time and accepts the next one', async () => {
    const first = wanted({ booking_time: '12:00' });
    const day = { booking_date: first['booking_date'] ?? null };
    await hold(database.pool, first);
    const overlapping = hold(database.pool, wanted({ ...day, booking_time: '14:30' }));
    await expect(overlapping).rejects.toMatchObject({ code: 'PT409', message: 'slot_taken' });
    await hold(database.pool, wanted({ ...day, booking_time: '15:00' }));
    await hold(database.pool, wanted({ ...day, booking_time: '09:00' }));
  });

  test('refuses a time that has begun', async () => {
    const past = hold(database.pool, wanted({ booking_date: '2026-01-05' }));
    await expect(past).rejects.toMatchObject({ code: 'PT409', message: 'slot_taken' });
  });

  test('gives an expired hold to the next caller', async () => {
    const booking = wanted();
    const first = await hold(database.pool, booking);
    await lapse(database.pool, first.booking_id);
    await hold(database.pool, { ...booking, customer_email: 'next@example.com' });
    expect(await stored(database.pool, first.booking_id)).toMatchObject({ has_claim: false });
  });

  test('replaces no hold by its email address, and leaves its coupon', async () => {
    const first = wanted({ ...coupon });
    const email = { customer_email: first['customer_email'] ?? null };
    const { booking_id: firstId } = await hold(database.pool, first);
    const withCoupon = hold(database.pool, wanted({ ...coupon, ...email }));
    await expect(withCoupon).rejects.toMatchObject({ message: 'coupon_held' });
    const { booking_id: secondId } = await hold(database.pool, wanted(email));
    expect(await stored(database.pool, firstId)).toMatchObject({ has_claim: true });
    expect(await stored(database.pool, secondId)).toMatchObject({ has_claim: true });
  });

  test('replaces the other open hold of the same account', async () => {
    const { id: user_id } = await signUp(database.pool, 'twice@example.com');
    const { booking_id: firstId } = await hold(database.pool, wanted({ ...coupon, user_id }));
    const { booking_id: secondId } = await hold(database.pool, wanted({ ...coupon, user_id }));
    expect(await stored(database.pool, firstId)).toMatchObject({ has_claim: false });
    expect(await stored(database.pool, secondId)).toMatchObject({ has_claim: true });
  });

  test('never replaces a hold with an open payment', async () => {
    const { id: user_id } = await signUp(database.pool, 'paying@example.com');
    const { booking_id: id } = await hold(database.pool, wanted({ user_id }));
    await call(database.pool, 'begin_payment', id, `pi_${id}`, 2000);
    for (const proof of [wanted({ user_id }), wanted({ replaces_booking_id: id })]) {
      await expect(hold(database.pool, proof)).rejects.toMatchObject({
        code: 'PT409',
        message: 'payment_processing',
      });
    }
    expect(await stored(database.pool, id)).toMatchObject({ has_claim: true });
  });

  test('does not replace a hold when the new one fails', async () => {
    const taken = wanted();
    await hold(database.pool, taken);
    const { booking_id: id } = await hold(database.pool, wanted());
    const failing = hold(database.pool, { ...taken, replaces_booking_id: id });
    await expect(failing).rejects.toMatchObject({ message: 'slot_taken' });
    expect(await stored(database.pool, id)).toMatchObject({ has_claim: true });
  });

  test('replaces the hold that the visitor names, whatever its email address', async () => {
    const first = wanted({ customer_email: 'typo@customer.example' });
    const { booking_id } = await hold(database.pool, first);
    const again = { ...first, customer_email: 'mended@customer.example' };
    await expect(hold(database.pool, again)).rejects.toMatchObject({ message: 'slot_taken' });
    const second = await hold(database.pool, { ...again, replaces_booking_id: booking_id });
    expect(await stored(database.pool, second.booking_id)).toMatchObject({ has_claim: true });
    expect(await stored(database.pool, booking_id)).toMatchObject({ has_claim: false });
  });

  test('does not replace a paid booking that is named', async () => {
    const first = wanted();
    const { booking_id } = await hold(database.pool, first);
    await settle(database.pool, `pi_${booking_id}`, booking_id);
    const again = { ...first, customer_email: 'next@customer.example' };
    const naming = hold(database.pool, { ...again, replaces_booking_id: booking_id });
    await expect(naming).rejects.toMatchObject({ message: 'slot_taken' });
  });

  test('books nothing in place of a paid booking that its own browser names', async () => {
    const hold_token = 'token-of-the-tab-that-paid';
    const { booking_id: id } = await hold(database.pool, wanted({ hold_token }));
    await settle(database.pool, `pi_${id}`, id);
    const again = { hold_token, replaces_booking_id: id };
    await expect(hold(database.pool, wanted(again))).rejects.toMatchObject({
      code: 'PT409',
      message: 'replaced_is_paid',
    });
    await hold(database.pool, wanted({ hold_token }));
    await hold(database.pool, wanted({ ...again, hold_token: 'token-of-another-browser' }));
  });

  test('never replaces a paid booking', async () => {
    const first = wanted();
    const { booking_id: id } = await hold(database.pool, first);
    await settle(database.pool, `pi_${id}`, id);
    await hold(database.pool, wanted({ customer_email: first['customer_email'] ?? null }));
    expect(await stored(database.pool, id)).toMatchObject({ has_claim: true, expires_at: null });
  });

  test('limits the open holds of one address, without expired ones', async () => {
    const from = { client_address: '203.0.113.7' };
    const { booking_id: first } = await hold(database.pool, wanted(from), 2);
    await hold(database.pool, wanted(from), 2);
    const third = hold(database.pool, wanted(from), 2);
    await expect(third).rejects.toMatchObject({ code: 'PT429', message: 'too_many_holds' });
    await hold(database.pool, wanted({ client_address: '203.0.113.8' }), 2);
    await lapse(database.pool, first);
    await hold(database.pool, wanted(from), 2);
  });

  const bookAndCancel = async (times: number, changes: Wanted, admin: string | null = null) => {
    for (let cycle = 0; cycle < times; cycle += 1) {
      const id = await book(database.pool, changes);
      await call(database.pool, 'release_booking', id, 2000, 2000, 'a test', admin);
    }
  };
  const refusal = { code: 'PT429', message: 'too_many_cancelled' };

  test('limits the bookings that a guest pays for and cancels in a day', async () => {
    const victim = { customer_email: 'flooded@example.com' };
    await bookAndCancel(5, victim);
    await expect(book(database.pool, victim)).rejects.toMatchObject(refusal);
    const stranger = await signUp(database.pool, 'eve@flood.example');
    const named = { ...victim, user_id: stranger.id };
    await expect(book(database.pool, named)).rejects.toMatchObject(refusal);
    await database.pool.query(
      `update public.bookings set cancelled_at = now() - interval '25 hours' where customer_email = $1`,
      [victim.customer_email],
    );
    await book(database.pool, victim);
  });

  test('counts the spellings of one mailbox together', async () => {
    const spelled = (tag: number) => ({ customer_email: `fl.ooded+${tag}@gmail.com` });
    for (let tag = 0; tag < 5; tag += 1) await bookAndCancel(1, spelled(tag));
    const next = { customer_email: 'flooded@googlemail.com' };
    await expect(book(database.pool, next)).rejects.toMatchObject(refusal);
    const from = { client_address: '203.0.113.91' };
    for (let tag = 0; tag < 3; tag += 1) {
      await hold(database.pool, wanted({ ...from, customer_email: `held+${tag}@example.com` }));
    }
    const more = hold(database.pool, wanted({ ...from, customer_email: 'held@example.com' }));
    await expect(more).rejects.toMatchObject({ message: 'too_many_holds' });
  });

  test('lets the owner of an address book on, whatever strangers did with it', async () => {
    const owner = await signUp(database.pool, 'owner@flood.example');
    const own = { customer_email: 'owner@flood.example', user_id: owner.id };
    await bookAndCancel(5, { customer_email: own.customer_email });
    await bookAndCancel(10, own);
    await expect(book(database.pool, own)).rejects.toMatchObject(refusal);
  });

  test('does not count what the business cancels', async () => {
    const admin = await signUp(database.pool, 'boss@flood.example', { admin: true });
    const guest = { customer_email: 'guest@flood.example' };
    await bookAndCancel(6, guest, admin.id);
    await book(database.pool, guest);
  });

  test.each([
    ['a total that does not add up', { total_cents: 11998 }],
    ['another amount due than the option says', { due_now_cents: 1999 }],
    ['tax that is not in the total', { tax_cents: 100 }],
    ['negative tax', { tax_cents: -100, total_cents: 11899 }],
    ['a discount without a coupon', { discount_cents: 2000, total_cents: 9999 }],
    ['a discount above the price', { ...coupon, discount_cents: 12000, total_cents: -1 }],
    ['a negative tip', { tip_cents: -1, total_cents: 11998 }],
    ['a vehicle class that is no id', { vehicle_type: 'Big truck' }],
    ['a vehicle class with a long id', { vehicle_type: 'x'.repeat(41) }],
    ['a time with seconds', { booking_time: '12:00:30' }],
    ['a name without a letter', { customer_name: '' }],
    ['a time that runs past midnight', { booking_time: '22:00' }],
  ])('refuses %s', async (_what, change) => {
    await expect(hold(database.pool, wanted(change))).rejects.toMatchObject({ code: '23514' });
  });

  // The owner's settings decide on both.
  test.each([
    ['tax on a deposit', { tax_cents: 100, total_cents: 12099 }],
    ['a vehicle class that the owner added', { vehicle_type: 'pickup-truck-2' }],
  ])('accepts %s', async (_what, change) => {
    const { booking_id: id } = await hold(database.pool, wanted(change));
    expect(await stored(database.pool, id)).toMatchObject({ has_claim: true });
  });

  test('extends a hold as often as allowed', async () => {
    const { booking_id: id } = await hold(database.pool, wanted());
    expect(await extend(id)).toMatchObject({ booking_id: id, extensions_left: 1 });
    expect(await extend(id)).toMatchObject({ extensions_left: 0 });
    await expect(extend(id)).rejects.toMatchObject({
      code: 'PT409',
      message: 'no_extensions_left',
    });
  });

  test('renews an expired hold while its time is available', async () => {
    const booking = wanted();
    const { booking_id: id } = await hold(database.pool, booking);
    await lapse(database.pool, id);
    expect(await extend(id)).toMatchObject({ extensions_left: 1 });
    const other = hold(database.pool, { ...booking, customer_email: 'late@example.com' });
    await expect(other).rejects.toMatchObject({ message: 'slot_taken' });
  });

  test('cannot renew an expired hold whose time is booked', async () => {
    const booking = wanted();
    const { booking_id: id } = await hold(database.pool, booking);
    await lapse(database.pool, id);
    await hold(database.pool, { ...booking, customer_email: 'quick@example.com' });
    await expect(extend(id)).rejects.toMatchObject({ code: 'PT409', message: 'slot_taken' });
  });

  test('marks a replaced hold, renews it no more and leaves the other one', async () => {
    const { booking_id: firstId } = await hold(database.pool, wanted());
    const naming = wanted({ replaces_booking_id: firstId });
    const { booking_id: secondId } = await hold(database.pool, naming);
    expect(await replacedIds([firstId, secondId])).toEqual([firstId]);
    await expect(extend(firstId)).rejects.toMatchObject({ code: 'PT410', message: 'hold_lapsed' });
    expect(await stored(database.pool, firstId)).toMatchObject({ has_claim: false });
    expect(await stored(database.pool, secondId)).toMatchObject({ has_claim: true });
  });

  test('confirms a replaced hold when its payment arrives all the same', async () => {
    const { booking_id: id } = await hold(database.pool, wanted());
    await hold(database.pool, wanted({ replaces_booking_id: id }));
    await settle(database.pool, `pi_${id}`, id);
    expect(await stored(database.pool, id)).toMatchObject({
      status: 'deposit_paid',
      has_claim: true,
    });
  });

  test('replaces a named hold with a token only for its token, account or email address', async () => {
    const hold_token = 'b'.repeat(32);
    const customer_email = 'victim@customer.example';
    const { id: user_id } = await signUp(database.pool, 'names-it@example.com');
    const proofs: [Record<string, string>, boolean][] = [
      [{}, false],
      [{ hold_token: 'c'.repeat(32) }, false],
      [{ user_id }, false],
      [{ hold_token }, true],
      [{ customer_email: ' Victim@Customer.example' }, true],
    ];
    for (const [proof, isReplaced] of proofs) {
      const { booking_id: id } = await hold(database.pool, wanted({ hold_token, customer_email }));
      await hold(database.pool, wanted({ ...proof, replaces_booking_id: id }));
      const left = { has_claim: !isReplaced };
      expect(await stored(database.pool, id), JSON.stringify(proof)).toMatchObject(left);
    }
  });

  test('extends only an existing unpaid booking', async () => {
    const { booking_id: id } = await hold(database.pool, wanted());
    await settle(database.pool, `pi_${id}`, id);
    await expect(extend(id)).rejects.toMatchObject({
      code: 'PT409',
      message: 'not_awaiting_payment',
    });
    const nobody = extend('00000000-0000-4000-8000-000000000009');
    await expect(nobody).rejects.toMatchObject({ code: 'PT404', message: 'booking_not_found' });
  });

  test('accepts a coupon once per email address', async () => {
    const first = wanted({ ...coupon });
    const email = { customer_email: first['customer_email'] ?? null };
    const { booking_id: id } = await hold(database.pool, first);
    await settle(database.pool, `pi_${id}`, id);
    const again = hold(database.pool, wanted({ ...coupon, ...email }));
    await expect(again).rejects.toMatchObject({ code: 'PT409', message: 'coupon_used' });
    await hold(database.pool, wanted(email));
  });

  test('accepts a coupon once per account, with any address', async () => {
    const { id: user_id } = await signUp(database.pool, 'account@example.com');
    const again = () => hold(database.pool, wanted({ ...coupon, user_id }));
    const { booking_id: unpaid } = await again();
    await lapse(database.pool, unpaid);
    const { booking_id: id } = await again();
    await settle(database.pool, `pi_${id}`, id);
    await expect(again()).rejects.toMatchObject({ message: 'coupon_used' });
  });

  test.each([
    ['a tag', 'ada.tag@example.com', 'ada.tag+wash@example.com'],
    ['a tag of the first', 'ada.first+2@example.com', 'Ada.First@Example.com'],
    ['dots at Gmail', 'ada.lane.1@gmail.com', 'adalane1@googlemail.com'],
    ['dots and a tag at Gmail', 'bea.lane@gmail.com', 'b.e.alane+car@gmail.com'],
  ])('accepts a coupon once per mailbox, despite %s', async (_what, first, second) => {
    const { booking_id: id } = await hold(
      database.pool,
      wanted({ ...coupon, customer_email: first }),
    );
    await settle(database.pool, `pi_${id}`, id);
    const again = hold(database.pool, wanted({ ...coupon, customer_email: second }));
    await expect(again).rejects.toMatchObject({ code: 'PT409', message: 'coupon_used' });
    // Emails go to the address as typed.
    const { rows } = await database.pool.query(
      'select to_email from public.mail_outbox where booking_id = $1',
      [id],
    );
    expect(rows).toEqual([{ to_email: first.toLowerCase() }]);
  });

  test('treats dots as another mailbox at providers that distinguish them', async () => {
    await hold(database.pool, wanted({ ...coupon, customer_email: 'c.lane@example.com' }));
    await hold(database.pool, wanted({ ...coupon, customer_email: 'clane@example.com' }));
  });

  test('accepts a coupon once per phone number', async () => {
    const first = wanted({ ...coupon });
    const phone = { customer_phone: first['customer_phone'] ?? null };
    const { booking_id: id } = await hold(database.pool, first);
    await settle(database.pool, `pi_${id}`, id);
    const again = hold(database.pool, wanted({ ...coupon, ...phone }));
    await expect(again).rejects.toMatchObject({ code: 'PT409', message: 'coupon_used' });
    await hold(database.pool, wanted(phone));
  });

  test('makes a coupon available again when the booking is cancelled', async () => {
    const first = wanted({ ...coupon });
    const email = { customer_email: first['customer_email'] ?? null };
    const { booking_id: id } = await hold(database.pool, first);
    await settle(database.pool, `pi_${id}`, id);
    await call(database.pool, 'release_booking', id, 2000, 2000, 'test');
    await hold(database.pool, wanted({ ...coupon, ...email }));
  });
});
