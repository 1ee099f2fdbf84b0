import { undonePayment } from '@contracts/owner-booking.ts';
import { ownRpc } from '@/lib/rpc.ts';

/** Takes back a payment that was noted by hand. Throws with the code of the refusal as message. */
export const undoPayment = (paymentId: string) =>
  ownRpc(undonePayment, { target_payment_id: paymentId });
