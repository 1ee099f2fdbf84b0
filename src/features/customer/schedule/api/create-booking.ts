import { createdBooking, type CreatedBooking } from '@contracts/booking.ts';
import type { ServiceId, VehicleType } from '@domain/booking/catalogue.ts';
import type { Details } from '@domain/booking/details.ts';
import { moreOf } from '@domain/booking/more-fields.ts';
import type { PaymentOption } from '@domain/money/pricing.ts';
import type { LocalDate, LocalTime } from '@domain/time/schedule.ts';
import { callFunction } from '@/lib/call-function.ts';
import { holdToken, ownHoldId } from '@/entities/booking/booking-session.ts';
import { ownOfferToken } from '@/entities/waiting-list/offer-session.ts';

export type BookingRequest = {
  serviceId: ServiceId;
  vehicleType: VehicleType;
  /** Ids. */
  addOns: readonly string[];
  date: LocalDate;
  time: LocalTime;
  paymentOption: PaymentOption;
  /** The customer agreed to text messages about this appointment. */
  textConsent?: boolean;
  details: Details;
};

/** Takes the time for a while and prices it. No price is sent: the server has its own. */
export function createBooking(request: BookingRequest): Promise<CreatedBooking> {
  const { details } = request;
  return callFunction(createdBooking, {
    serviceId: request.serviceId,
    vehicleType: request.vehicleType,
    addOns: request.addOns,
    bookingDate: request.date,
    bookingTime: request.time,
    paymentOption: request.paymentOption,
    tipAmount: details.tipCents,
    couponCode: details.couponCode ?? undefined,
    // A visitor who comes back to choose anew gives up the earlier hold, which would be in the way of this one.
    replacesBookingId: ownHoldId(),
    holdToken: holdToken(),
    offerToken: ownOfferToken(),
    ...(request.textConsent && { textConsent: true }),
    carModel: details.carModel,
    carYear: details.carYear,
    customerInfo: {
      name: details.fullName,
      email: details.email,
      phone: details.phone,
      address: details.address,
      city: details.city,
      province: details.province,
      postalCode: details.postalCode,
      locationType: 'mobile',
    },
    ...moreOf(details),
  });
}
