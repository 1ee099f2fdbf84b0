import { findBooking, type StoredBooking } from './booking-calls.ts';
import {
  bookingVariables,
  businessVariables,
  calendarAttachment,
  earlierStart,
} from './booking-mail.ts';
import type { ServiceRest } from './deps.ts';
import { htmlToText } from './html-to-text.ts';
import { findTemplate, type QueuedMail } from './mail-calls.ts';
import type { MailMessage } from './mail-message.ts';
import { isOutdated } from './outdated-mail.ts';
import { headerValue, renderHtml, renderLine, type TemplateVariables } from './render-template.ts';

type ComposeDeps = { rest: ServiceRest; publicUrl: string; now: () => Date };

const mailsWithCalendar: readonly string[] = [
  'booking_confirmation',
  'booking_rescheduled',
  'booking_cancellation',
];

/**
 * A queued mail, ready to send. What it says of a booking is the booking as it stands now.
 * Null when it would no longer be true, such as a confirmation that waited until the booking was cancelled.
 * Throws with a clear sentence when the template or the booking is missing or the template is broken.
 */
export async function composeMail(
  deps: ComposeDeps,
  mail: QueuedMail,
): Promise<MailMessage | null> {
  const template = await findTemplate(deps.rest, mail.template_type);
  if (!template) throw new Error(`There is no e-mail template of the type "${mail.template_type}"`);
  const booking = mail.booking_id ? await storedBooking(deps.rest, mail.booking_id) : null;
  if (booking && isOutdated(mail, booking)) return null;
  const variables = variablesOf(deps, mail, booking);
  const html = await renderHtml(template.content, variables);
  const hasCalendar = booking && mailsWithCalendar.includes(mail.template_type);
  return {
    key: mail.key,
    messageId: `<${mail.key.replace(/[^\w.-]+/g, '.')}@${new URL(deps.publicUrl).hostname}>`,
    to: headerValue(mail.to_email),
    subject: await renderLine(template.subject, variables),
    html,
    text: htmlToText(html),
    attachments: hasCalendar
      ? [calendarAttachment(booking, { publicUrl: deps.publicUrl, stamp: deps.now() })]
      : [],
  };
}

async function storedBooking(rest: ServiceRest, bookingId: string): Promise<StoredBooking> {
  const booking = await findBooking(rest, bookingId);
  if (!booking) throw new Error(`The booking ${bookingId} of this mail is gone`);
  return booking;
}

// Facts that came with the mail fill in what a booking does not know, and never replace what it does.
function variablesOf(
  { publicUrl }: ComposeDeps,
  mail: QueuedMail,
  booking: StoredBooking | null,
): TemplateVariables {
  const refundCents = Number(mail.data['refund_cents'] ?? 0);
  return {
    email: mail.to_email,
    ...textsOf(mail.data),
    ...earlierStart(mail.data),
    ...(booking ? bookingVariables(booking, { publicUrl, refundCents }) : businessVariables),
  };
}

const textsOf = (data: QueuedMail['data']): TemplateVariables =>
  Object.fromEntries(
    Object.entries(data).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
