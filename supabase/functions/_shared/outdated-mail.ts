import { localToday } from '../../../domain/schedule.ts';
import type { StoredBooking } from './booking-calls.ts';
import type { QueuedMail } from './mail-calls.ts';

/** Mails which say that an appointment stands, or stood. */
const mailsOfStanding: readonly string[] = [
  'booking_confirmation',
  'phone_booking',
  'booking_rescheduled',
  'booking_reminder',
  'review_request',
  'rain_day',
  'rain_day_called_off',
];

/** Mails about the one time an appointment has. */
const mailsOfOneTime: readonly string[] = [
  'booking_rescheduled',
  'rain_day',
  'rain_day_called_off',
];

/**
 * Whether a mail that waited would no longer be true: the booking was cancelled meanwhile, or moved
 * once more, which a mail of its own tells; or it says "tomorrow" of a day that has come.
 */
export function isOutdated(mail: QueuedMail, booking: StoredBooking, now: Date): boolean {
  if (booking.status === 'cancelled') return mailsOfStanding.includes(mail.template_type);
  if (mail.template_type === 'booking_reminder') {
    const isOfAnotherDay = !mail.key.endsWith(`:${booking.booking_date}`);
    return isOfAnotherDay || booking.booking_date <= localToday(now.getTime());
  }
  return (
    mailsOfOneTime.includes(mail.template_type) &&
    mail.data['sequence'] !== booking.calendar_sequence
  );
}
