import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, hold, mailsOf, settle, stored, wanted } from './bookings.ts';

type Released = {
  outcome: string;
  refunds: { id: string; payment_intent_id: string; amount_cents: number }[];
};

describeEachDatabase('Cancellations and refunds', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const release = (id: string, refundCents: number, expectedPaidCents: number) =>
    call<Released>(
      database.pool,
      'release_booking',
      id,
      refundCents,
      expectedPaidCents,
      'by customer',
    );

  const record = (
    refundId: string,
    stripeId: string | null,
    status: string,
    error: string | null = null,
  ) => call(database.pool, 'record_refund', refundId, stripeId, status, error);

  const tell = (eventId: string, type: string, intent: string, cents: number, detail: object) =>
    call(
      database.pool,
      'apply_payment_event',
      eventId,
      type,
      intent,
      null,
      cents,
      JSON.stringify(detail),
    );

  const refundOf = async (id: string) => {
    const { rows } = await database.pool.query<{
      status: string;
      stripe_refund_id: string | null;
      attempts: number;
    }>('select status, stripe_refund_id, attempts from public.refunds where id = $1', [id]);
    return rows[0];
  };

  /** A cancelled booking with a pending refund of its deposit. */
  const refunded = async () => {
    const id = await book(database.pool);
    const { refunds } = await release(id, 2000, 2000);
    return { id, refundId: refunds[0]?.id ?? '', intent: `pi_${id}` };
  };

  test('free the time, write the refund and notify the customer', async () => {
    const booking = wanted();
    const { booking_id: id } = await hold(database.pool, booking);
    await settle(database.pool, `pi_${id}`, id);
    const released = await release(id, 2000, 2000);
    expect(released).toMatchObject({
      outcome: 'cancelled',
      refunds: [{ payment_intent_id: `pi_${id}`, amount_cents: 2000 }],
    });
    expect(await stored(database.pool, id)).toMatchObject({
      status: 'cancelled',
      has_claim: false,
      calendar_sequence: 1,
      paid_cents: 2000,
      refunded_cents: 2000,
    });
    expect((await mailsOf(database.pool, id)).at(-1)).toEqual({
      template_type: 'booking_cancellation',
      data: { refund_cents: 2000 },
    });
    await hold(database.pool, { ...booking, customer_email: `next-${id}@example.com` });
  });

  test('refund once and notify once when cancelled twice', async () => {
    const { id } = await refunded();
    expect(await release(id, 2000, 2000)).toEqual({ outcome: 'already_cancelled', refunds: [] });
    expect(await mailsOf(database.pool, id)).toHaveLength(2);
  });

  test("send no email for an unpaid booking, whose address may be a stranger's", async () => {
    const { booking_id: id } = await hold(database.pool, wanted());
    expect(await release(id, 0, 0)).toEqual({ outcome: 'cancelled', refunds: [] });
    expect(await mailsOf(database.pool, id)).toEqual([]);
  });

  test('are refused when the money changed since the preview', async () => {
    const id = await book(database.pool);
    await expect(release(id, 0, 0)).rejects.toMatchObject({
      code: 'PT409',
      message: 'booking_changed',
    });
    expect(await stored(database.pool, id)).toMatchObject({ status: 'deposit_paid' });
  });

  test('are refused above the available amount', async () => {
    const id = await book(database.pool);
    await expect(release(id, 2001, 2000)).rejects.toMatchObject({
      code: 'PT400',
      message: 'refund_too_large',
    });
    await expect(release(id, -1, 2000)).rejects.toMatchObject({ code: 'PT400' });
  });

  test('are refused for an unknown booking', async () => {
    const nobody = release('00000000-0000-4000-8000-000000000009', 0, 0);
    await expect(nobody).rejects.toMatchObject({ code: 'PT404', message: 'booking_not_found' });
  });

  test('do not refund a payment that is already being refunded', async () => {
    const id = await book(database.pool);
    await settle(database.pool, `pi_${id}_again`, id);
    const { refunds } = await release(id, 2000, 2000);
    expect(refunds).toMatchObject([{ payment_intent_id: `pi_${id}`, amount_cents: 2000 }]);
    expect(await stored(database.pool, id)).toMatchObject({
      paid_cents: 4000,
      refunded_cents: 4000,
    });
  });

  test("count a refund once, from our request and Stripe's event in any order", async () => {
    const { refundId, intent } = await refunded();
    await tell(`evt_c_${intent}`, 'charge.refunded', intent, 2000, { refunded_cents: 2000 });
    await record(refundId, `re_${intent}`, 'sent');
    await record(refundId, `re_${intent}`, 'sent');
    await tell(`evt_u_${intent}`, 'refund.updated', intent, 2000, {
      refund_id: `re_${intent}`,
      refund_status: 'succeeded',
    });
    const { rows } = await database.pool.query(
      'select refunded_cents from public.payments where stripe_payment_intent_id = $1',
      [intent],
    );
    expect(rows).toEqual([{ refunded_cents: 2000 }]);
    expect(await refundOf(refundId)).toMatchObject({ status: 'succeeded' });
  });

  test('match an event that arrives before our own record by the id we sent', async () => {
    const { refundId, intent } = await refunded();
    await tell(`evt_${intent}`, 'refund.created', intent, 2000, {
      refund_id: `re_${intent}`,
      refund_status: 'succeeded',
      own_refund_id: refundId,
    });
    expect(await refundOf(refundId)).toMatchObject({
      status: 'succeeded',
      stripe_refund_id: `re_${intent}`,
    });
    await record(refundId, `re_${intent}`, 'sent');
    expect(await refundOf(refundId)).toMatchObject({ status: 'succeeded' });
  });

  test('subtract a refund made in Stripe’s dashboard', async () => {
    const id = await book(database.pool);
    await tell(`evt_${id}`, 'refund.created', `pi_${id}`, 500, {
      refund_id: `re_${id}`,
      refund_status: 'succeeded',
      own_refund_id: null,
    });
    expect(await stored(database.pool, id)).toMatchObject({
      refunded_cents: 500,
      status: 'deposit_paid',
    });
    await expect(release(id, 2000, 2000)).rejects.toMatchObject({ message: 'booking_changed' });
    expect(await release(id, 1500, 1500)).toMatchObject({ refunds: [{ amount_cents: 1500 }] });
  });

  test('count a refund that failed at Stripe as money still held', async () => {
    const { id, refundId, intent } = await refunded();
    await record(refundId, `re_${intent}`, 'sent');
    await tell(`evt_${intent}`, 'refund.failed', intent, 2000, {
      refund_id: `re_${intent}`,
      refund_status: 'failed',
      error: 'lost_or_stolen_card',
    });
    expect(await refundOf(refundId)).toMatchObject({ status: 'failed' });
    expect(await stored(database.pool, id)).toMatchObject({ refunded_cents: 0 });
    await record(refundId, `re_${intent}`, 'sent');
    expect(await refundOf(refundId)).toMatchObject({ status: 'failed' });
  });

  test('email the customer once when Stripe had the refund and it failed', async () => {
    const { id, refundId, intent } = await refunded();
    await record(refundId, null, 'failed');
    const failures = async () =>
      (await mailsOf(database.pool, id)).filter((mail) => mail.template_type === 'refund_failed');
    expect(await failures(), 'Stripe refused it').toEqual([]);
    const sent = await refunded();
    for (const event of ['refund.failed', 'refund.updated'])
      await tell(`evt_${event}_${intent}`, event, sent.intent, 2000, {
        refund_id: `re_${sent.intent}`,
        refund_status: 'failed',
        own_refund_id: sent.refundId,
        error: 'expired_or_canceled_card',
      });
    const mails = await mailsOf(database.pool, sent.id);
    expect(mails.filter((mail) => mail.template_type === 'refund_failed')).toEqual([
      { template_type: 'refund_failed', data: { refund_cents: 2000 } },
    ]);
  });

  test('lease pending refunds to one worker, and again after the lease', async () => {
    await database.pool.query(
      `update public.refunds set status = 'failed' where status = 'pending'`,
    );
    const { refundId, id, intent } = await refunded();
    const take = async () =>
      (await database.pool.query<{ id: string }>('select * from public.refunds_to_send(10, 60)'))
        .rows;
    expect(await take()).toEqual([
      { id: refundId, payment_intent_id: intent, amount_cents: 2000, booking_id: id },
    ]);
    expect(await take()).toEqual([]);
    await database.pool.query('update public.refunds set next_attempt_at = now() where id = $1', [
      refundId,
    ]);
    expect(await take()).toHaveLength(1);
    expect(await refundOf(refundId)).toMatchObject({ attempts: 2 });
  });

  test('retry an unsent refund at growing intervals', async () => {
    const { refundId } = await refunded();
    const waits = [];
    for (const attempts of [1, 2, 3, 4, 9]) {
      await database.pool.query('update public.refunds set attempts = $2 where id = $1', [
        refundId,
        attempts,
      ]);
      await record(refundId, null, 'pending', 'Stripe is away');
      const { rows } = await database.pool.query<{ minutes: number }>(
        `select round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes from public.refunds where id = $1`,
        [refundId],
      );
      waits.push(rows[0]?.minutes);
    }
    expect(waits).toEqual([1, 5, 15, 60, 1440]);
  });
});
