import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from './backend/database/database.ts';
import { depositCents, stateOf, type Held } from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { disputedBooking } from './testing/disputed-booking.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';
import { signInOwner } from './testing/owner-caller.ts';

describeEachDatabase('a refund of a disputed payment', (open) => {
  let database: Database;
  let host: FunctionHost;
  let asOwner: Awaited<ReturnType<typeof signInOwner>>;
  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
    asOwner = await signInOwner(host, database);
  });
  afterAll(() => database.close());

  /** A booking whose deposit the bank has taken back, as the webhooks reported. */
  const disputed = async () => {
    const booking = await disputedBooking(host);
    const deliver = async () => {
      for (const message of booking.messages()) {
        expect(await host.deliver(message)).toMatchObject({ status: 200 });
      }
    };
    await deliver();
    const decide = async (status: 'won' | 'lost') => {
      await booking.decide(status);
      await deliver();
    };
    return { ...booking, decide };
  };
  const payCash = ({ bookingId }: Held, cents: number) =>
    database.pool.query(
      `insert into public.payments (booking_id, method, amount_cents, status, settled_at)
       values ($1, 'cash', $2, 'succeeded', now())`,
      [bookingId, cents],
    );
  const refund = ({ bookingId }: Held, body: object) =>
    asOwner('refund-booking', { bookingId, requestId: randomUUID(), ...body });
  const codeOf = ({ status, body }: { status: number; body: unknown }) =>
    `${status} ${(body as { error?: { code: string } }).error?.code ?? ''}`.trim();

  it('is not made when the customer cancels, and the preview says why', async () => {
    const booking = await disputed();
    const { bookingId } = booking;
    expect((await host.call('cancel-booking', { bookingId, preview: true })).body).toMatchObject({
      refundAmount: 0,
      disputedAmount: depositCents,
    });
    expect((await host.call('cancel-booking', { bookingId })).body).toMatchObject({
      refundAmount: 0,
    });
    expect(await stateOf(host, booking)).toMatchObject({ status: 'cancelled', refunds: [] });
    expect(await host.refundsOf(booking.intentId)).toEqual([]);
  });

  it.each(['an open', 'a lost'])('is not offered to the owner in %s dispute', async (kind) => {
    const booking = await disputed();
    if (kind === 'a lost') await booking.decide('lost');
    const { bookingId } = booking;
    expect((await asOwner('cancel-booking-as-owner', { bookingId, preview: true })).body).toEqual({
      policyCents: 0,
      mostCents: 0,
      onlineCents: 0,
      disputedCents: depositCents,
      ...(kind === 'an open' && { hasOpenDispute: true }),
      bookingStatus: 'deposit_paid',
    });
    const form = { refundCents: depositCents, expectedPaidCents: depositCents };
    expect(codeOf(await refund(booking, form))).toBe('409 booking_changed');
    expect(codeOf(await refund(booking, { ...form, expectedPaidCents: 0 }))).toBe(
      '400 refund_too_large',
    );
    const cancel = (refundCents: number) =>
      asOwner('cancel-booking-as-owner', { bookingId, refundCents });
    expect(codeOf(await cancel(depositCents))).toBe('400 refund_too_large');
    expect(codeOf(await cancel(0))).toBe('200');
    expect(await stateOf(host, booking)).toMatchObject({ refunds: [] });
  });

  it('asks first about another payment of the booking while the dispute is open', async () => {
    const booking = await disputed();
    const { bookingId } = booking;
    await payCash(booking, 5000);
    const form = { refundCents: 1000, expectedPaidCents: 5000 };
    expect(codeOf(await refund(booking, form))).toBe('409 payment_disputed');
    expect((await refund(booking, { ...form, anyway: true })).body).toEqual({
      byCardCents: 0,
      byHandCents: 1000,
    });
    const cancel = { bookingId, refundCents: 4000 };
    expect(codeOf(await asOwner('cancel-booking-as-owner', cancel))).toBe('409 payment_disputed');
    expect(
      (await asOwner('cancel-booking-as-owner', { ...cancel, anyway: true })).body,
    ).toMatchObject({ byHandCents: 4000 });
  });

  it('is made once the dispute is won', async () => {
    const booking = await disputed();
    await booking.decide('won');
    const form = { refundCents: depositCents, expectedPaidCents: depositCents };
    expect((await refund(booking, form)).body).toEqual({
      byCardCents: depositCents,
      byHandCents: 0,
    });
    expect((await stateOf(host, booking)).refunds).toEqual([
      { status: 'succeeded', amount_cents: depositCents },
    ]);
  });

  it('is not called refunded when it was not: the money is with the bank', async () => {
    const booking = await disputed();
    await database.pool.query(
      `select public.release_booking(booking.id, 0, kept_cents, 'cancelled_by_business', anyway => true)
       from public.bookings as booking, private.money_of(booking) where booking.id = $1`,
      [booking.bookingId],
    );
    const { body } = await host.call('verify-payment', { bookingId: booking.bookingId });
    expect(body).toMatchObject({ payment: 'succeeded', bookingStatus: 'cancelled' });
  });

  it('that the provider refuses, because the dispute is not reported yet, is not tried again', async () => {
    const held = await disputedBooking(host);
    await host.call('cancel-booking', { bookingId: held.bookingId });
    expect((await stateOf(host, held)).refunds).toEqual([
      { status: 'failed', amount_cents: depositCents },
    ]);
  });
});
