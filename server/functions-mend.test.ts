import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Refund } from '../supabase/functions/_shared/payments/provider.ts';
import { reconcilePayments } from '../supabase/functions/_shared/payments/reconcile.ts';
import { sendDueRefunds } from '../supabase/functions/_shared/payments/send-refunds.ts';
import type { Database } from './backend/database/database.ts';
import { keysFrom } from './backend/keys.ts';
import {
  beginPayment,
  depositCents,
  hold,
  paidBooking,
  restCents,
  stateOf,
  type Held,
} from './testing/bookings.ts';
import { openCopy } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';

const payer = 'ada@example.com';

type Finding = { id: string; kind: string; reason: string; outcome: string | null };

describe('A payment that needs attention', () => {
  let database: Database;
  let host: FunctionHost;
  let boss: string;
  let token: string;
  beforeAll(async () => {
    database = await openCopy();
    host = await startFunctionHost(database);
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into auth.users (email, email_confirmed_at) values ('boss@example.com', now()) returning id`,
    );
    boss = rows[0]?.id ?? '';
    token = (await keysFrom('a secret of at least thirty-two bytes for tests')).serviceKey;
    // Permissions have tests of their own; here every caller is an administrator.
    await database.pool.query(
      `create or replace function public.is_admin() returns boolean language sql stable
       security definer set search_path = '' as 'select true'`,
    );
    await database.pool.query(
      `create or replace function public.require_fresh_proof() returns void language sql stable
       security definer set search_path = '' as '';
       grant execute on function public.require_fresh_proof to service_role`,
    );
    await database.pool.query('insert into public.admins (user_id) values ($1)', [boss]);
    host.deps.verifyUser = () => Promise.resolve({ id: boss, email: 'boss@example.com' });
    // A booking waits for a payment of this customer, so that none of theirs is outside the website.
    const { bookingId } = await paidBooking(host);
    await database.pool.query('update public.bookings set customer_email = $2 where id = $1', [
      bookingId,
      payer,
    ]);
  });
  afterAll(() => database.close());
  beforeEach(() =>
    database.pool.query(
      `update public.payment_scans set swept_at = '-infinity';
       update public.payment_findings set closed_at = now(), outcome = 'accepted' where closed_at is null`,
    ),
  );

  const mend = async (finding: Finding | undefined, body: object) => {
    const response = await host.request('/mend-payment', {
      method: 'POST',
      body: JSON.stringify({ findingId: finding?.id, ...body }),
      headers: { authorization: `Bearer ${token}` },
    });
    return (await response.json()) as { outcome?: string; error?: { code: string } };
  };
  const findings = async (where = 'closed_at is null') => {
    const { rows } = await database.pool.query<Finding>(
      `select id, kind, reason, outcome from public.payment_findings where ${where} order by found_at`,
    );
    return rows;
  };
  const reconcile = () => reconcilePayments(host.deps, { olderThanSeconds: 0 });
  const stepsOf = async (finding: Finding | undefined) => {
    const { rows } = await database.pool.query<{ steps: { step: string; by: string }[] }>(
      'select steps from public.payment_findings where id = $1',
      [finding?.id],
    );
    return (rows[0]?.steps ?? []).map(({ step, by }) => `${step} by ${by}`);
  };
  /** Money received without the product: by a payment link, or typed in on the provider's pages. */
  const payWithout = async (cents: number, metadata: Record<string, string> = {}) => {
    const intent = await host.deps.payments.createIntent({
      amountCents: cents,
      description: 'By a payment link',
      metadata,
    });
    await database.pool.query(
      'update payments_sandbox.intents set intent = intent || $2 where id = $1',
      [intent.id, JSON.stringify({ receiptEmail: payer })],
    );
    await host.pay(intent.id);
    return intent.id;
  };
  const refundsOf = (intentId: string) => host.refundsOf(intentId);
  const forget = (held: Held) =>
    database.pool.query('delete from public.payments where booking_id = $1', [held.bookingId]);

  it('is not created when a lost webhook could be made up for', async () => {
    const held = await hold(host);
    await host.pay(await beginPayment(host, held));
    await reconcile();
    expect(await stateOf(host, held)).toMatchObject({ status: 'deposit_paid', permanent: true });
    expect(await findings()).toEqual([]);
  });

  it("is not created either when even the payment's start was not recorded", async () => {
    const held = await hold(host);
    await host.pay(await beginPayment(host, held));
    await forget(held);
    await reconcile();
    expect(await stateOf(host, held)).toMatchObject({
      status: 'deposit_paid',
      mails: ['booking_confirmation'],
    });
    expect(await findings()).toEqual([]);
  });

  it('is created once for money without a booking, by webhook and sweep', async () => {
    const intentId = await payWithout(4500);
    const message = host.webhooks.find(({ body }) => body.includes(intentId));
    if (!message) throw new Error('No webhook came');
    await host.deliver(message);
    await reconcile();
    expect(await findings()).toMatchObject([
      { kind: 'paid_without_booking', reason: 'unknown_intent' },
    ]);
  });

  it("closes after a refund on the provider's pages although its webhook was lost", async () => {
    const held = await paidBooking(host);
    const { rows } = await database.pool.query<{ id: string }>(
      'select stripe_payment_intent_id as id from public.payments where booking_id = $1',
      [held.bookingId],
    );
    await host.deps.payments.createRefund({
      intentId: rows[0]?.id ?? '',
      amountCents: 500,
      metadata: {},
    });
    const refunded = () =>
      database.pool.query(
        `select payment.refunded_cents, refund.reason from public.payments as payment
         join public.refunds as refund on refund.payment_id = payment.id where booking_id = $1`,
        [held.bookingId],
      );
    for (let sweep = 0; sweep < 2; sweep += 1) {
      await reconcile();
      expect((await refunded()).rows).toEqual([{ refunded_cents: 500, reason: 'made_outside' }]);
      await database.pool.query(`update public.payment_scans set swept_at = '-infinity'`);
    }
    expect(await findings()).toMatchObject([{ kind: 'amount_unlike', reason: 'refunded_outside' }]);
  });

  it("is not created for another shop's order on the same account", async () => {
    for (const [name, value] of [
      ['booking_id', 'ORDER-77'],
      ['order_id', '77'],
    ] as const) {
      const intentId = await payWithout(4600, { [name]: value });
      const message = host.webhooks.find(({ body }) => body.includes(intentId));
      if (!message) throw new Error('No webhook came');
      expect(await host.deliver(message)).toMatchObject({ status: 200 });
    }
    await reconcile();
    expect(await findings()).toEqual([]);
  });

  it("is refunded once at the owner's request, and stays closed", async () => {
    const intentId = await payWithout(4700, { booking_id: crypto.randomUUID() });
    await reconcile();
    const [finding] = await findings();
    expect(finding?.reason).toBe('unknown_booking');
    expect(await mend(finding, { action: 'refund' })).toEqual({ outcome: 'mended' });
    expect(await mend(finding, { action: 'refund' })).toEqual({ outcome: 'already_closed' });
    expect(await refundsOf(intentId)).toEqual([4700]);
    expect(await stepsOf(finding)).toEqual(['found by System', 'refunded by boss@example.com']);
    await database.pool.query(`update public.payment_scans set swept_at = '-infinity'`);
    await reconcile();
    expect(await findings()).toEqual([]);
  });

  describe("after the owner's refund", () => {
    /** The refund fails at the provider, which has the money again. */
    const refundFails = async (intentId: string): Promise<Refund> => {
      const [refund] = await host.deps.payments.listRefunds({ intentId }, 1);
      if (!refund) throw new Error('There is no refund');
      const failed: Refund = {
        ...refund,
        status: 'failed',
        failureReason: 'expired_or_canceled_card',
      };
      await database.pool.query('update payments_sandbox.refunds set refund = $1 where id = $2', [
        JSON.stringify(failed),
        failed.id,
      ]);
      await database.pool.query(
        `update payments_sandbox.intents set intent = jsonb_set(intent, '{charge,refundedCents}', '0')
         where id = $1`,
        [intentId],
      );
      return failed;
    };
    const tell = (type: 'refund.failed' | 'refund.updated', refund: Refund) =>
      host.deliver(
        host.signed({
          id: `evt_${crypto.randomUUID()}`,
          type,
          createdAt: new Date().toISOString(),
          currency: 'cad',
          refund,
        }),
      );
    const givenBack = async (cents: number) => {
      const intentId = await payWithout(cents);
      await reconcile();
      const [finding] = await findings();
      expect(await mend(finding, { action: 'refund' })).toEqual({ outcome: 'mended' });
      return { intentId, finding };
    };

    it('opens again when that refund fails, and is refunded again', async () => {
      const { intentId, finding } = await givenBack(4710);
      const refund = await refundFails(intentId);
      await tell('refund.failed', refund);
      await tell('refund.updated', refund);
      expect(await findings()).toMatchObject([{ id: finding?.id, reason: 'unknown_intent' }]);
      expect((await stepsOf(finding)).slice(1)).toEqual([
        'refunded by boss@example.com',
        'refund_failed by System',
      ]);
      expect(await mend(finding, { action: 'refund' })).toEqual({ outcome: 'mended' });
      expect(await refundsOf(intentId)).toEqual([4710, 4710]);
      // The late failure event of the first refund says nothing about the second.
      await tell('refund.failed', refund);
      await reconcile();
      expect(await findings()).toEqual([]);
    });

    it("opens again also when the failure's event was lost", async () => {
      const { intentId, finding } = await givenBack(4720);
      await refundFails(intentId);
      await database.pool.query(`update public.payment_scans set swept_at = '-infinity'`);
      await reconcile();
      expect(await findings()).toMatchObject([{ id: finding?.id }]);
    });
  });

  it('closes when checked after a refund at the provider', async () => {
    const intentId = await payWithout(4800);
    await reconcile();
    await host.deps.payments.createRefund({ intentId, metadata: {} });
    const [finding] = await findings();
    expect(await mend(finding, { action: 'ask_again' })).toEqual({ outcome: 'mended' });
  });

  it('pays the booking that the owner applies it to', async () => {
    const held = await hold(host);
    await payWithout(held.amount);
    await reconcile();
    const [finding] = await findings();
    const other = await paidBooking(host);
    expect(await mend(finding, { action: 'attach', bookingId: held.bookingId })).toEqual({
      outcome: 'mended',
    });
    expect(await stateOf(host, held)).toMatchObject({
      status: 'deposit_paid',
      mails: ['booking_confirmation'],
    });
    expect(await stateOf(host, other)).toMatchObject({ status: 'deposit_paid' });
    const { rows } = await database.pool.query(
      `select actor_label from public.booking_changes where booking_id = $1 and action = 'payment_attached'`,
      [held.bookingId],
    );
    expect(rows).toEqual([{ actor_label: 'boss@example.com' }]);
  });

  it('is not applied to a booking after a partial refund', async () => {
    const held = await hold(host);
    const intentId = await payWithout(held.amount);
    await reconcile();
    await host.deps.payments.createRefund({ intentId, amountCents: 100, metadata: {} });
    const [finding] = await findings();
    expect(await mend(finding, { action: 'attach', bookingId: held.bookingId })).toMatchObject({
      error: { code: 'nothing_to_attach' },
    });
    expect(await stateOf(host, held)).toMatchObject({ status: 'pending_payment' });
  });

  it('is not applied to a booking with another amount due', async () => {
    const held = await hold(host);
    await payWithout(held.amount + 1);
    await reconcile();
    const [finding] = await findings();
    expect(await mend(finding, { action: 'attach', bookingId: held.bookingId })).toMatchObject({
      error: { code: 'attach_amount_differs' },
    });
    expect(await findings()).toHaveLength(1);
  });

  it('is a booking without a recorded payment, until the provider reports one', async () => {
    const booking = await paidBooking(host);
    await forget(booking);
    await database.pool.query(`update public.bookings set updated_at = now() where id = $1`, [
      booking.bookingId,
    ]);
    await database.pool.query('select public.scan_payments()');
    const [finding] = await findings();
    expect(finding).toMatchObject({
      kind: 'booking_without_payment',
      reason: 'nothing_recorded',
    });
    expect(await mend(finding, { action: 'ask_again' })).toEqual({ outcome: 'mended' });
    expect(await stateOf(host, booking)).toMatchObject({ status: 'deposit_paid', refunds: [] });
    await database.pool.query('select public.scan_payments()');
    expect(await findings()).toEqual([]);
  });

  const stuckRefund = async (status: string) => {
    const booking = await paidBooking(host);
    host.state.providerIsDown = true;
    await host.call('cancel-booking', { bookingId: booking.bookingId });
    host.state.providerIsDown = false;
    await database.pool.query(
      `update public.refunds set status = $1, created_at = now() - interval '2 hours'
       where payment_id = (select id from public.payments where booking_id = $2)`,
      [status, booking.bookingId],
    );
    await database.pool.query('select public.scan_payments()');
    return booking;
  };

  it.each([
    ['failed', 'failed'],
    ['pending', 'not_sent'],
  ])('is a refund that is %s, and the owner resends it', async (status, reason) => {
    const booking = await stuckRefund(status);
    const [finding] = await findings();
    expect(finding).toMatchObject({ kind: 'refund_stuck', reason });
    expect(await mend(finding, { action: 'retry_refund' })).toEqual({ outcome: 'mended' });
    expect(await mend(finding, { action: 'retry_refund' })).toEqual({ outcome: 'already_closed' });
    expect(await refundsOf(booking.intentId)).toEqual([depositCents]);
    expect(await findings()).toEqual([]);
  });

  it('is recorded as refunded by hand, and nothing more is sent for it', async () => {
    const booking = await stuckRefund('pending');
    const [finding] = await findings();
    const note = 'E-transfer on Friday';
    expect(await mend(finding, { action: 'given_back', note })).toEqual({ outcome: 'mended' });
    await database.pool.query(`update public.refunds set next_attempt_at = now()`);
    await sendDueRefunds(host.deps);
    expect(await refundsOf(booking.intentId)).toEqual([]);
    const { rows } = await database.pool.query(
      'select refunded_cents from public.payments where booking_id = $1',
      [booking.bookingId],
    );
    expect(rows).toEqual([{ refunded_cents: depositCents }]);
  });

  it('is not recorded as refunded by hand when the provider made the refund and only its answer was lost', async () => {
    const booking = await stuckRefund('pending');
    const [finding] = await findings();
    const { rows } = await database.pool.query<{ id: string }>(
      'select refund_id as id from public.payment_findings where id = $1',
      [finding?.id],
    );
    await host.deps.payments.createRefund({
      intentId: booking.intentId,
      amountCents: depositCents,
      metadata: { refund_id: rows[0]?.id ?? '' },
    });
    const note = 'E-transfer on Friday';
    expect(await mend(finding, { action: 'given_back', note })).toMatchObject({
      error: { code: 'refund_on_its_way' },
    });
    await database.pool.query('select public.scan_payments()');
    expect(await findings()).toEqual([]);
    const kept = await database.pool.query(
      `select status, stripe_refund_id is not null as sent from public.refunds
       where payment_id = (select id from public.payments where booking_id = $1)`,
      [booking.bookingId],
    );
    expect(kept.rows).toEqual([{ status: 'succeeded', sent: true }]);
  });

  it('is an overpayment, which is refunded to the cent', async () => {
    const booking = await paidBooking(host);
    await database.pool.query(
      `insert into public.payments (booking_id, method, amount_cents, status, settled_at)
       values ($1, 'cash', $2, 'succeeded', now())`,
      [booking.bookingId, restCents + 1001],
    );
    await database.pool.query('select public.scan_payments()');
    const [finding] = await findings();
    expect(finding).toMatchObject({ kind: 'amount_unlike', reason: 'overpaid' });
    expect(await mend(finding, { action: 'refund' })).toEqual({ outcome: 'mended' });
    expect(await refundsOf(booking.intentId)).toEqual([1001]);
    expect(await mend(finding, { action: 'refund' })).toEqual({ outcome: 'already_closed' });
  });

  it('that was accepted opens again only when the facts change', async () => {
    const booking = await paidBooking(host);
    const refundOutside = (cents: number) =>
      database.pool.query(
        `insert into public.refunds (payment_id, amount_cents, reason, status)
         select id, $1, 'made_outside', 'succeeded' from public.payments where booking_id = $2`,
        [cents, booking.bookingId],
      );
    const scan = () =>
      database.pool.query(
        `with touched as (update public.bookings set updated_at = now() where id = $1)
         select public.scan_payments()`,
        [booking.bookingId],
      );
    await refundOutside(500);
    await scan();
    await scan();
    const [finding] = await findings();
    expect(finding).toMatchObject({ kind: 'amount_unlike', reason: 'refunded_outside' });
    const accepted = await mend(finding, { action: 'accept', note: 'A scratch, agreed' });
    expect(accepted).toEqual({ outcome: 'accepted' });
    await scan();
    await scan();
    expect(await findings()).toEqual([]);
    await refundOutside(100);
    await scan();
    await scan();
    expect(await findings()).toMatchObject([{ reason: 'refunded_outside' }]);
  });
});
