import { fixedTerms } from '../../../domain/business/fixed-terms.ts';
import { receivedEvent } from '../../contracts/payments.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { answer, postOnly } from '../_shared/http/http.ts';
import { readText } from '../_shared/http/read-body.ts';
import { applyDispute } from '../_shared/payments/dispute-event.ts';
import {
  applyPaymentEvent,
  refundEvent,
  type PaymentEvent,
} from '../_shared/payments/payment-calls.ts';
import type { ProviderEvent } from '../_shared/payments/provider.ts';
import { followUp } from '../_shared/payments/settle-intent.ts';
import { bookingIdOf, keepUnmatched } from '../_shared/payments/unmatched-intent.ts';

const bodyLimit = 512 * 1024;

/**
 * The webhook of the payment provider. Answers once the event and its effects are committed; a failure before that is a
 * 500, and the provider sends the event again.
 */
export const paymentWebhookHandler = (deps: FunctionDeps): FunctionHandler =>
  postOnly(deps.log, async (request) => {
    const event = await readEvent(deps, request);
    if (event && isOurMoney(event, deps)) await apply(deps, event);
    return answer(receivedEvent, { received: true });
  });

async function readEvent(deps: FunctionDeps, request: Request): Promise<ProviderEvent | null> {
  const payload = await readText(request, bodyLimit);
  try {
    return await deps.payments.readEvent(payload, request.headers);
  } catch (error) {
    deps.log.warn({ err: error }, 'A webhook was refused');
    throw error;
  }
}

/** A clock may be wrong, but no more than this. A report from the future would make later ones old. */
const mostMsAhead = 3600_000;

/** False for another currency, which no booking has. Throws `event_from_the_future`. */
function isOurMoney(event: ProviderEvent, { now, log }: FunctionDeps): boolean {
  const dates = [
    event.createdAt,
    ...('intent' in event ? [event.intent.createdAt] : []),
    ...('dispute' in event ? [event.dispute.openedAt] : []),
  ];
  const latest = now().getTime() + mostMsAhead;
  if (dates.some((date) => Date.parse(date) > latest)) {
    throw new CodedError('event_from_the_future');
  }
  if (event.currency === fixedTerms.currency) return true;
  log.warn({ event: event.id }, 'A payment event in another currency was ignored');
  return false;
}

async function apply(deps: FunctionDeps, event: ProviderEvent): Promise<void> {
  if ('dispute' in event) {
    await applyDispute(deps.rest, event);
    deps.wakeWorkers();
    return;
  }
  const effect = effectOf(event);
  if (!effect) return;
  const settled = await applyPaymentEvent(deps.rest, effect);
  await followUp(deps, settled, effect);
  deps.webhookApplied?.((deps.now().getTime() - Date.parse(event.createdAt)) / 1000);
  if (settled.outcome !== 'ignored' || !('intent' in event)) return;
  if (event.intent.status === 'succeeded')
    await keepUnmatched(deps, event.intent, 'unknown_intent');
}

/** What an event means for a payment; null for one of something else. */
function effectOf(event: Exclude<ProviderEvent, { dispute: unknown }>): PaymentEvent | null {
  const { id: eventId, type } = event;
  if ('refund' in event) return refundEvent(event, event.refund);
  if ('intent' in event) {
    const { intent } = event;
    return {
      eventId,
      type,
      intentId: intent.id,
      bookingId: bookingIdOf(intent),
      amountCents: type === 'payment_intent.succeeded' ? intent.receivedCents : intent.amountCents,
      detail: { error: intent.lastError?.message ?? null },
    };
  }
  const { intentId, amountCents, refundedCents } = event.charge;
  if (intentId === null) return null;
  const detail = { refunded_cents: refundedCents };
  return { eventId, type, intentId, bookingId: null, amountCents, detail };
}
