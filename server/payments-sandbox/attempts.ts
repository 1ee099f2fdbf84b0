import type { PoolClient } from 'pg';
import { instalmentProvider } from '../../domain/money/instalments.ts';
import type { Dispute } from '../../supabase/functions/_shared/payments/provider.ts';
import type { TestCard } from './cards.ts';
import { recordEvent } from './events.ts';
import { findIntent, newId, refused, saveIntent, shown, type StoredIntent } from './stored.ts';

/** A customer's step with a locked intent. */
export type Step = { client: PoolClient; intent: StoredIntent; now: Date };

export async function payByCard(step: Step, { outcome }: TestCard): Promise<StoredIntent> {
  const { client, intent } = step;
  if (outcome === 'challenge') {
    return saveIntent(client, {
      ...intent,
      status: 'requires_action',
      isRedirected: false,
      lastError: null,
      attemptId: null,
    });
  }
  if (typeof outcome === 'object') return fail(step, { message: outcome.declined, method: 'card' });
  const paid = await succeed(step, null);
  return outcome === 'disputed' ? openDispute({ ...step, intent: paid }) : paid;
}

/** Ends the bank's challenge: paid when completed, otherwise waiting for a card again. */
export const endChallenge = (step: Step, outcome: 'complete' | 'fail'): Promise<StoredIntent> =>
  outcome === 'complete'
    ? succeed(step, null)
    : fail(step, {
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
        method: 'card',
      });

/** Starts an attempt on a payment method's own page. */
export function leaveForPage(
  { client, intent }: Step,
  attempt: { method: string; returnUrl: string },
): Promise<StoredIntent> {
  const id = newId('pm');
  return saveIntent(client, {
    ...intent,
    status: 'requires_action',
    isRedirected: true,
    lastError: null,
    attempts: [...intent.attempts, { id, ...attempt }],
    attemptId: id,
  });
}

/** A payment on the method's page; `returnTo` is set once the decision is made. */
export type Authorization = {
  amountCents: number;
  provider: string;
  description: string;
  returnTo: string | null;
};

/** Throws when the intent has no such attempt. */
export function authorizationOf(intent: StoredIntent, attemptId: string): Authorization {
  const { method } = attemptOf(intent, attemptId);
  return {
    amountCents: intent.amountCents,
    provider: instalmentProvider(method)?.name ?? method,
    description: intent.description ?? '',
    returnTo: isWaiting(intent, attemptId) ? null : returnAddress(intent, attemptId),
  };
}

/** Completes it by the customer's decision and returns the return address. An earlier decision stays. */
export async function decide(
  step: Step,
  attemptId: string,
  decision: 'approve' | 'decline',
): Promise<string> {
  const { intent } = step;
  const { method } = attemptOf(intent, attemptId);
  if (!isWaiting(intent, attemptId)) return returnAddress(intent, attemptId);
  const message = 'The payment method provider declined the payment.';
  const decided =
    decision === 'approve' ? await succeed(step, attemptId) : await fail(step, { message, method });
  return returnAddress(decided, attemptId);
}

async function succeed({ client, intent, now }: Step, attemptId: string | null) {
  const paid = await saveIntent(client, {
    ...intent,
    status: 'succeeded',
    receivedCents: intent.amountCents,
    isRedirected: false,
    lastError: null,
    charge: { refundedCents: 0, isDisputed: false },
    attemptId,
  });
  await recordEvent(client, now, { type: 'payment_intent.succeeded', intent: shown(paid) });
  return paid;
}

/** The intent waits for another payment method and has the reason. */
async function fail({ client, intent, now }: Step, lastError: StoredIntent['lastError']) {
  const failed = await saveIntent(client, {
    ...intent,
    status: 'requires_payment_method',
    isRedirected: false,
    lastError,
    attemptId: null,
  });
  await recordEvent(client, now, { type: 'payment_intent.payment_failed', intent: shown(failed) });
  return failed;
}

const feeCents = 1500;
const answerDays = 20;

/** The bank of the cardholder takes the payment back. */
async function openDispute({ client, intent, now }: Step): Promise<StoredIntent> {
  const openedAt = now.toISOString();
  const dispute: Dispute = {
    id: newId('du'),
    intentId: intent.id,
    amountCents: intent.amountCents,
    reason: 'fraudulent',
    status: 'needs_response',
    dueBy: new Date(now.getTime() + answerDays * 24 * 3_600_000).toISOString(),
    hasEvidence: false,
    openedAt,
    transfers: [{ amountCents: -intent.amountCents, feeCents, madeAt: openedAt }],
  };
  await recordEvent(client, now, { type: 'charge.dispute.created', dispute });
  await recordEvent(client, now, { type: 'charge.dispute.funds_withdrawn', dispute });
  return saveIntent(client, { ...intent, charge: { refundedCents: 0, isDisputed: true } });
}

function attemptOf({ attempts }: StoredIntent, id: string) {
  const attempt = attempts.find((one) => one.id === id);
  if (!attempt) throw refused('There is no such attempt.');
  return attempt;
}

const isWaiting = ({ status, attemptId }: StoredIntent, id: string): boolean =>
  status === 'requires_action' && attemptId === id;

/** The return URL with the payment's parameters, as a path: the sandbox redirects only to its own site. */
function returnAddress(intent: StoredIntent, id: string): string {
  const url = new URL(attemptOf(intent, id).returnUrl);
  const hasPaid = intent.status === 'succeeded' && intent.attemptId === id;
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.clientSecret);
  url.searchParams.set('redirect_status', hasPaid ? 'succeeded' : 'failed');
  return `${url.pathname}${url.search}`;
}

/** The intent, locked until the transaction of `client` ends. */
export const stepWith = async (client: PoolClient, id: string, now: Date): Promise<Step> => ({
  client,
  intent: await findIntent(client, id, { lock: true }),
  now,
});
