import type { PoolClient } from 'pg';
import type Stripe from 'stripe';
import { recordEvent } from './events.ts';
import { expanded } from './expand.ts';
import { newId } from './new-id.ts';
import { unixSeconds } from './new-objects.ts';
import { ok, type Call, type Operation } from './operation.ts';
import * as parameters from './parameters.ts';
import { readParameters } from './parameters.ts';
import { getObject, listObjects, saveObject } from './stored-objects.ts';

const feeCents = 1500;
const answerDays = 20;

/** The bank of the cardholder takes the payment back, as after the provider's test card for it. */
export async function openDispute(call: Call, intentId: string): Promise<void> {
  const intent = await getObject(call.client, 'payment_intent', intentId);
  const chargeId = typeof intent.latest_charge === 'string' ? intent.latest_charge : '';
  const charge = await getObject(call.client, 'charge', chargeId, { lock: true });
  const dispute = newDispute(charge, call.now);
  await saveObject(call.client, { ...charge, disputed: true });
  await saveObject(call.client, dispute);
  await recordEvent(call.client, 'charge.dispute.created', dispute, call.cause, call.now);
  await recordEvent(call.client, 'charge.dispute.funds_withdrawn', dispute, call.cause, call.now);
}

/** Whether a charge can be refunded: no bank has taken it back, or it came back after all. */
export async function isRefundable(client: PoolClient, charge: Stripe.Charge): Promise<boolean> {
  const page = { limit: 100 };
  const list = await listObjects(client, 'dispute', '/v1/disputes', page, { charge: charge.id });
  return list.data.every((dispute) => dispute.is_charge_refundable);
}

export const listDisputes: Operation = async (call) => {
  const { expand, ...page } = readParameters(parameters.intentPage, call.form);
  const list = await listObjects(call.client, 'dispute', '/v1/disputes', page);
  return ok(await expanded(call.client, list, expand));
};

/** Evidence decides at once, as in the provider's test mode: `winning_evidence` wins, any other text loses. */
export const answerDispute: Operation = async (call) => {
  const { evidence, submit, expand } = readParameters(parameters.disputeAnswer, call.form);
  const stored = await getObject(call.client, 'dispute', call.id, { lock: true });
  const text = evidence?.uncategorized_text ?? '';
  const updated: Stripe.Dispute = {
    ...stored,
    evidence: { ...stored.evidence, uncategorized_text: text },
    evidence_details: { ...stored.evidence_details, has_evidence: text !== '' },
  };
  const decided = submit === false ? updated : decide(updated, text === 'winning_evidence', call);
  await saveObject(call.client, decided);
  await recordEvent(call.client, 'charge.dispute.updated', decided, call.cause, call.now);
  if (decided.status === 'won') {
    await recordEvent(
      call.client,
      'charge.dispute.funds_reinstated',
      decided,
      call.cause,
      call.now,
    );
  }
  if (decided !== updated) {
    await recordEvent(call.client, 'charge.dispute.closed', decided, call.cause, call.now);
  }
  return ok(await expanded(call.client, decided, expand));
};

function decide(dispute: Stripe.Dispute, isWon: boolean, { now }: Call): Stripe.Dispute {
  const [taken] = dispute.balance_transactions;
  if (!isWon || !taken) return { ...dispute, status: 'lost' };
  const returned = balanceMove(dispute.amount, 0, dispute.currency, now);
  return {
    ...dispute,
    status: 'won',
    is_charge_refundable: true,
    balance_transactions: [taken, returned],
  };
}

const newDispute = (charge: Stripe.Charge, now: Date): Stripe.Dispute => ({
  id: newId('du'),
  object: 'dispute',
  amount: charge.amount,
  balance_transactions: [balanceMove(-charge.amount, feeCents, charge.currency, now)],
  charge: charge.id,
  created: unixSeconds(now),
  currency: charge.currency,
  enhanced_eligibility_types: [],
  evidence: noEvidence,
  evidence_details: {
    due_by: unixSeconds(now) + answerDays * 24 * 60 * 60,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  },
  intended_submission_method: 'manual',
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: charge.payment_intent,
  reason: 'fraudulent',
  status: 'needs_response',
});

// Only what can be given here.
const noEvidence = { uncategorized_text: null } as unknown as Stripe.Dispute.Evidence;

const balanceMove = (
  amount: number,
  fee: number,
  currency: string,
  now: Date,
): Stripe.BalanceTransaction => ({
  id: newId('txn'),
  object: 'balance_transaction',
  amount,
  available_on: unixSeconds(now),
  balance_type: 'payments',
  created: unixSeconds(now),
  currency,
  description: null,
  exchange_rate: null,
  fee,
  fee_details: [],
  net: amount - fee,
  reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
  source: null,
  status: 'available',
  type: 'adjustment',
});
