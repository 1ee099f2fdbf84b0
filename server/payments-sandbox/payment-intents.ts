import type Stripe from 'stripe';
import { confirmWith, paymentMethodFor } from './confirm.ts';
import { expanded } from './expand.ts';
import { newPaymentIntent } from './new-objects.ts';
import { ok, type Call, type Operation } from './operation.ts';
import * as parameters from './parameters.ts';
import { readParameters } from './parameters.ts';
import { getObject, listObjects, saveObject, type Kind } from './stored-objects.ts';
import { invalidRequest, unexpectedState } from './stripe-failure.ts';

const smallestAmount = 50;
const largestAmount = 99_999_999;

export const createPaymentIntent: Operation = async (call) => {
  const input = readParameters(parameters.createIntent, call.form);
  checkAmount(input.amount, input.currency);
  const intent = newPaymentIntent(
    {
      amount: input.amount,
      currency: input.currency.toLowerCase(),
      metadata: input.metadata ?? {},
      description: input.description ?? null,
      receipt_email: input.receipt_email ?? null,
      statement_descriptor_suffix: input.statement_descriptor_suffix ?? null,
      payment_method_types: input.payment_method_types ?? null,
      allow_redirects: input.automatic_payment_methods?.allow_redirects ?? 'always',
    },
    call.now,
  );
  const method = input.payment_method && (await paymentMethodFor(call, input.payment_method));
  if (method) {
    intent.payment_method = method.id;
    intent.status = 'requires_confirmation';
  }
  await saveObject(call.client, intent);
  if (input.confirm) return await confirmWith(call, intent, method || null, input.expand);
  return ok(await expanded(call.client, intent, input.expand));
};

/** Returns an object of that kind; `param` is its id's name in an error. */
export const retrieve =
  (kind: Kind, param: string): Operation =>
  async (call) => {
    const { expand } = readParameters(parameters.retrieve, call.form);
    const found = await getObject(call.client, kind, call.id, { param });
    return ok(await expanded(call.client, found, expand));
  };

export const listPaymentIntents: Operation = async (call) => {
  const { expand, ...page } = readParameters(parameters.intentPage, call.form);
  const list = await listObjects(call.client, 'payment_intent', '/v1/payment_intents', page);
  return ok(await expanded(call.client, list, expand));
};

export const updatePaymentIntent: Operation = async (call) => {
  const input = readParameters(parameters.updateIntent, call.form);
  const intent = await lockIntent(call);
  if (input.amount !== undefined) checkAmount(input.amount, input.currency ?? intent.currency);
  const isOver = intent.status === 'succeeded' || intent.status === 'canceled';
  if (isOver && (input.amount ?? input.currency ?? input.payment_method) !== undefined) {
    throw unexpectedState(
      `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}.`,
      intent,
    );
  }
  const { expand, payment_method, metadata, ...fields } = input;
  const updated: Stripe.PaymentIntent = {
    ...intent,
    ...definedOnly(fields),
    metadata: merged(intent.metadata, metadata),
  };
  if (payment_method !== undefined) {
    updated.payment_method = (await paymentMethodFor(call, payment_method)).id;
    updated.status = 'requires_confirmation';
    updated.next_action = null;
  }
  await saveObject(call.client, updated);
  return ok(await expanded(call.client, updated, expand));
};

export const lockIntent = (call: Pick<Call, 'client' | 'id'>): Promise<Stripe.PaymentIntent> =>
  getObject(call.client, 'payment_intent', call.id, { param: 'intent', lock: true });

function checkAmount(amount: number, currency: string): void {
  if (amount < smallestAmount) {
    throw invalidRequest(`Amount must be at least $0.50 ${currency.toLowerCase()}`, {
      code: 'amount_too_small',
      param: 'amount',
    });
  }
  if (amount > largestAmount) {
    throw invalidRequest('Amount must be no more than $999,999.99', {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
}

const definedOnly = <T extends object>(fields: T) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<T>;

/** A missing argument changes nothing, null removes all, an empty value removes its key. */
function merged(
  current: Record<string, string>,
  changes: Record<string, string> | null | undefined,
): Record<string, string> {
  if (changes === undefined) return current;
  if (changes === null) return {};
  const entries = Object.entries({ ...current, ...changes });
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}
