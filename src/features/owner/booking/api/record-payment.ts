import { isRefusal } from '@/lib/failure-sentence.ts';
import { ownRest } from '@/lib/own-rest.ts';
import type { PaymentMethod } from './booking-page.ts';

/**
 * In cents; the tip is a part of the amount. The same request counts once; with other content it is refused with
 * `already_noted_otherwise`.
 */
export type OnSitePayment = {
  requestId: string;
  method: Exclude<PaymentMethod, 'online'>;
  amountCents: number;
  tipCents: number;
};

/** Notes money that was given on site; its id. Throws with the code of the refusal as message. */
export async function recordPayment(bookingId: string, payment: OnSitePayment): Promise<string> {
  const rest = await ownRest();
  const answer = await rest
    .rpc('record_payment', {
      target_booking_id: bookingId,
      method: payment.method,
      amount_cents: payment.amountCents,
      tip_cents: payment.tipCents,
      request_id: payment.requestId,
    })
    .throwOnError();
  return (answer.data as { payment_id: string }).payment_id;
}

type NotedPayment = {
  method: OnSitePayment['method'];
  amount_cents: number;
  /** canceled: taken back since. */
  status: 'succeeded' | 'canceled';
};

/** What is stored of a payment that was sent again with other content; null for any other refusal. */
export function notedOtherwise(error: unknown): NotedPayment | null {
  if (!isRefusal(error, 'already_noted_otherwise')) return null;
  const { details } = error as Error & { details?: string };
  return details ? (JSON.parse(details) as NotedPayment) : null;
}
