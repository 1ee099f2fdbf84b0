import { PostgrestError } from '@supabase/postgrest-js';
import { notedPayment, recordedPayment, type NotedPayment } from '@contracts/owner-booking.ts';
import type { PaymentMethod } from '@domain/money/receipt.ts';
import { ownRpc } from '@/lib/rpc.ts';

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
  const { payment_id: id } = await ownRpc(recordedPayment, {
    target_booking_id: bookingId,
    method: payment.method,
    amount_cents: payment.amountCents,
    tip_cents: payment.tipCents,
    request_id: payment.requestId,
  });
  return id;
}

/** What is stored of a payment that was sent again with other content; null for any other refusal. */
export function notedOtherwise(error: unknown): NotedPayment | null {
  if (!(error instanceof PostgrestError) || error.message !== 'already_noted_otherwise')
    return null;
  return error.details ? notedPayment.parse(JSON.parse(error.details)) : null;
}
