import type { PrivateNote } from '@contracts/notes.ts';
import type { OwnerBooking } from '@contracts/owner-booking.ts';
import { formatTime } from '@domain/time/time-format.ts';
import { doOperation } from '@/lib/on-device/do-operation.ts';
import type { OnSitePayment } from '@/entities/visit/on-site-payment.ts';

// What is done at a visit. Without a connection it is stored on this device and sent later. Each throws with the code of
// the refusal as message.

export type VisitMark = 'done' | 'no_show' | 'undo_mark';

/** The visit in words, for a list of what is to be sent. */
export const visitOf = ({ customer_name: name, booking_time: time }: OwnerBooking) =>
  `${name}, ${formatTime(time)}`;

/** `isDecided`: the owner chose to keep what was paid for a no-show. */
export const markVisit = (booking: OwnerBooking, mark: VisitMark, isDecided = false) =>
  doOperation({
    bookingId: booking.id,
    kind: mark,
    input: isDecided ? { is_decided: true } : {},
    basedOn: {
      booking_date: booking.booking_date,
      booking_time: booking.booking_time,
      mark: booking.done_at ? 'done' : booking.no_show_at ? 'no_show' : null,
    },
    visit: visitOf(booking),
  });

/** Records money that was received on site. `result.payment_id` is its id once it is sent. */
export const recordPayment = (booking: OwnerBooking, payment: OnSitePayment) =>
  doOperation({
    key: payment.requestId,
    bookingId: booking.id,
    kind: 'payment',
    input: {
      method: payment.method,
      amount_cents: payment.amountCents,
      tip_cents: payment.tipCents,
    },
    basedOn: {},
    visit: visitOf(booking),
  });

/** Writes over the version that was read. */
export async function saveNote(booking: OwnerBooking, { text, version }: PrivateNote) {
  const { isUnsent, result } = await doOperation({
    bookingId: booking.id,
    kind: 'note',
    input: { text },
    basedOn: { note_version: version },
    visit: visitOf(booking),
  });
  return { text, version: result.note_version ?? version, isUnsent };
}
