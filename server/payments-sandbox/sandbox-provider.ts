import type { Pool, PoolClient } from 'pg';
import { fixedTerms } from '../../domain/business/fixed-terms.ts';
import { isChargeable, leastChargeSentence } from '../../domain/money/least-charge.ts';
import { formatCents } from '../../domain/money/money.ts';
import {
  PaymentProviderError,
  type NewIntent,
  type NewRefund,
  type PaymentProvider,
  type Refund,
} from '../../supabase/functions/_shared/payments/provider.ts';
import { inTransaction } from '../backend/database/transaction.ts';
import { readSignedEvent, recordEvent } from './events.ts';
import {
  findIntent,
  insertIntent,
  insertRefund,
  listIntents,
  listRefunds,
  newId,
  refundWithKey,
  refused,
  saveIntent,
  shown,
  type StoredIntent,
} from './stored.ts';

type SandboxProviderOptions = {
  pool: Pool;
  now: () => Date;
  webhookSecret: string;
  onChange: () => void;
};

/** The sandbox as a payment provider: one transaction a call. */
export function sandboxProvider(options: SandboxProviderOptions): PaymentProvider {
  const { pool, now, webhookSecret, onChange } = options;
  const read = <T>(work: (client: PoolClient) => Promise<T>) => inTransaction({ pool }, work);
  const change = async <T>(work: (client: PoolClient) => Promise<T>) => {
    const result = await read(work);
    onChange();
    return result;
  };
  return {
    name: 'the payment sandbox',
    createIntent: (intent, idempotencyKey) =>
      change(async (client) =>
        shown(await insertIntent(client, newIntent(intent, now()), idempotencyKey)),
      ),
    retrieveIntent: (id) => read(async (client) => shown(await findIntent(client, id))),
    cancelIntent: (id) => change(async (client) => shown(await cancel(client, id, now()))),
    listIntents: (created, most) =>
      read(async (client) => (await listIntents(client, created, most)).map(shown)),
    createRefund: (refund, idempotencyKey) =>
      change((client) => createRefund(client, refund, { idempotencyKey, now: now() })),
    listRefunds: (of, most) => read((client) => listRefunds(client, of, most)),
    readEvent: (payload, headers) => readSignedEvent(payload, headers, webhookSecret),
  };
}

/** Cards, and the instalment providers, whose pages the sandbox plays. */
const methods = ['card', ...fixedTerms.instalmentProviders.map(({ method }) => method)];

function newIntent({ amountCents, description, metadata }: NewIntent, now: Date): StoredIntent {
  if (!isChargeable(amountCents)) throw refused(leastChargeSentence);
  const id = newId('pi');
  return {
    id,
    status: 'requires_payment_method',
    amountCents,
    receivedCents: 0,
    currency: fixedTerms.currency,
    clientSecret: `${id}_${newId('secret')}`,
    methods,
    metadata,
    description,
    receiptEmail: null,
    createdAt: now.toISOString(),
    isRedirected: false,
    lastError: null,
    charge: null,
    attempts: [],
    attemptId: null,
  };
}

async function cancel(client: PoolClient, id: string, now: Date): Promise<StoredIntent> {
  const intent = await findIntent(client, id, { lock: true });
  if (intent.status === 'succeeded' || intent.status === 'canceled') return intent;
  const canceled = await saveIntent(client, { ...intent, status: 'canceled', isRedirected: false });
  await recordEvent(client, now, { type: 'payment_intent.canceled', intent: shown(canceled) });
  return canceled;
}

/** The intent is locked, so that simultaneous refunds can't both use the same rest. */
async function createRefund(
  client: PoolClient,
  { intentId, amountCents, metadata }: NewRefund,
  made: { idempotencyKey: string | undefined; now: Date },
): Promise<Refund> {
  const intent = await findIntent(client, intentId, { lock: true });
  const same = await refundWithKey(client, made.idempotencyKey);
  if (same) return same;
  const left = refundable(intent);
  const amount = amountCents ?? left;
  if (amount > left) {
    throw refused(`${formatCents(amount)} is more than the ${formatCents(left)} that is left.`);
  }
  const refundedCents = intent.receivedCents - left + amount;
  const charge = { isDisputed: false, refundedCents };
  const refund: Refund = {
    id: newId('re'),
    intentId,
    amountCents: amount,
    status: 'succeeded',
    metadata,
    failureReason: null,
  };
  await saveIntent(client, { ...intent, charge });
  await insertRefund(client, refund, made);
  const charged = { intentId, amountCents: intent.amountCents, refundedCents };
  await recordEvent(client, made.now, { type: 'charge.refunded', charge: charged });
  await recordEvent(client, made.now, { type: 'refund.created', refund });
  await recordEvent(client, made.now, { type: 'refund.updated', refund });
  return refund;
}

function refundable({ id, charge, receivedCents }: StoredIntent): number {
  if (!charge) throw refused(`The payment ${id} has not succeeded.`);
  if (charge.isDisputed) {
    throw new PaymentProviderError(
      'disputed',
      new Error(`A bank has taken the payment ${id} back.`),
    );
  }
  const left = receivedCents - charge.refundedCents;
  if (left > 0) return left;
  const reason = new Error(`The payment ${id} has already been refunded.`);
  throw new PaymentProviderError('already_refunded', reason);
}
