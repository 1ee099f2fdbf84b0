import type Stripe from 'stripe';
import { findBooking } from '../_shared/bookings/booking-calls.ts';
import { recordRefund } from '../_shared/payments/refund-calls.ts';
import { findSentRefund, statusOf } from '../_shared/payments/send-refunds.ts';
import { settleIntent } from '../_shared/payments/settle-intent.ts';
import { askStripe, listIntents, retrieveIntent } from '../_shared/payments/stripe-intents.ts';
import { bookingIdOf } from '../_shared/payments/unmatched-intent.ts';
import { attachIntent } from './attach.ts';
import { mendFinding } from './mend-calls.ts';
import type { Mend, Mending } from './mending.ts';

/** Reads the current state from Stripe and settles what can be settled. */
export async function askAgain(mending: Mending): Promise<Mend> {
  const { finding } = mending;
  if (finding.kind === 'refund_stuck') return askAboutRefund(mending);
  if (finding.payment_intent_id) return askAboutIntent(mending, finding.payment_intent_id);
  return askAboutBooking(mending);
}

const record = async (mending: Mending, note: string): Promise<Mend> =>
  (await mendFinding(mending, 'asked', note)) ? 'open' : 'mended';

async function askAboutIntent(mending: Mending, intentId: string): Promise<Mend> {
  const { deps } = mending;
  const intent = await retrieveIntent(deps.stripe, intentId, ['latest_charge']);
  if (isGivenBack(intent)) {
    await mendFinding(mending, 'refunded', 'It was already refunded at Stripe');
    return 'mended';
  }
  const bookingId = mending.finding.booking?.id ?? bookingIdOf(intent);
  const booking = bookingId ? await findBooking(deps.rest, bookingId) : null;
  if (booking) await settleIntent(deps, { intent, bookingId: booking.id });
  return record(mending, inWords(intent));
}

async function askAboutRefund(mending: Mending): Promise<Mend> {
  const { deps, finding } = mending;
  const { refund, payment_intent_id: intentId } = finding;
  if (!refund || !intentId) return record(mending, 'Stripe has nothing to check for this');
  const ours = await askStripe(() => findSentRefund(deps.stripe, intentId, refund.id));
  if (!ours) return record(mending, 'Stripe doesn’t have this refund');
  await recordRefund(deps.rest, refund.id, { stripeRefundId: ours.id, status: statusOf(ours) });
  return record(mending, `Stripe’s refund ${ours.id} is ${ours.status ?? 'unknown'}`);
}

async function askAboutBooking(mending: Mending): Promise<Mend> {
  const { deps, finding } = mending;
  const { booking } = finding;
  if (!booking) return record(mending, 'Stripe has nothing to check for this');
  const intents = await intentsOf(mending, booking);
  const recorded = new Set(
    finding.payments
      .filter(({ status }) => status === 'succeeded')
      .map(({ payment_intent_id: id }) => id),
  );
  const missing = intents.find(({ id, status }) => status === 'succeeded' && !recorded.has(id));
  if (missing && finding.kind === 'booking_without_payment') {
    if (booking.status !== 'pending_payment') return attachIntent(mending, missing.id, booking.id);
    await settleIntent(deps, { intent: missing, bookingId: booking.id });
  }
  return record(mending, intents.map(inWords).join('; ') || 'Stripe has no payment for it');
}

/** The known payments; otherwise those started around the time of booking that name it. */
async function intentsOf(
  { deps, finding }: Mending,
  booking: { id: string; created_at: string },
): Promise<Stripe.PaymentIntent[]> {
  if (finding.payments.length > 0) {
    return Promise.all(
      finding.payments.map(({ payment_intent_id: id }) => retrieveIntent(deps.stripe, id)),
    );
  }
  const booked = Math.floor(Date.parse(booking.created_at) / 1000);
  const around = { gte: booked - 3600, lte: booked + 2 * 24 * 3600 };
  const begun = await listIntents(deps.stripe, around, 1000);
  return begun.filter((intent) => bookingIdOf(intent) === booking.id);
}

function isGivenBack({ latest_charge: charge, status }: Stripe.PaymentIntent): boolean {
  return status === 'succeeded' && typeof charge === 'object' && charge?.refunded === true;
}

const inWords = ({ id, status, amount_received: cents }: Stripe.PaymentIntent): string =>
  `Stripe’s payment ${id} is ${status.replaceAll('_', ' ')}` +
  (cents > 0 ? `, $${(cents / 100).toFixed(2)} arrived` : '');
