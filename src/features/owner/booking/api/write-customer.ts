import { correctedBooking } from '@contracts/owner-booking.ts';
import { ownRpc } from '@/lib/rpc.ts';
import type { Correction } from '../corrections.ts';

/** Corrects details that are still as `was` says; the address that was told. Throws with the code of the refusal. */
export const correctBooking = async (bookingId: string, correction: Correction) =>
  (await ownRpc(correctedBooking, { target_booking_id: bookingId, ...correction })).notified;

/** Emails the customer; the same request again sends nothing. Throws with the code of the refusal as message. */
export const sendMessage = (bookingId: string, message: { text: string; requestId: string }) =>
  ownRpc('send_booking_message', {
    target_booking_id: bookingId,
    message: message.text,
    request_id: message.requestId,
  });
