import type { StoredBooking } from '../../../contracts/booking.ts';
import { localToday } from '../../../../domain/time/schedule.ts';
import type { ServiceRest } from '../http/deps.ts';
import { mailOfferStands, type QueuedMail } from './mail-calls.ts';

/** Emails that say that an appointment stands or stood. */
const mailsOfStanding: readonly string[] = [
  'booking_confirmation',
  'phone_booking',
  'booking_rescheduled',
  'booking_reminder',
  'on_my_way',
  'booking_corrected',
  'review_request',
  'work_photos',
  'rain_day',
  'rain_day_called_off',
  'swap_request',
  'payment_link',
];

/** Emails about an appointment's current time. */
const mailsOfOneTime: readonly string[] = [
  'booking_rescheduled',
  'rain_day',
  'rain_day_called_off',
  'swap_request',
];

/** Emails that are true for a while: with a link to held times or to a payment, or while the crew is on its way. */
const mailsOfOffers: readonly string[] = [
  'rain_day',
  'swap_request',
  'waiting_list_offer',
  'payment_link',
  'on_my_way',
];

/** Hours in which the link or the code of an email about an account works (server/backend/auth/one-time-tokens.ts). */
const hoursOfLinks: Readonly<Record<string, number>> = {
  signup_confirmation: 24,
  magic_link: 1,
  password_recovery: 1,
  reauthentication: 1,
  email_change: 1,
};

function isLinkOver({ template_type: type, created_at: queuedAt }: QueuedMail, now: Date) {
  const hours = hoursOfLinks[type];
  return hours !== undefined && Date.parse(queuedAt) + hours * 3_600_000 <= now.getTime();
}

/**
 * Whether a queued email is no longer relevant: its booking was cancelled or moved again, which has its own email;
 * it says "tomorrow" on the day itself, or about a visit cancelled because of rain; or its offer or its link has
 * expired.
 */
export async function isOutdated(
  { rest, now }: { rest: ServiceRest; now: () => Date },
  mail: QueuedMail,
  booking: StoredBooking | null,
): Promise<boolean> {
  if (isLinkOver(mail, now())) return true;
  if (booking && wasOvertaken(mail, booking, now())) return true;
  return mailsOfOffers.includes(mail.template_type) && !(await mailOfferStands(rest, mail.id));
}

function wasOvertaken(mail: QueuedMail, booking: StoredBooking, now: Date): boolean {
  if (booking.status === 'cancelled') {
    return mailsOfStanding.includes(mail.template_type) || isOlderNews(mail);
  }
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

/** Whether the owner's email tells what happened before the cancellation, which has its own. */
const isOlderNews = ({ template_type: type, data }: QueuedMail): boolean =>
  type === 'booking_news' && data['news'] !== 'Booking cancelled';
