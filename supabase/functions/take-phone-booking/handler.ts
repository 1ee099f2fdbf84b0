import { phoneBooking } from '../../contracts/owner-booking.ts';
import type { Json } from '../../database-types.ts';
import type { Business } from '../../../domain/business/business.ts';
import { bookedMinutes, sellAddOns } from '../../../domain/booking/add-ons.ts';
import { vehicleName } from '../../../domain/booking/catalogue.ts';
import { detailColumns } from '../../../domain/booking/details.ts';
import { quote, taxNames } from '../../../domain/money/pricing.ts';
import { checkStart } from '../../../domain/time/schedule.ts';
import { isLocalDate } from '../../../domain/time/local-day.ts';
import { minutesOfDay } from '../../../domain/time/wall-time.ts';
import { readBusiness } from '../_shared/bookings/business.ts';
import { bookByPhone, findBooking } from '../_shared/bookings/booking-calls.ts';
import { closeReplacedHolds } from '../_shared/payments/close-replaced-holds.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { answer } from '../_shared/http/http.ts';
import { readOpeningRules } from '../_shared/bookings/opening-rules.ts';
import { administratorFunction } from '../_shared/http/administrator-function.ts';
import { checkPhoneRequest, phoneRequestShape, type PhoneRequest } from './phone-request.ts';

/** Books for a customer who phoned. Its id comes from the form: sent twice, it is one booking. */
export const takePhoneBookingHandler = (deps: FunctionDeps): FunctionHandler =>
  administratorFunction(deps, phoneRequestShape, async (body, { id: adminId }) => {
    const business = await readBusiness(deps.rest);
    const request = checkPhoneRequest(body, business, deps.now());
    await requireOfferedTime(deps, request);
    await closeHoldsOfCaller(deps, request);
    const bookingId = await bookByPhone(deps.rest, bookingRow(request, business), adminId);
    deps.wakeWorkers();
    return answer(phoneBooking, { bookingId }, 201);
  });

/** A hold whose payment cannot be closed stays, and the caller gets a booking besides. */
async function closeHoldsOfCaller(deps: FunctionDeps, { details }: PhoneRequest): Promise<void> {
  const { email } = details;
  const caller = { namedBookingId: null, holdToken: null, account: null, email, namedEmail: null };
  await closeReplacedHolds(deps, caller).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'A hold of a caller could not be replaced');
  });
}

async function requireOfferedTime(deps: FunctionDeps, request: PhoneRequest): Promise<void> {
  const { bookingDate, bookingTime } = request;
  // The database decides how far ahead it may be, and whether a crew is free.
  if (request.anyway && isLocalDate(bookingDate) && minutesOfDay(bookingTime) !== null) return;
  const start = checkStart({
    rules: await readOpeningRules(deps.rest),
    kind: 'booking',
    date: bookingDate,
    time: bookingTime,
    durationMinutes: bookedMinutes(request.service, request.addOns),
    now: deps.now().getTime(),
  });
  // A booking stored under this id already has its time.
  if (start.ok || (await findBooking(deps.rest, request.bookingId))) return;
  throw new CodedError('time_not_offered');
}

function bookingRow(request: PhoneRequest, business: Business): { [column: string]: Json } {
  const { service, addOns, details, vehicleType } = request;
  const price = quote(business, {
    service,
    vehicleType,
    addOns,
    coupon: request.coupon,
    tipCents: details.tipCents,
    paymentOption: 'pay_later',
  });
  return {
    id: request.bookingId,
    offer_id: request.offerId ?? null,
    text_consent: request.textConsent ?? false,
    anyway: request.anyway ?? false,
    ...detailColumns(details),
    coupon_code: price.discountCents > 0 ? details.couponCode : null,
    service_id: service.id,
    service_name: service.name,
    vehicle_type: vehicleType,
    vehicle_name: vehicleName(business, vehicleType),
    booking_date: request.bookingDate,
    booking_time: request.bookingTime,
    duration_minutes: bookedMinutes(service, addOns),
    add_ons: addOns.length > 0 ? sellAddOns(addOns, vehicleType) : null,
    price_cents: price.priceCents,
    discount_cents: price.discountCents,
    tip_cents: price.tipCents,
    tax_cents: price.taxCents,
    tax_lines: [...price.taxLines],
    total_cents: price.totalCents,
    tax_label: taxNames(business.tax).slice(0, 40),
    free_cancellation_hours: business.freeCancellationHours,
  };
}
