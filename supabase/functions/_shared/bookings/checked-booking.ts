import type { BookingInput } from '../../../contracts/booking-input.ts';
import type { Json } from '../../../database-types.ts';
import { bookedMinutes, sellAddOns } from '../../../../domain/booking/add-ons.ts';
import { vehicleName, type AddOn, type Service } from '../../../../domain/booking/catalogue.ts';
import type { VehicleType } from '../../../../domain/booking/catalogue.ts';
import {
  detailColumns,
  type DetailsCircumstances,
  type DetailsResult,
  type PhoneDetails,
  type SentDetails,
} from '../../../../domain/booking/details.ts';
import type { Business, Coupon } from '../../../../domain/business/business.ts';
import {
  taxNames,
  type BookingPaymentOption,
  type Quote,
} from '../../../../domain/money/pricing.ts';
import { findCoupon } from '../../../../domain/money/typed-coupon.ts';
import { localToday } from '../../../../domain/time/local-day.ts';
import type { LocalDate, LocalTime } from '../../../../domain/time/wall-time.ts';
import { CodedError } from '../http/errors.ts';
import { requireAddOns } from './add-ons.ts';
import { requireService, requireVehicleClass } from './offer.ts';

/** A booking whose details and work are checked. Its start is not. */
export type CheckedBooking<Details extends PhoneDetails = PhoneDetails> = Details & {
  service: Service;
  addOns: readonly AddOn[];
  vehicleType: VehicleType;
  bookingDate: LocalDate;
  bookingTime: LocalTime;
  paymentOption: BookingPaymentOption;
  textConsent: boolean;
  coupon: Coupon | null;
};

type Rules<Details> = {
  business: Business;
  now: Date;
  checkDetails: (sent: SentDetails, circumstances: DetailsCircumstances) => DetailsResult<Details>;
};

/**
 * Throws `invalid_input` with a sentence for each field of the form, `coupon_unknown`, `add_on_unavailable` or
 * `visit_too_long`.
 */
export function checkBooking<Details extends PhoneDetails, Option extends BookingPaymentOption>(
  sent: BookingInput & { paymentOption: Option },
  { business, now, checkDetails }: Rules<Details>,
): CheckedBooking<Details> & { paymentOption: Option } {
  const service = requireService(business, sent.serviceId);
  const { vehicleType, bookingDate, bookingTime, paymentOption, textConsent } = sent;
  requireVehicleClass(business, vehicleType);
  const today = localToday(now.getTime());
  const { email, ...customer } = sent.customerInfo;
  const checked = checkDetails(
    { ...sent, ...customer, email: email ?? '', couponCode: sent.couponCode ?? '' },
    {
      currentYear: Number(today.slice(0, 4)),
      isCoupon: (code) => findCoupon(business, code, today) !== null,
    },
  );
  if (!checked.ok) throw refusal(checked.fields);
  return {
    ...checked.value,
    service,
    addOns: requireAddOns(business, service, sent.addOns),
    vehicleType,
    bookingDate,
    bookingTime,
    paymentOption,
    textConsent,
    coupon: findCoupon(business, checked.value.couponCode ?? '', today),
  };
}

function refusal(fields: Record<string, string>): CodedError {
  const isOnlyTheCoupon = Object.keys(fields).join() === 'couponCode';
  return new CodedError(isOnlyTheCoupon ? 'coupon_unknown' : 'invalid_input', { fields });
}

/** The columns that a price decides. */
export const priceColumns = ({ couponCode }: Pick<CheckedBooking, 'couponCode'>, price: Quote) => ({
  coupon_code: price.discountCents > 0 ? couponCode : null,
  price_cents: price.priceCents,
  discount_cents: price.discountCents + price.nearbyDiscountCents,
  nearby_discount_cents: price.nearbyDiscountCents,
  tip_cents: price.tipCents,
  tax_cents: price.taxCents,
  tax_lines: [...price.taxLines],
  total_cents: price.totalCents,
  due_now_cents: price.dueNowCents,
  deposit_cents: price.depositCents,
});

/**
 * The columns of a new booking. Price, tax label and cancellation policy are stored with it, so that a later change of
 * the business never changes an existing booking.
 */
export function bookingRow(
  booking: CheckedBooking,
  price: Quote,
  business: Business,
): { [column: string]: Json } {
  const { service, addOns, vehicleType } = booking;
  return {
    ...detailColumns(booking),
    ...priceColumns(booking, price),
    service_id: service.id,
    service_name: service.name,
    vehicle_type: vehicleType,
    vehicle_name: vehicleName(business, vehicleType),
    booking_date: booking.bookingDate,
    booking_time: booking.bookingTime,
    duration_minutes: bookedMinutes(service, addOns),
    add_ons: addOns.length > 0 ? sellAddOns(addOns, vehicleType) : null,
    payment_option: booking.paymentOption,
    tax_label: taxNames(business.tax).slice(0, 40),
    free_cancellation_hours: business.freeCancellationHours,
    text_consent: booking.textConsent,
  };
}
