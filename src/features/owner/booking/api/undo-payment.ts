import type { BookingStatus } from '@domain/booking/booking.ts';
import { ownRest } from '@/lib/own-rest.ts';

/** How the booking stands then; in cents. */
export type Undone = {
  status: BookingStatus;
  due_on_site_cents: number;
  /** Whether the customer was mailed a receipt with that payment; dropped: it had not gone out, and does not. */
  receipt: 'sent' | 'dropped' | 'none';
};

/** Takes back a payment that was noted by hand. Throws with the code of the refusal as message. */
export async function undoPayment(paymentId: string): Promise<Undone> {
  const rest = await ownRest();
  const answer = await rest.rpc('undo_payment', { target_payment_id: paymentId }).throwOnError();
  return answer.data as Undone;
}
