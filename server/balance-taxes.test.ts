import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Business } from '../domain/business/business.ts';
import { defaultBusiness } from '../domain/business/default-business.ts';
import { deliverMail } from '../supabase/functions/_shared/mail/deliver-mail.ts';
import type { MailMessage } from '../supabase/functions/_shared/mail/mail-message.ts';
import { anon } from '../supabase/tests/cast.ts';
import { callAs } from '../supabase/tests/rain.ts';
import type { Database } from './backend/database/database.ts';
import { depositCents, paidBooking } from './testing/bookings.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startFunctionHost, type FunctionHost } from './testing/function-host.ts';

const gst = { label: 'GST (5%)', basisPoints: 500, registrationNumber: '12345 6789 RT0001' };
const qst = { label: 'QST (9.975%)', basisPoints: 998, registrationNumber: '' };

/** Of $119.99: $6.00 and $11.98, each rounded by itself. */
const taxCents = 600 + 1198;

describeEachDatabase('the balance of a taxed booking', (open) => {
  let database: Database;
  let host: FunctionHost;
  beforeAll(async () => {
    database = await open();
    host = await startFunctionHost(database);
  });
  afterAll(() => database.close());

  const publish = (tax: Business['tax']) =>
    database.pool.query(
      `insert into public.business_versions (version, business)
       select max(version) + 1, $1 from public.business_versions`,
      [JSON.stringify({ ...defaultBusiness, tax })],
    );

  /** Books with a deposit, and pays the rest online with a tip. */
  async function bookAndPay(tipCents: number) {
    const { bookingId } = await paidBooking(host);
    const { rows } = await database.pool.query<{ customer_email: string }>(
      'select customer_email from public.bookings where id = $1',
      [bookingId],
    );
    const token = await callAs<string>(
      database.pool,
      anon,
      'open_balance',
      bookingId,
      rows[0]?.customer_email,
    );
    const { body: shown } = await host.call('show-balance', { token });
    const { body: begun } = await host.call('pay-balance', {
      token,
      tipCents,
      amountToCharge: Number(shown['due_cents']) + tipCents,
    });
    await host.pay(String(begun['paymentIntentId']));
    const { body: paid } = await host.call('show-balance', { token });
    return { bookingId, shown, paid };
  }

  const movesOf = async (bookingId: string) =>
    (
      await database.pool.query<object>(
        `select amount_cents, tax_cents, tip_cents from private.money_moves where booking_id = $1 order by at`,
        [bookingId],
      )
    ).rows;

  async function receiptText(bookingId: string): Promise<string> {
    const sent: MailMessage[] = [];
    const transport = { send: (mail: MailMessage) => Promise.resolve(void sent.push(mail)) };
    await deliverMail({ ...host.deps, transport });
    return sent.find(({ key }) => key === `receipt:${bookingId}`)?.text ?? '';
  }

  it('carries each tax once to the cent when deposits are taxed, and the receipt lists them', async () => {
    await publish({ rates: [gst, qst], coversOnSite: true });
    const { bookingId, shown, paid } = await bookAndPay(1500);
    expect(shown).toMatchObject({
      total_cents: 11999 + taxCents,
      tax_cents: taxCents,
      tax_lines: [
        { label: gst.label, cents: 600, registrationNumber: gst.registrationNumber },
        { label: qst.label, cents: 1198, registrationNumber: '' },
      ],
      due_cents: 11999 + taxCents - depositCents,
    });
    expect(paid).toMatchObject({ state: 'paid', due_cents: 0 });
    const taxOfDeposit = Math.round((taxCents * depositCents) / (11999 + taxCents));
    expect(await movesOf(bookingId)).toEqual([
      { amount_cents: depositCents, tax_cents: taxOfDeposit, tip_cents: 0 },
      {
        amount_cents: 11999 - depositCents + taxCents + 1500,
        tax_cents: taxCents - taxOfDeposit,
        tip_cents: 1500,
      },
    ]);
    const text = await receiptText(bookingId);
    expect(text).toContain('GST (5%), registration no. 12345 6789 RT0001');
    expect(text).toMatch(/GST[^$]*\$6\.00\s+QST \(9\.975%\)[^$]*\$11\.98/);
    expect(text).toContain('$152.97');
  });

  it('says each tax once in the confirmation', async () => {
    await publish({ rates: [gst], coversOnSite: true });
    const { bookingId } = await paidBooking(host);
    const sent: MailMessage[] = [];
    const transport = { send: (mail: MailMessage) => Promise.resolve(void sent.push(mail)) };
    await deliverMail({ ...host.deps, transport });
    const text = sent.find(({ key }) => key === `booking_confirmation:${bookingId}`)?.text ?? '';
    expect(text).toContain('Due on site');
    expect(text.match(/GST/g)).toHaveLength(1);
  });

  it('carries no tax when only full payments online are taxed', async () => {
    await publish({ rates: [gst, qst], coversOnSite: false });
    const { bookingId, shown, paid } = await bookAndPay(0);
    expect(shown).toMatchObject({
      total_cents: 11999,
      tax_cents: 0,
      tax_lines: [],
      due_cents: 11999 - depositCents,
    });
    expect(paid).toMatchObject({ state: 'paid', due_cents: 0 });
    expect(await movesOf(bookingId)).toEqual([
      { amount_cents: depositCents, tax_cents: 0, tip_cents: 0 },
      { amount_cents: 11999 - depositCents, tax_cents: 0, tip_cents: 0 },
    ]);
    expect(await receiptText(bookingId)).not.toMatch(/[GQ]ST/);
  });
});
