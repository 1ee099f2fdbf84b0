import type { StoredBooking } from './booking-calls.ts';
import type { QueuedMail } from './mail-calls.ts';

/** Mails which say that an appointment stands. */
const mailsOfStanding: readonly string[] = ['booking_confirmation', 'booking_rescheduled'];

/**
 * Whether a mail that waited would no longer be true: the booking was cancelled meanwhile, or moved
 * once more, which a mail of its own tells.
 */
export function isOutdated(mail: QueuedMail, booking: StoredBooking): boolean {
  if (booking.status === 'cancelled') return mailsOfStanding.includes(mail.template_type);
  return (
    mail.template_type === 'booking_rescheduled' &&
    mail.data['sequence'] !== booking.calendar_sequence
  );
}
