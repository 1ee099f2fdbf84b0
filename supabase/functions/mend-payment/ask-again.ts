import { fixedTerms } from '../../../domain/business/fixed-terms.ts';
import { findBooking } from '../_shared/bookings/booking-calls.ts';
import { recordRefund } from '../_shared/payments/payment-calls.ts';
import type { PaymentIntent } from '../_shared/payments/provider.ts';
import { findSentRefund, statusOf } from '../_shared/payments/send-refunds.ts';
import { settleIntent } from '../_shared/payments/settle-intent.ts';
import { bookingIdOf } from '../_shared/payments/unmatched-intent.ts';
import { attachIntent } from './attach.ts';
import { mendFinding } from './mend-calls.ts';
import type { Mend, Mending } from './mending.ts';

/** Reads the current state from the provider and settles what can be settled. */
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
  const intent = await deps.payments.retrieveIntent(intentId);
  if (intent.charge && intent.charge.refundedCents >= intent.receivedCents) {
    await mendFinding(mending, 'refunded', `It was already refunded at ${deps.payments.name}`);
    return 'mended';
  }
  const bookingId = mending.finding.booking?.id ?? bookingIdOf(intent);
  const booking = bookingId ? await findBooking(deps.rest, bookingId) : null;
  if (booking) await settleIntent(deps, { intent, bookingId: booking.id });
  return record(mending, inWords(mending, intent));
}

async function askAboutRefund(mending: Mending): Promise<Mend> {
  const { deps, finding } = mending;
  const { refund, payment_intent_id: intentId } = finding;
  if (!refund || !intentId) return record(mending, nothingToCheck(mending));
  const ours = await findSentRefund(deps.payments, intentId, refund.id);
  if (!ours) return record(mending, `There is no such refund at ${deps.payments.name}`);
  await recordRefund(deps.rest, refund.id, { sentId: ours.id, status: statusOf(ours) });
  return record(mending, `The refund ${ours.id} at ${deps.payments.name} is ${ours.status}`);
}

async function askAboutBooking(mending: Mending): Promise<Mend> {
  const { deps, finding } = mending;
  const { booking } = finding;
  if (!booking) return record(mending, nothingToCheck(mending));
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
  const found = intents.map((intent) => inWords(mending, intent)).join('; ');
  return record(mending, found || `There is no payment for it at ${deps.payments.name}`);
}

/** The known payments; otherwise those started around the time of booking that name it. */
async function intentsOf(
  { deps, finding }: Mending,
  booking: { id: string; created_at: string },
): Promise<PaymentIntent[]> {
  if (finding.payments.length > 0) {
    return Promise.all(
      finding.payments.map(({ payment_intent_id: id }) => deps.payments.retrieveIntent(id)),
    );
  }
  const booked = Date.parse(booking.created_at);
  const around = { from: new Date(booked - hour), until: new Date(booked + 48 * hour) };
  const begun = await deps.payments.listIntents(around, 1000);
  return begun.filter(
    (intent) => intent.currency === fixedTerms.currency && bookingIdOf(intent) === booking.id,
  );
}

const hour = 3600_000;

const nothingToCheck = ({ deps }: Mending) => `There is nothing to check at ${deps.payments.name}`;

const inWords = ({ deps }: Mending, { id, status, receivedCents }: PaymentIntent): string =>
  `The payment ${id} at ${deps.payments.name} is ${status.replaceAll('_', ' ')}` +
  (receivedCents > 0 ? `, $${(receivedCents / 100).toFixed(2)} arrived` : '');
