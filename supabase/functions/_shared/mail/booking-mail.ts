import type { StoredBooking } from '../../../contracts/booking.ts';
import type { Business } from '../../../../domain/business/business.ts';
import { bookingCalendarFile } from '../../../../domain/booking/calendar-file.ts';
import { bookingNumber } from '../../../../domain/booking/booking-number.ts';
import { carName } from '../../../../domain/booking/car-name.ts';
import { soldName } from '../../../../domain/booking/add-ons.ts';
import { vehicleName } from '../../../../domain/booking/catalogue.ts';
import { eachMore } from '../../../../domain/booking/more-fields.ts';
import { formatCents } from '../../../../domain/money/money.ts';
import { reductionLabel } from '../../../../domain/money/reduction.ts';
import { soldTaxes, taxName, taxOnSite } from '../../../../domain/money/sold-taxes.ts';
import { policyInEmail } from '../../../../domain/money/cancellation-policy.ts';
import { refundOnCancel } from '../../../../domain/money/refund.ts';
import { startsAt } from '../../../../domain/time/schedule.ts';
import { formatDate } from '../../../../domain/time/time-format.ts';
import { formatArrival } from '../../../../domain/time/start-format.ts';
import type { MailAttachment } from './mail-message.ts';
import type { TemplateVariables } from './render-template.ts';

/** The variables of every email. */
export const businessVariables = ({ facts }: Pick<Business, 'facts'>) =>
  ({
    business_name: facts.name,
    business_phone: facts.phone,
    business_email: facts.bookingEmail,
    business_address: facts.mailingAddress,
  }) as const satisfies TemplateVariables;

/** A booking as text for templates; amounts read like "$134.99". */
export function bookingVariables(
  booking: StoredBooking,
  {
    business,
    publicUrl,
    now,
    refundCents,
    byHandCents = 0,
    arrivalWindowMinutes = 0,
  }: {
    business: Business;
    publicUrl: string;
    now: Date;
    refundCents: number;
    byHandCents?: number;
    arrivalWindowMinutes?: number;
  },
): TemplateVariables {
  const terms = cancellationTerms(booking, now);
  return {
    ...businessVariables(business),
    customer_name: booking.customer_name,
    service_name: soldName(booking.service_name, booking.add_ons),
    vehicle: booking.vehicle_name ?? vehicleName(business, booking.vehicle_type),
    car: carName(booking),
    date: formatDate(booking.booking_date),
    time: formatArrival(booking.booking_time, arrivalWindowMinutes),
    address: addressLine(booking),
    ...eachMore((name) => booking.more[name] ?? ''),
    ...moneyVariables(booking),
    booking_number: bookingNumber(booking.id),
    booking_id: booking.id,
    booking_url: bookingUrl(booking, publicUrl),
    refund_amount: formatCents(refundCents),
    refund_to_card: formatCents(refundCents - byHandCents),
    refund_by_hand: formatCents(byHandCents),
    refunded_before: formatCents(Math.max(0, booking.refunded_cents - refundCents)),
    cancellation_policy: policyInEmail({
      ...terms,
      paymentOption: booking.payment_option,
      start: terms,
      refundCents: refundOnCancel(terms),
      cancelled: booking.status === 'cancelled' ? { keptCents: keptCents(booking) } : null,
    }),
  };
}

const cancellationTerms = (booking: StoredBooking, now: Date) => ({
  paidCents: booking.paid_cents,
  refundedCents: booking.refunded_cents,
  disputedCents: booking.disputed_cents,
  givenTipCents: booking.given_tip_cents,
  depositCents: booking.deposit_cents,
  freeCancellationHours: booking.free_cancellation_hours,
  freeUntil: booking.cancellation_free_until,
  isDepositKept: booking.deposit_kept_since !== null,
  isRainDay: booking.is_rained_out,
  startsAt: startsAt(booking.booking_date, booking.booking_time),
  now: now.getTime(),
});

/** What is kept of the payments, but for tips. */
const keptCents = (booking: StoredBooking): number =>
  booking.paid_cents - booking.refunded_cents - booking.disputed_cents - booking.given_tip_cents;

/** The time before a move, as text; empty for other emails. */
export function earlierStart(
  { old_date: date, old_time: time }: Record<string, unknown>,
  arrivalWindowMinutes: number,
): TemplateVariables {
  if (typeof date !== 'string' || typeof time !== 'string') return {};
  return { old_date: formatDate(date), old_time: formatArrival(time, arrivalWindowMinutes) };
}

/** The appointment as a calendar file; a cancelled booking removes its entry. */
export function calendarAttachment(
  booking: StoredBooking,
  {
    business,
    publicUrl,
    stamp,
    arrivalWindowMinutes = 0,
  }: { business: Business; publicUrl: string; stamp: Date; arrivalWindowMinutes?: number },
): MailAttachment {
  const cancelled = booking.status === 'cancelled';
  return {
    filename: 'appointment.ics',
    contentType: `text/calendar; charset=utf-8; method=${cancelled ? 'CANCEL' : 'PUBLISH'}`,
    content: bookingCalendarFile(
      {
        calendarUid: booking.calendar_uid,
        serviceName: soldName(booking.service_name, booking.add_ons),
        car: carName(booking),
        bookingNumber: bookingNumber(booking.id),
        startsAt: startsAt(booking.booking_date, booking.booking_time),
        durationMinutes: booking.duration_minutes,
        arrival:
          arrivalWindowMinutes > 0
            ? formatArrival(booking.booking_time, arrivalWindowMinutes, 'in a sentence')
            : undefined,
        location: addressLine(booking),
        sequence: booking.calendar_sequence,
        cancelled,
        stamp: stamp.getTime(),
        url: `${publicUrl}/my-bookings`,
      },
      business.facts,
    ),
  };
}

function moneyVariables(booking: StoredBooking) {
  return {
    price: formatCents(booking.price_cents),
    discount: formatCents(booking.discount_cents - booking.nearby_discount_cents),
    nearby_discount: formatCents(booking.nearby_discount_cents),
    subtotal: formatCents(booking.price_cents - booking.discount_cents),
    tax_label: booking.tax_label,
    tax: formatCents(booking.tax_cents),
    tax_lines: taxLines(booking),
    tip: formatCents(booking.tip_cents),
    total: formatCents(booking.total_cents),
    later_tip: formatCents(booking.later_tip_cents),
    reduction: formatCents(booking.reduced_cents),
    reduction_label: reductionLabel({
      status: booking.status,
      taxCents: booking.reduced_tax_cents,
    }),
    amount_paid: formatCents(booking.paid_cents),
    amount_refunded: formatCents(booking.refunded_cents - booking.owed_cents),
    amount_owed_back: formatCents(booking.owed_cents),
    amount_disputed: formatCents(booking.disputed_cents),
    due_on_site: formatCents(booking.due_on_site_cents),
    due_on_site_tax: booking.due_on_site_cents > 0 ? taxOnSite(soldTaxes(booking)) : '',
    payment_option_label: paymentOptionLabel(booking),
  };
}

/** One line for each tax: "GST (5%), registration no. 12345: $5.00". Empty without tax. */
const taxLines = (booking: StoredBooking): string =>
  soldTaxes(booking)
    .map((tax) => `${taxName(tax)}: ${formatCents(tax.cents)}`)
    .join('\n');

function paymentOptionLabel({ payment_option, deposit_cents }: StoredBooking): string {
  switch (payment_option) {
    case 'pay_deposit':
      return `${formatCents(deposit_cents)} deposit, the rest on site`;
    case 'pay_full_online':
      return 'In full, tax included';
    case 'pay_later':
      return 'On site';
  }
}

/** Opens the booking without signing in: the id grants access. */
const bookingUrl = (booking: StoredBooking, publicUrl: string): string =>
  `${publicUrl}/my-bookings?booking_id=${booking.id}`;

const addressLine = ({ address, city, province, postal_code }: StoredBooking): string =>
  `${address}, ${city}, ${province} ${postal_code}`;
