import { z } from 'zod';
import {
  findService,
  vehicleTypes,
  type Service,
  type VehicleType,
} from '../../../domain/booking/catalogue.ts';
import { validateDetails, type Details } from '../../../domain/booking/details.ts';
import { eachMore, moreOf } from '../../../domain/booking/more-fields.ts';
import { paymentOptions, type PaymentOption } from '../../../domain/money/pricing.ts';
import { localToday, type LocalDate, type LocalTime } from '../../../domain/time/schedule.ts';
import { typed } from '../_shared/bookings/typed.ts';
import { CodedError } from '../_shared/http/errors.ts';

export const requestShape = z.object({
  serviceId: z.string().max(50),
  vehicleType: z.enum(vehicleTypes),
  bookingDate: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  bookingTime: z.string().regex(/^\d{2}:\d{2}$/),
  paymentOption: z.enum(paymentOptions),
  tipAmount: z.int('The tip is a whole number of cents.').nonnegative().default(0),
  couponCode: typed.nullable(),
  replacesBookingId: z.uuid().optional(),
  // Short ones could be guessed.
  holdToken: z.string().min(20).max(100).optional(),
  offerToken: z.string().max(100).optional(),
  carModel: typed,
  carYear: z.union([z.int().transform(String), typed]),
  customerInfo: z.object({
    name: typed,
    email: typed,
    phone: typed,
    address: typed,
    city: typed,
    province: typed,
    postalCode: typed,
  }),
  ...eachMore(() => typed),
});

export type BookingRequest = {
  service: Service;
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
  details: Details;
};

/** Throws `invalid_input` with a sentence for each field of the details form, or `coupon_unknown`. */
export function checkRequest(body: z.infer<typeof requestShape>, now: Date): BookingRequest {
  const service = findService(body.serviceId);
  if (!service) {
    throw new CodedError('invalid_input', { fields: { serviceId: 'Please choose a service.' } });
  }
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
    { currentYear: Number(localToday(now.getTime()).slice(0, 4)) },
  );
  if (!checked.ok) throw refusal(checked.fields);
  const { vehicleType, bookingDate, bookingTime, paymentOption } = body;
  return {
    service,
    vehicleType,
    bookingDate,
    bookingTime,
    paymentOption,
    replacesBookingId: body.replacesBookingId ?? null,
    holdToken: body.holdToken ?? null,
    offerToken: body.offerToken ?? null,
    details: checked.value,
  };
}

function refusal(fields: Record<string, string>): CodedError {
  const isOnlyTheCoupon = Object.keys(fields).join() === 'couponCode';
  return new CodedError(isOnlyTheCoupon ? 'coupon_unknown' : 'invalid_input', { fields });
}
