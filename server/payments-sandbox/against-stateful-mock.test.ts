import type { Server } from 'node:http';
import type Stripe from 'stripe';
import { createExpressApp } from 'stripe-stateful-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../backend/database/database.ts';
import { openCopy } from '../testing/databases.ts';
import { clientOf, listen, portOf, refusal } from './testing-emulators.ts';
import { errorOf, openSandbox, type TestSandbox } from './testing.ts';

// The same calls of the official client to a third-party emulator: where it supports a feature, the results must
// be equal.

let database: Database;
let sandbox: TestSandbox;

beforeAll(async () => {
  database = await openCopy();
  sandbox = await openSandbox(database);
});
afterAll(async () => {
  await sandbox.idle();
  await database.close();
});

describe('the sandbox beside the "stripe-stateful-mock" emulator', () => {
  let server: Server;
  let theirs: Stripe;

  beforeAll(async () => {
    server = await listen(createExpressApp());
    theirs = clientOf(portOf(server));
  });
  afterAll(() => {
    server.close();
  });

  const chargeOf = {
    ours: async (amount: number) => {
      const { latest_charge: charge } = await sandbox.stripe.paymentIntents.create({
        amount,
        currency: 'cad',
        payment_method: 'pm_card_visa',
        confirm: true,
      });
      return await sandbox.stripe.charges.retrieve(typeof charge === 'string' ? charge : '');
    },
    theirs: (amount: number) =>
      theirs.charges.create({ amount, currency: 'cad', source: 'tok_visa' }),
  };

  it('shows a charge with the same state and amounts', async () => {
    const [ours, other] = [await chargeOf.ours(5000), await chargeOf.theirs(5000)];
    const state = (charge: Stripe.Charge) => [
      charge.object,
      charge.amount,
      charge.amount_captured,
      charge.amount_refunded,
      charge.captured,
      charge.paid,
      charge.refunded,
      charge.status,
      charge.outcome?.network_status,
      charge.outcome?.type,
      charge.payment_method_details?.card?.last4,
    ];
    expect(state(ours)).toEqual(state(other));
  });

  it('refunds in parts, and refuses too much or again, in the same way', async () => {
    const walk = async (stripe: Stripe, charge: string) => {
      const part = await stripe.refunds.create({ charge, amount: 2000, metadata: { a: 'b' } });
      const tooMuch = await refusal(stripe.refunds.create({ charge, amount: 3001 }));
      const rest = await stripe.refunds.create({ charge });
      const again = await refusal(stripe.refunds.create({ charge }));
      const shown = await stripe.refunds.retrieve(part.id);
      const list = await stripe.refunds.list({ charge });
      const listed = list.data.sort((a, b) => a.amount - b.amount);
      const facts = [part, rest, shown, ...listed].map((refund) => [
        refund.object,
        refund.amount,
        refund.status,
        refund.currency,
        refund.reason,
        refund.metadata,
        refund.charge === charge,
      ]);
      return { facts, tooMuch, again };
    };
    const ours = await walk(sandbox.stripe, (await chargeOf.ours(5000)).id);
    expect(ours).toEqual(await walk(theirs, (await chargeOf.theirs(5000)).id));
    expect(ours.again.code).toBe('charge_already_refunded');
  });

  it('replays and refuses idempotency keys in the same way', async () => {
    const walk = async (stripe: Stripe, charge: string, key: string) => {
      const first = await stripe.refunds.create({ charge, amount: 100 }, { idempotencyKey: key });
      const again = await stripe.refunds.create({ charge, amount: 100 }, { idempotencyKey: key });
      const other = stripe.refunds.create({ charge, amount: 200 }, { idempotencyKey: key });
      const error = await errorOf(other);
      return {
        isSame: first.id === again.id,
        error: [error.type, error.statusCode, error.message],
      };
    };
    const ours = await walk(sandbox.stripe, (await chargeOf.ours(5000)).id, 'emulated');
    expect(ours).toEqual(await walk(theirs, (await chargeOf.theirs(5000)).id, 'emulated'));
    expect(ours.isSame).toBe(true);
  });

  it.each([
    ['pm_card_chargeDeclined', 'tok_chargeDeclined'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'tok_chargeDeclinedInsufficientFunds'],
    ['pm_card_chargeDeclinedExpiredCard', 'tok_chargeDeclinedExpiredCard'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'tok_chargeDeclinedIncorrectCvc'],
    ['pm_card_chargeDeclinedProcessingError', 'tok_chargeDeclinedProcessingError'],
  ])('declines %s as it declines %s', async (payment_method, source) => {
    const money = { amount: 5000, currency: 'cad' };
    const ours = await errorOf(
      sandbox.stripe.paymentIntents.create({ ...money, payment_method, confirm: true }),
    );
    const other = await errorOf(theirs.charges.create({ ...money, source }));
    const facts = ({ type, statusCode, code, message }: Stripe.errors.StripeError) => ({
      type,
      statusCode,
      code,
      message,
    });
    expect(facts(ours)).toEqual(facts(other));
    if (other.code === 'card_declined') expect(ours.decline_code).toBe(other.decline_code);
  });
});
