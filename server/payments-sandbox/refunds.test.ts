import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../backend/database/database.ts';
import { describeEachDatabase } from '../testing/databases.ts';
import { errorOf, openSandbox, type TestSandbox } from './testing.ts';

describeEachDatabase('refunds of the sandbox', (open) => {
  let database: Database;
  let sandbox: TestSandbox;

  beforeAll(async () => {
    database = await open();
    sandbox = await openSandbox(database);
  });
  afterAll(async () => {
    await sandbox.idle();
    await database.close();
  });

  const paidIntent = (amount: number) =>
    sandbox.stripe.paymentIntents.create({
      amount,
      currency: 'cad',
      payment_method: 'pm_card_visa',
      confirm: true,
    });

  it('refunds a part, then the rest, and shows it on the charge', async () => {
    const { id } = await paidIntent(12_000);
    const part = await sandbox.stripe.refunds.create({
      payment_intent: id,
      amount: 10_000,
      reason: 'requested_by_customer',
      metadata: { refund_id: 'r-1' },
    });
    expect(part).toMatchObject({
      object: 'refund',
      amount: 10_000,
      status: 'succeeded',
      payment_intent: id,
      reason: 'requested_by_customer',
      metadata: { refund_id: 'r-1' },
    });
    const rest = await sandbox.stripe.refunds.create({ payment_intent: id, expand: ['charge'] });
    expect(rest).toMatchObject({
      amount: 2000,
      charge: { amount_refunded: 12_000, refunded: true },
    });
    expect((await sandbox.stripe.refunds.retrieve(part.id)).amount).toBe(10_000);
    const list = await sandbox.stripe.refunds.list({ payment_intent: id });
    expect(list.data.map((refund) => refund.id)).toEqual([rest.id, part.id]);
  });

  it('never refunds more than was paid', async () => {
    const { id } = await paidIntent(5000);
    const tooMuch = sandbox.stripe.refunds.create({ payment_intent: id, amount: 5001 });
    expect(await errorOf(tooMuch)).toMatchObject({
      statusCode: 400,
      param: 'amount',
      message: 'Refund amount ($50.01) is greater than unrefunded amount on charge ($50.00)',
    });
    await sandbox.stripe.refunds.create({ payment_intent: id });
    expect(await errorOf(sandbox.stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_already_refunded',
    });
  });

  it('refuses to refund a disputed charge until the dispute is won', async () => {
    const disputed = async () => {
      const { id } = await sandbox.stripe.paymentIntents.create({
        amount: 2000,
        currency: 'cad',
        payment_method: 'pm_card_createDispute',
        confirm: true,
      });
      const { data } = await sandbox.stripe.disputes.list({ limit: 1 });
      const answer = (text: string) =>
        sandbox.stripe.disputes.update(data[0]?.id ?? '', {
          evidence: { uncategorized_text: text },
        });
      const refund = () => sandbox.stripe.refunds.create({ payment_intent: id, amount: 500 });
      return { answer, refund };
    };
    const refusal = { statusCode: 400, code: 'charge_disputed' };
    const lost = await disputed();
    expect(await errorOf(lost.refund())).toMatchObject(refusal);
    await lost.answer('nothing');
    expect(await errorOf(lost.refund())).toMatchObject(refusal);
    const won = await disputed();
    await won.answer('winning_evidence');
    expect(await won.refund()).toMatchObject({ status: 'succeeded', amount: 500 });
  });

  it('refunds once when many full refunds arrive at once', async () => {
    const { id } = await paidIntent(5000);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        sandbox.stripe.refunds.create({ payment_intent: id, amount: 5000 }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('refunds nothing of an unpaid intent', async () => {
    const { id } = await sandbox.stripe.paymentIntents.create({ amount: 5000, currency: 'cad' });
    expect(await errorOf(sandbox.stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      statusCode: 400,
      message: `This PaymentIntent (${id}) does not have a successful charge to refund.`,
    });
    expect(await errorOf(sandbox.stripe.refunds.create({}))).toMatchObject({
      code: 'parameter_missing',
      param: 'payment_intent',
    });
    expect(
      await errorOf(sandbox.stripe.refunds.create({ payment_intent: 'pi_nobody' })),
    ).toMatchObject({ statusCode: 404, code: 'resource_missing' });
  });
});
