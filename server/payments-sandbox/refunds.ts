import type Stripe from 'stripe';
import { isRefundable } from './disputes.ts';
import { recordEvent } from './events.ts';
import { expanded } from './expand.ts';
import { newRefund } from './new-objects.ts';
import { ok, type Call, type Operation } from './operation.ts';
import * as parameters from './parameters.ts';
import { readParameters } from './parameters.ts';
import { getObject, listObjects, saveObject } from './stored-objects.ts';
import { invalidRequest, refused } from './stripe-failure.ts';

export const createRefund: Operation = async (call) => {
  const input = readParameters(parameters.createRefund, call.form);
  const charge = await lockCharge(call, input);
  if (!(await isRefundable(call.client, charge))) {
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const left = charge.amount - charge.amount_refunded;
  const amount = input.amount ?? left;
  checkRefundable(charge, amount, left);
  const refund = newRefund(
    charge,
    { amount, reason: input.reason ?? null, metadata: input.metadata ?? {} },
    call.now,
  );
  const refunded: Stripe.Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  };
  await saveObject(call.client, refund);
  await saveObject(call.client, refunded);
  await recordEvent(call.client, 'charge.refunded', refunded, call.cause, call.now);
  await recordEvent(call.client, 'refund.created', refund, call.cause, call.now);
  await recordEvent(call.client, 'refund.updated', refund, call.cause, call.now);
  return ok(await expanded(call.client, refund, input.expand));
};

export const listRefunds: Operation = async (call) => {
  const input = readParameters(parameters.refundPage, call.form);
  const { expand, payment_intent, charge, ...page } = input;
  const list = await listObjects(call.client, 'refund', '/v1/refunds', page, {
    payment_intent,
    charge,
  });
  return ok(await expanded(call.client, list, expand));
};

/** The charge to refund, locked, so that simultaneous refunds cannot both use the same rest. */
async function lockCharge(
  call: Call,
  input: { charge?: string | undefined; payment_intent?: string | undefined },
): Promise<Stripe.Charge> {
  const chargeId = input.charge ?? (await chargeOfIntent(call, input.payment_intent ?? ''));
  return await getObject(call.client, 'charge', chargeId, { param: 'charge', lock: true });
}

async function chargeOfIntent(call: Call, intentId: string): Promise<string> {
  const intent = await getObject(call.client, 'payment_intent', intentId, {
    param: 'payment_intent',
  });
  if (intent.status === 'succeeded' && typeof intent.latest_charge === 'string') {
    return intent.latest_charge;
  }
  throw refused(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
}

function checkRefundable(charge: Stripe.Charge, amount: number, left: number): void {
  if (!charge.paid) throw refused(`Charge ${charge.id} is not paid and cannot be refunded.`);
  if (left === 0) {
    throw refused(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: 'amount' },
    );
  }
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
