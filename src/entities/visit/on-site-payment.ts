import { PostgrestError } from '@supabase/postgrest-js';
import { notedPayment, type NotedPayment } from '@contracts/owner-booking.ts';
import type { PaymentMethod } from '@domain/money/payment-methods.ts';

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

/** What is stored of a payment that was sent again with other content; null for any other refusal. */
export function recordedOtherwise(error: unknown): NotedPayment | null {
  if (!(error instanceof PostgrestError) || error.message !== 'already_noted_otherwise')
    return null;
  return error.details ? notedPayment.parse(JSON.parse(error.details)) : null;
}
