import { afterAll, beforeAll, expect, it } from 'vitest';
import { leastChargeCents } from '../domain/money/least-charge.ts';
import { deliverMail } from '../supabase/functions/_shared/mail/deliver-mail.ts';
import type { MailMessage } from '../supabase/functions/_shared/mail/mail-message.ts';
import { reconcilePayments } from '../supabase/functions/_shared/payments/reconcile.ts';
import { anon, signUp, type Person } from '../supabase/tests/cast.ts';
import { callAs } from '../supabase/tests/rain.ts';
import type { Database } from './backend/database/database.ts';
import { paidBooking, restCents, stateOf, type Held } from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';

describeEachDatabase('paying the balance online', (open) => {
  let database: Database;
  let host: FunctionHost;
  let boss: Person;
  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
    boss = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
  });
  afterAll(() => database.close());

  const emailOf = async ({ bookingId }: Held) => {
    const { rows } = await database.pool.query<{ customer_email: string }>(
      'select customer_email from public.bookings where id = $1',
      [bookingId],
    );
    return rows[0]?.customer_email;
  };
  /** A booking with a paid deposit, and the link that its guest opened. */
  const opened = async () => {
    const booking = await paidBooking(host);
    const token = await callAs<string>(
      database.pool,
      anon,
      'open_balance',
      booking.bookingId,
      await emailOf(booking),
    );
    return { ...booking, token };
  };
  const show = async (token: string) => (await host.call('show-balance', { token })).body;
  const begin = (token: string, tipCents = 0, dueCents = restCents) =>
    host.call('pay-balance', { token, tipCents, amountToCharge: dueCents + tipCents });
  const begun = async (token: string, tipCents = 0, dueCents = restCents) => {
    const { status, body } = await begin(token, tipCents, dueCents);
    expect(status, JSON.stringify(body)).toBe(200);
    return String(body['paymentIntentId']);
  };
  const codeOf = ({ body }: { body: Record<string, unknown> }) =>
    (body['error'] as { code: string } | undefined)?.code;
  const takeCash = ({ bookingId }: Held, cents = restCents) =>
    callAs<object>(database.pool, boss, 'record_payment', bookingId, 'cash', cents);
  const statusAtProvider = async (intentId: string) =>
    (await host.deps.payments.retrieveIntent(intentId)).status;
  const deliverAll = async (intentId: string) => {
    for (const message of host.webhooks.filter(({ body }) => body.includes(intentId))) {
      expect(await host.deliver(message)).toMatchObject({ status: 200 });
    }
  };

  it('charges what is due with a tip once, and makes the booking paid with one receipt', async () => {
    const booking = await opened();
    expect(await show(booking.token)).toMatchObject({
      state: 'due',
      first_name: 'Ada',
      tip_cents: 0,
      paid_cents: booking.amount,
      due_cents: restCents,
      latest: null,
    });
    const intentId = await begun(booking.token, 1500);
    expect(await host.pay(intentId)).toMatchObject({ receivedCents: restCents + 1500 });
    expect(await show(booking.token)).toMatchObject({
      state: 'paid',
      due_cents: 0,
      latest: { amount_cents: restCents + 1500, tip_cents: 1500, is_refunded: false },
    });
    await deliverAll(intentId);
    await deliverAll(intentId);
    expect(await stateOf(host, booking)).toMatchObject({
      status: 'paid',
      mails: ['booking_confirmation', 'receipt'],
      refunds: [],
    });
    expect(codeOf(await begin(booking.token, 0))).toBe('already_paid');
  });

  it('settles by the webhook alone when the customer never returns', async () => {
    const booking = await opened();
    const intentId = await begun(booking.token);
    await host.pay(intentId);
    await deliverAll(intentId);
    expect(await stateOf(host, booking)).toMatchObject({ status: 'paid' });
  });

  it('charges nothing when another amount is due than the page shows', async () => {
    const booking = await opened();
    await takeCash(booking, 1000);
    expect(codeOf(await begin(booking.token))).toBe('balance_changed');
    expect(await begun(booking.token, 0, restCents - 1000)).toBeTruthy();
  });

  it('has one open payment for two windows at once, whatever their tips', async () => {
    const booking = await opened();
    const answers = await Promise.all([begin(booking.token, 500), begin(booking.token, 900)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const intents = answers.map(({ body }) => String(body['paymentIntentId']));
    const states = await Promise.all(intents.map(statusAtProvider));
    expect(states.sort()).toEqual(['canceled', 'requires_payment_method']);
    const { rows } = await database.pool.query(
      `select from public.payments where booking_id = $1 and status = 'requires_payment'`,
      [booking.bookingId],
    );
    expect(rows).toHaveLength(1);
  });

  it('shares the payment of two windows with the same tip', async () => {
    const booking = await opened();
    const answers = await Promise.all([begun(booking.token, 500), begun(booking.token, 500)]);
    expect(new Set([...answers, await begun(booking.token, 500)]).size).toBe(1);
  });

  it('refunds in full when the owner recorded the same money meanwhile', async () => {
    const booking = await opened();
    const intentId = await begun(booking.token, 700);
    await takeCash(booking);
    await host.pay(intentId);
    expect(await show(booking.token)).toMatchObject({
      state: 'paid',
      latest: { is_refunded: true },
    });
    expect(await stateOf(host, booking)).toMatchObject({
      status: 'paid',
      refunds: [{ status: 'succeeded', amount_cents: restCents + 700 }],
      mails: ['booking_confirmation', 'receipt', 'payment_refunded'],
    });
  });

  it('collects the price once when the owner records cash while the webhook arrives', async () => {
    const booking = await opened();
    const intentId = await begun(booking.token);
    await host.pay(intentId);
    await Promise.allSettled([takeCash(booking), deliverAll(intentId), show(booking.token)]);
    const { rows } = await database.pool.query<{ collected: number }>(
      'select collected_cents as collected from private.payment_sums($1)',
      [booking.bookingId],
    );
    expect(rows).toEqual([{ collected: 11999 }]);
    expect(await stateOf(host, booking)).toMatchObject({ status: 'paid' });
  });

  it('refunds in full when the booking was cancelled while its customer paid', async () => {
    const booking = await opened();
    const intentId = await begun(booking.token);
    host.state.providerIsDown = true;
    await host.call('cancel-booking', { bookingId: booking.bookingId });
    host.state.providerIsDown = false;
    await host.pay(intentId);
    expect(await show(booking.token)).toMatchObject({ state: 'cancelled', due_cents: 0 });
    const { refunds } = await stateOf(host, booking);
    expect(refunds).toContainEqual({ status: 'succeeded', amount_cents: restCents });
    expect(codeOf(await begin(booking.token))).toBe('booking_cancelled');
  });

  it('closes the open payment of a booking that is cancelled', async () => {
    const booking = await opened();
    const intentId = await begun(booking.token);
    await host.call('cancel-booking', { bookingId: booking.bookingId });
    expect(await statusAtProvider(intentId)).toBe('canceled');
  });

  it('refunds the balance with the deposit when the booking is cancelled in time', async () => {
    const booking = await opened();
    await host.pay(await begun(booking.token));
    await show(booking.token);
    const { body } = await host.call('cancel-booking', { bookingId: booking.bookingId });
    expect(body).toMatchObject({ refundAmount: 11999 });
  });

  it('closes a payment that was begun an hour ago', async () => {
    const booking = await opened();
    const intentId = await begun(booking.token);
    const age = (minutes: number) =>
      database.pool.query(
        `update public.payments set created_at = now() - $2 * interval '1 minute', reconciled_at = null
         where stripe_payment_intent_id = $1`,
        [intentId, minutes],
      );
    await age(59);
    await reconcilePayments(host.deps, { olderThanSeconds: 0, batch: 1000 });
    expect(await statusAtProvider(intentId)).toBe('requires_payment_method');
    await age(61);
    await reconcilePayments(host.deps, { olderThanSeconds: 0, batch: 1000 });
    expect(await statusAtProvider(intentId)).toBe('canceled');
  });

  it('knows neither an expired link nor one that a newer email replaced', async () => {
    const booking = await opened();
    await database.pool.query('update public.payment_links set expires_at = now()');
    expect(codeOf({ body: await show(booking.token) })).toBe('link_unknown');
    expect(codeOf(await begin(booking.token))).toBe('link_unknown');

    const first = await mailedLink(booking);
    await database.pool.query(
      `update public.payment_links set created_at = now() - interval '2 minutes'`,
    );
    const second = await mailedLink(booking);
    expect(codeOf({ body: await show(first) })).toBe('link_unknown');
    expect(await show(second)).toMatchObject({ state: 'due' });
  });

  async function mailedLink({ bookingId }: Held): Promise<string> {
    await callAs(database.pool, boss, 'send_payment_link', bookingId);
    const { rows } = await database.pool.query<{ path: string }>(
      `select data -> 'pay' ->> 'path' as path from public.mail_outbox
       where booking_id = $1 and template_type = 'payment_link' order by created_at desc limit 1`,
      [bookingId],
    );
    return rows[0]?.path.split('token=')[1] ?? '';
  }

  it('refuses to open a balance by the id of its booking alone', async () => {
    const booking = await paidBooking(host);
    await expect(
      callAs(database.pool, anon, 'open_balance', booking.bookingId, 'other@example.com'),
    ).rejects.toThrow('booking_not_found');
    await expect(
      callAs(database.pool, anon, 'open_balance', booking.bookingId, null),
    ).rejects.toThrow('booking_not_found');
  });

  it('asks online for no balance below the least charge', async () => {
    const mailed = await paidBooking(host);
    await mailedLink(mailed);
    const booking = await opened();
    const left = leastChargeCents - 1;
    for (const one of [mailed, booking]) await takeCash(one, restCents - left);
    expect(await show(booking.token)).toMatchObject({ state: 'due', due_cents: left });
    const answer = await begin(booking.token, 500, left);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'too_little_to_charge']);
    await expect(
      callAs(database.pool, anon, 'open_balance', booking.bookingId, await emailOf(booking)),
    ).rejects.toThrow('too_little_to_charge');
    await expect(
      callAs(database.pool, boss, 'send_payment_link', booking.bookingId),
    ).rejects.toThrow('too_little_to_charge');
    const sent: MailMessage[] = [];
    const transport = { send: (mail: MailMessage) => Promise.resolve(void sent.push(mail)) };
    await deliverMail({ ...host.deps, transport });
    const to = await emailOf(mailed);
    expect(sent.filter((mail) => mail.to === to).map(({ key }) => key)).not.toContainEqual(
      expect.stringContaining('payment_link:'),
    );
  });

  it('charges a balance of exactly the least charge', async () => {
    const booking = await opened();
    await takeCash(booking, restCents - leastChargeCents);
    await host.pay(await begun(booking.token, 0, leastChargeCents));
    expect(await show(booking.token)).toMatchObject({ state: 'paid', due_cents: 0 });
  });

  it('closes the open payment of a balance that fell below the least charge', async () => {
    const booking = await opened();
    const intentId = await begun(booking.token, 500);
    await takeCash(booking, restCents - leastChargeCents + 1);
    await reconcilePayments(host.deps, { olderThanSeconds: 0, batch: 1000 });
    expect(await statusAtProvider(intentId)).toBe('canceled');
  });

  it('sends the link once a minute, and not when nothing is due', async () => {
    const booking = await paidBooking(host);
    const send = () => callAs(database.pool, boss, 'send_payment_link', booking.bookingId);
    expect(await send()).toEqual({ to_email: await emailOf(booking), due_cents: restCents });
    await expect(send()).rejects.toThrow('just_sent');
    await takeCash(booking);
    await expect(send()).rejects.toThrow('nothing_due');
  });

  it('drops the email of a link when the balance was paid before it was sent', async () => {
    await database.pool.query('delete from public.mail_outbox');
    const [due, paid] = [await paidBooking(host), await paidBooking(host)];
    await mailedLink(due);
    await mailedLink(paid);
    await takeCash(paid);
    const sent: MailMessage[] = [];
    const transport = { send: (mail: MailMessage) => Promise.resolve(void sent.push(mail)) };
    await deliverMail({ ...host.deps, transport });
    const links = sent.filter(({ key }) => key.startsWith('payment_link:'));
    expect(links.map(({ subject, to }) => ({ subject, to }))).toEqual([
      { subject: 'Pay $99.99 online for your Premium Detailing', to: await emailOf(due) },
    ]);
    expect(links[0]?.text).toContain('http://site.test/pay?token=');
  });
});
