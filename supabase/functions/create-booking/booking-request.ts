import { z } from 'zod';
import { type AddOn, type Service, type VehicleType } from '../../../domain/booking/catalogue.ts';
import type { Business, Coupon } from '../../../domain/business/business.ts';
import { findCoupon } from '../../../domain/money/typed-coupon.ts';
import { validateDetails, type Details } from '../../../domain/booking/details.ts';
import { eachMore, moreOf } from '../../../domain/booking/more-fields.ts';
import { paymentOptions, type PaymentOption } from '../../../domain/money/pricing.ts';
import { localToday, type LocalDate, type LocalTime } from '../../../domain/time/schedule.ts';
import { addOnIds, requireAddOns } from '../_shared/bookings/add-ons.ts';
import { requireService, requireVehicleClass } from '../_shared/bookings/offer.ts';
import { typed, typedText } from '../_shared/bookings/typed.ts';
import { CodedError } from '../_shared/http/errors.ts';

const chooseDay = 'Please choose a day.';
const chooseTime = 'Please choose a time.';

export const requestShape = z.object({
  serviceId: z.string('Please choose a service.').max(50, 'Please choose a service.'),
  vehicleType: z.string('Please choose a vehicle.').max(40, 'Please choose a vehicle.'),
  addOns: addOnIds,
  bookingDate: z.string(chooseDay).regex(/^\d{4}-\d{2}-\d{2}$/, chooseDay),
  bookingTime: z.string(chooseTime).regex(/^\d{2}:\d{2}$/, chooseTime),
  paymentOption: z.enum(paymentOptions, 'Please choose how to pay.'),
  tipAmount: z
    .int('Please enter the tip in dollars, for example 10 or 12.50.')
    .nonnegative('The tip can’t be below zero.')
    .default(0),
  couponCode: typed.nullable(),
  replacesBookingId: z.uuid().optional(),
  // Short ones could be guessed.
  holdToken: z.string().min(20).max(100).optional(),
  offerToken: z.string().max(100).optional(),
  /** The customer agreed to text messages about this appointment. */
  textConsent: z.boolean().optional(),
  carModel: typed,
  carYear: z.union([z.int().transform(String), typed]),
  customerInfo: z.object(
    {
      name: typed,
      email: typed,
      phone: typed,
      address: typed,
      city: typed,
      province: typed,
      postalCode: typed,
    },
    'Please enter your name, email address, phone number and address.',
  ),
  ...eachMore(() => typedText),
});

export type BookingRequest = {
  service: Service;
  addOns: readonly AddOn[];
  vehicleType: VehicleType;
  bookingDate: LocalDate;
  bookingTime: LocalTime;
  paymentOption: PaymentOption;
  /** The visitor's own earlier hold, which this booking replaces. */
  replacesBookingId: string | null;
  /** Proves which holds this browser made. */
  holdToken: string | null;
  /** Proves that the time is a waiting-list offer to this visitor. */
  offerToken: string | null;
  textConsent: boolean;
  coupon: Coupon | null;
  details: Details;
};

/**
 * Throws `invalid_input` with a sentence for each field of the details form, `coupon_unknown`, `add_on_unavailable` or
 * `visit_too_long`.
 */
export function checkRequest(
  body: z.infer<typeof requestShape>,
  business: Business,
  now: Date,
): BookingRequest {
  const service = requireService(business, body.serviceId);
  requireVehicleClass(business, body.vehicleType);
  const today = localToday(now.getTime());
  const { name, ...customer } = body.customerInfo;
  const checked = validateDetails(
    {
      ...customer,
      fullName: name,
      carModel: body.carModel,
      carYear: body.carYear,
      couponCode: body.couponCode ?? '',
      tip: (body.tipAmount / 100).toFixed(2),
      ...moreOf(body),
    },
    {
      currentYear: Number(today.slice(0, 4)),
      isCoupon: (code) => findCoupon(business, code, today) !== null,
    },
  );
  if (!checked.ok) throw refusal(checked.fields);
  const { vehicleType, bookingDate, bookingTime, paymentOption } = body;
  return {
    service,
    addOns: requireAddOns(business, service, body.addOns),
    vehicleType,
    bookingDate,
    bookingTime,
    paymentOption,
    replacesBookingId: body.replacesBookingId ?? null,
    holdToken: body.holdToken ?? null,
    offerToken: body.offerToken ?? null,
    textConsent: body.textConsent ?? false,
    coupon: findCoupon(business, checked.value.couponCode ?? '', today),
    details: checked.value,
  };
}

function refusal(fields: Record<string, string>): CodedError {
  const isOnlyTheCoupon = Object.keys(fields).join() === 'couponCode';
  return new CodedError(isOnlyTheCoupon ? 'coupon_unknown' : 'invalid_input', { fields });
}
