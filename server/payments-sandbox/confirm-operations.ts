import type Stripe from 'stripe';
import { confirmWith, paymentMethodFor } from './confirm.ts';
import { recordEvent } from './events.ts';
import { expanded } from './expand.ts';
import { unixSeconds } from './new-objects.ts';
import { ok, type Operation } from './operation.ts';
import * as parameters from './parameters.ts';
import { readParameters } from './parameters.ts';
import { lockIntent } from './payment-intents.ts';
import { saveObject } from './stored-objects.ts';
import { unexpectedState } from './stripe-failure.ts';

export const confirmPaymentIntent: Operation = async (call) => {
  const input = readParameters(parameters.confirmIntent, call.form);
  const intent = await lockIntent(call);
  const method = input.payment_method ? await paymentMethodFor(call, input.payment_method) : null;
  return await confirmWith(call, intent, method, input.expand);
};

export const cancelPaymentIntent: Operation = async (call) => {
  const input = readParameters(parameters.cancelIntent, call.form);
  const intent = await lockIntent(call);
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
      intent,
    );
  }
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    status: 'canceled',
    canceled_at: unixSeconds(call.now),
    cancellation_reason: input.cancellation_reason ?? null,
    next_action: null,
  };
  await saveObject(call.client, canceled);
  await recordEvent(call.client, 'payment_intent.canceled', canceled, call.cause, call.now);
  return ok(await expanded(call.client, canceled, input.expand));
};
