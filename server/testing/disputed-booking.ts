import { randomUUID } from 'node:crypto';
import type { Dispute, ProviderEvent } from '../../supabase/functions/_shared/payments/provider.ts';
import { beginPayment, hold } from './bookings.ts';
import type { FunctionHost } from './function-host.ts';

type DisputeEvent = Extract<ProviderEvent, { dispute: Dispute }>;

/** A booking whose deposit is disputed at once, with nothing delivered yet but the payment. */
export async function disputedBooking(host: FunctionHost) {
  const held = await hold(host);
  const intentId = await beginPayment(host, held);
  await host.pay(intentId, '4000000000000259');
  await host.call('verify-payment', { bookingId: held.bookingId });
  const [opened] = disputeMessages(host, intentId).map(
    ({ body }) => JSON.parse(body) as DisputeEvent,
  );
  if (!opened) throw new Error('The sandbox opened no dispute');
  const { dispute } = opened;
  /** What the bank decides, reported by further messages. */
  const decide = async (status: 'won' | 'lost') => {
    const madeAt = new Date().toISOString();
    const returned = { amountCents: dispute.amountCents, feeCents: 0, madeAt };
    const transfers = [...(dispute.transfers ?? []), ...(status === 'won' ? [returned] : [])];
    const decided = { ...dispute, status, hasEvidence: true, transfers };
    const types = ['updated', ...(status === 'won' ? ['funds_reinstated'] : []), 'closed'];
    for (const type of types) {
      host.webhooks.push(
        host.signed({
          ...opened,
          id: `evt_${randomUUID()}`,
          createdAt: madeAt,
          type: `charge.dispute.${type}`,
          dispute: decided,
        }),
      );
    }
    if (status === 'lost') return;
    await host.database.pool.query(
      `update payments_sandbox.intents set intent = jsonb_set(intent, '{charge,isDisputed}', 'false')
       where id = $1`,
      [intentId],
    );
  };
  return {
    ...held,
    intentId,
    disputeId: dispute.id,
    decide,
    messages: () => disputeMessages(host, intentId),
  };
}

const disputeMessages = ({ webhooks }: FunctionHost, intentId: string) =>
  webhooks.filter(
    ({ type, body }) => type.startsWith('charge.dispute.') && body.includes(intentId),
  );

/** The same report as accounts get it whose webhooks leave the transfers out. */
export function withoutTransfers({ body }: { body: string }) {
  const event = JSON.parse(body) as DisputeEvent;
  return { ...event, dispute: { ...event.dispute, transfers: null } };
}
