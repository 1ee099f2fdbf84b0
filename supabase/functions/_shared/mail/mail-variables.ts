import { z } from 'zod';
import { fixedTerms } from '../../../../domain/business/fixed-terms.ts';
import { disputeReason } from '../../../../domain/money/dispute-reason.ts';
import { formatCents } from '../../../../domain/money/money.ts';
import { localToday } from '../../../../domain/time/schedule.ts';
import { formatDate } from '../../../../domain/time/time-format.ts';
import type { Business } from '../../../../domain/business/business.ts';
import type { StoredBooking } from '../../../contracts/booking.ts';
import { bookingVariables, businessVariables, earlierStart } from './booking-mail.ts';
import type { QueuedMail } from './mail-calls.ts';
import { newsVariables } from './news-variables.ts';
import { offerVariables } from '../offers/offer-mail.ts';
import type { TemplateVariables } from './render-template.ts';
import { receiptVariables } from './receipt-variables.ts';
import { reviewVariables } from './review-request.ts';
import { visitVariables } from './visit-variables.ts';

/**
 * The template variables of a queued email. Facts queued with the email fill gaps of the booking's data, and never
 * replace it. The reply address belongs to the envelope, not to the text.
 */
export function mailVariables(
  {
    publicUrl,
    business,
    arrivalWindowMinutes,
    now,
  }: { publicUrl: string; business: Business; arrivalWindowMinutes: number; now: () => Date },
  mail: QueuedMail,
  booking: StoredBooking | null,
): TemplateVariables {
  const refundCents = Number(mail.data['refund_cents'] ?? 0);
  const byHandCents = Number(mail.data['by_hand_cents'] ?? 0);
  return {
    email: mail.to_email,
    ...textsOf(mail.data),
    ...earlierStart(mail.data, arrivalWindowMinutes),
    ...offerVariables(mail, booking, { publicUrl, arrivalWindowMinutes }),
    ...reviewVariables(mail, { publicUrl }),
    ...paymentVariables(mail, publicUrl),
    ...visitVariables(mail, booking, { publicUrl, arrivalWindowMinutes }),
    ...photoVariables(mail, publicUrl),
    ...disputeVariables(mail, publicUrl),
    ...newsVariables(mail, booking, { publicUrl, arrivalWindowMinutes }),
    ...(linksToLogin.has(mail.template_type) && { login_url: `${publicUrl}/login` }),
    ...(mail.template_type === 'inquiries_held_back' && {
      inbox_url: `${publicUrl}/admin/inquiries?state=held_back`,
    }),
    ...(booking && receiptVariables(mail, booking)),
    ...(booking
      ? bookingVariables(booking, {
          business,
          arrivalWindowMinutes,
          publicUrl,
          now: now(),
          refundCents,
          byHandCents,
        })
      : businessVariables(business)),
  };
}

const linksToLogin: ReadonlySet<string> = new Set([
  'sign_in_changed',
  'security_notice',
  'account_exists',
  'crew_invitation',
  'crew_member_added',
]);

const payment = z.object({ path: z.string() });

/** The link to pay the balance online; empty for other emails. */
function paymentVariables(
  { data, created_at: queuedAt }: QueuedMail,
  publicUrl: string,
): TemplateVariables {
  const parsed = payment.safeParse(data['pay']);
  if (!parsed.success) return {};
  const until = localToday(Date.parse(queuedAt) + daysOfPaymentLinks * 24 * 3_600_000);
  return { pay_url: publicUrl + parsed.data.path, pay_until: formatDate(until) };
}

/** As public.send_payment_link makes them. */
const daysOfPaymentLinks = 30;

const dispute = z.object({
  amount_cents: z.number().int(),
  reason: z.string(),
  due_by: z.string().nullable(),
  booking_id: z.string(),
  customer_name: z.string(),
});

/** What the business needs to answer a dispute; empty for other emails. */
function disputeVariables({ data }: QueuedMail, publicUrl: string): TemplateVariables {
  const parsed = dispute.safeParse(data['dispute']);
  if (!parsed.success) return {};
  const { amount_cents: cents, reason, due_by: due, booking_id: id, customer_name } = parsed.data;
  return {
    customer_name,
    dispute_amount: formatCents(cents),
    dispute_reason: disputeReason(reason),
    dispute_due: due === null ? 'the date that your payment provider names' : localMoment(due),
    dispute_url: `${publicUrl}/admin/bookings/${id}`,
  };
}

const localMoment = (instant: string): string =>
  new Date(instant).toLocaleString('en-US', {
    timeZone: fixedTerms.timeZone,
    dateStyle: 'long',
    timeStyle: 'short',
  });

/** For the envelope and for links, not for templates. */
const kept: ReadonlySet<string> = new Set(['reply_to', 'unsubscribe_token', 'photo_token']);

const textsOf = (data: QueuedMail['data']): TemplateVariables =>
  Object.fromEntries(
    Object.entries(data).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !kept.has(entry[0]),
    ),
  );

/** The page with the photos of a visit. */
function photoVariables(
  { template_type: type, data }: QueuedMail,
  publicUrl: string,
): TemplateVariables {
  const token = data['photo_token'];
  return type === 'work_photos' && typeof token === 'string'
    ? { photos_url: `${publicUrl}/car-photos?${new URLSearchParams({ token }).toString()}` }
    : {};
}
