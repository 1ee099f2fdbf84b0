import type { StoredBooking } from '../../../contracts/booking.ts';
import { readPublished } from '../bookings/business.ts';
import { findBooking } from '../bookings/booking-calls.ts';
import { calendarAttachment } from './booking-mail.ts';
import type { Log, ServiceRest } from '../http/deps.ts';
import type { QueuedMail } from './mail-calls.ts';
import { isPlainAddress, type MailMessage } from './mail-message.ts';
import { testMailType, writeQueuedMail, writeTestMail } from './mail-template.ts';
import { mailVariables } from './mail-variables.ts';
import { bookingOfMail } from './news-variables.ts';
import { isOutdated } from './outdated-mail.ts';
import { headerValue } from './render-template.ts';
import { oneClickUrl, withSender } from './review-request.ts';

type ComposeDeps = { rest: ServiceRest; publicUrl: string; now: () => Date; log: Log };

const mailsWithCalendar: readonly string[] = [
  'booking_confirmation',
  'phone_booking',
  'booking_rescheduled',
  'booking_cancellation',
];

/**
 * A queued email, ready to send, with the booking's current data. Null when it is no longer relevant, such as a
 * confirmation of a booking cancelled meanwhile, or an offer that has expired. Throws with a clear sentence when
 * the template or the booking is missing.
 */
export async function composeMail(
  deps: ComposeDeps,
  mail: QueuedMail,
): Promise<MailMessage | null> {
  const bookingId = bookingOfMail(mail);
  const booking = bookingId ? await storedBooking(deps.rest, bookingId) : null;
  if (await isOutdated(deps, mail, booking)) return null;
  const { business, arrivalWindowMinutes } = await readPublished(deps.rest);
  const written =
    mail.template_type === testMailType
      ? await writeTestMail(mail.data, { ...deps, business })
      : await writeQueuedMail(
          { ...deps, business },
          mail,
          mailVariables({ ...deps, business, arrivalWindowMinutes }, mail, booking),
        );
  const unsubscribeUrl = oneClickUrl(mail, deps);
  const hasCalendar = booking && mailsWithCalendar.includes(mail.template_type);
  return {
    key: mail.key,
    messageId: `<${await fingerprintOf(mail.key)}@${new URL(deps.publicUrl).hostname}>`,
    to: headerValue(mail.to_email),
    business: { name: business.facts.name, address: business.facts.bookingEmail },
    ...answersTo(mail),
    ...(unsubscribeUrl !== null && { unsubscribeUrl }),
    ...withSender(written, mail, { ...deps, facts: business.facts }),
    attachments: hasCalendar
      ? [
          calendarAttachment(booking, {
            business,
            arrivalWindowMinutes,
            publicUrl: deps.publicUrl,
            stamp: deps.now(),
          }),
        ]
      : [],
  };
}

// Replies and forwarded emails repeat the Message-ID, and keys contain booking ids, which open bookings.
async function fingerprintOf(key: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

// An invalid address must not delay the email: it is still in the text.
function answersTo({ data }: QueuedMail): { replyTo?: string } {
  const replyTo = data['reply_to'];
  return typeof replyTo === 'string' && isPlainAddress(replyTo) ? { replyTo } : {};
}

async function storedBooking(rest: ServiceRest, bookingId: string): Promise<StoredBooking> {
  const booking = await findBooking(rest, bookingId);
  if (!booking) throw new Error(`The booking ${bookingId} of this email no longer exists`);
  return booking;
}
