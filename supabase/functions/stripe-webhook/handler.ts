import Stripe from 'stripe';
import { receivedEvent } from '../../contracts/payments.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { answer, postOnly } from '../_shared/http/http.ts';
import { applyDispute } from '../_shared/payments/dispute-event.ts';
import { applyPaymentEvent } from '../_shared/payments/payment-calls.ts';
import { readText } from '../_shared/http/read-body.ts';
import { followUp } from '../_shared/payments/settle-intent.ts';
import { keepUnmatched } from '../_shared/payments/unmatched-intent.ts';
import { isOurMoney } from './check-event.ts';
import { isHeard, readDisputeEvent, readPaymentEvent } from './payment-event.ts';

const bodyLimit = 512 * 1024;
const crypto = Stripe.createSubtleCryptoProvider();

/** Answers once the event and its effects are committed; a failure before that is a 500, and Stripe sends it again. */
export const stripeWebhookHandler = (deps: FunctionDeps): FunctionHandler =>
  postOnly(deps.log, async (request) => {
    const stripeEvent = await verifiedEvent(deps, request);
    if (!isHeard(stripeEvent) || !isOurMoney(stripeEvent, deps)) {
      return answer(receivedEvent, { received: true });
    }
    const event = readPaymentEvent(stripeEvent);
    const report = readDisputeEvent(stripeEvent);
    if (report) await applyDispute(deps.rest, report);
    if (report) deps.wakeWorkers();
    if (event) {
      const settled = await applyPaymentEvent(deps.rest, event);
      await followUp(deps, settled, event);
      deps.webhookApplied?.(deps.now().getTime() / 1000 - stripeEvent.created);
      // Stored from Stripe's own object, which has more fields than our event.
      const { object } = stripeEvent.data;
      if (
        settled.outcome === 'ignored' &&
        'object' in object &&
        object.object === 'payment_intent'
      ) {
        if (object.status === 'succeeded') await keepUnmatched(deps, object, 'unknown_intent');
      }
    }
    return answer(receivedEvent, { received: true });
  });

async function verifiedEvent(deps: FunctionDeps, request: Request): Promise<Stripe.Event> {
  const payload = await readText(request, bodyLimit);
  const signature = request.headers.get('stripe-signature') ?? '';
  try {
    return await deps.stripe.webhooks.constructEventAsync(
      payload,
      signature,
      deps.stripeWebhookSecret,
      undefined,
      crypto,
    );
  } catch (error) {
    deps.log.warn({ err: error }, 'A webhook with a bad signature was refused');
    throw new CodedError('invalid_signature');
  }
}
