import type { StoredBooking } from '../../../contracts/booking.ts';
import { localToday } from '../../../../domain/time/schedule.ts';
import type { ServiceRest } from '../http/deps.ts';
import { mailOfferStands, type QueuedMail } from './mail-calls.ts';

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

/** Mails with a link to times that are held for a while. */
const mailsOfOffers: readonly string[] = ['rain_day', 'waiting_list_offer'];

/**
 * Whether a mail that waited would no longer be true: its booking was cancelled meanwhile, or moved
 * once more, which a mail of its own tells; it says "tomorrow" of a day that has come, or was called
 * off for rain; or what it offers is not held any more.
 */
export async function isOutdated(
  { rest, now }: { rest: ServiceRest; now: () => Date },
  mail: QueuedMail,
  booking: StoredBooking | null,
): Promise<boolean> {
  if (booking && wasOvertaken(mail, booking, now())) return true;
  return mailsOfOffers.includes(mail.template_type) && !(await mailOfferStands(rest, mail.id));
}

function wasOvertaken(mail: QueuedMail, booking: StoredBooking, now: Date): boolean {
  if (booking.status === 'cancelled') return mailsOfStanding.includes(mail.template_type);
  if (mail.template_type === 'booking_reminder') {
    const isOfAnotherDay = !mail.key.endsWith(`:${booking.booking_date}`);
    const hasItsDayCome = booking.booking_date <= localToday(now.getTime());
    return isOfAnotherDay || hasItsDayCome || booking.is_rained_out;
  }
  return (
    mailsOfOneTime.includes(mail.template_type) &&
    mail.data['sequence'] !== booking.calendar_sequence
  );
}
