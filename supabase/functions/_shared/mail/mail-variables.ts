import type { StoredBooking } from '../../../contracts/booking.ts';
import { bookingVariables, businessVariables, earlierStart } from './booking-mail.ts';
import type { QueuedMail } from './mail-calls.ts';
import { offerVariables } from '../offers/offer-mail.ts';
import type { TemplateVariables } from './render-template.ts';
import { receiptVariables } from './receipt-variables.ts';
import { reviewVariables } from './review-request.ts';

/**
 * The template variables of a queued email. Facts queued with the email fill gaps of the booking's data, and never
 * replace it. The reply address belongs to the envelope, not to the text.
 */
export function mailVariables(
  { publicUrl }: { publicUrl: string },
  mail: QueuedMail,
  booking: StoredBooking | null,
): TemplateVariables {
  const refundCents = Number(mail.data['refund_cents'] ?? 0);
  const byHandCents = Number(mail.data['by_hand_cents'] ?? 0);
  return {
    email: mail.to_email,
    ...textsOf(mail.data),
    ...earlierStart(mail.data),
    ...offerVariables(mail.data, publicUrl),
    ...reviewVariables(mail, { publicUrl }),
    ...(mail.template_type === 'sign_in_changed' && { login_url: `${publicUrl}/login` }),
    ...(mail.template_type === 'inquiries_held_back' && {
      inbox_url: `${publicUrl}/admin/inquiries?state=held_back`,
    }),
    ...(booking && receiptVariables(mail, booking)),
    ...(booking
      ? bookingVariables(booking, { publicUrl, refundCents, byHandCents })
      : businessVariables),
  };
}

/** For the envelope and for links, not for templates. */
const kept: ReadonlySet<string> = new Set(['reply_to', 'unsubscribe_token']);

const textsOf = (data: QueuedMail['data']): TemplateVariables =>
  Object.fromEntries(
    Object.entries(data).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !kept.has(entry[0]),
    ),
  );
