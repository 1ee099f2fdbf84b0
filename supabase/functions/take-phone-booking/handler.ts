import { phoneBooking } from '../../contracts/owner-booking.ts';
import type { Json } from '../../database-types.ts';
import { business } from '../../../domain/business.ts';
import { detailColumns } from '../../../domain/booking/details.ts';
import { quote } from '../../../domain/money/pricing.ts';
import { checkStart } from '../../../domain/time/schedule.ts';
import { bookByPhone, findBooking } from '../_shared/bookings/booking-calls.ts';
import { closeReplacedHolds } from '../_shared/payments/close-replaced-holds.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { answer, jsonFunction } from '../_shared/http/http.ts';
import { readOpeningRules } from '../_shared/bookings/opening-rules.ts';
import { requireAdministrator } from '../_shared/http/require-administrator.ts';
import { checkPhoneRequest, phoneRequestShape, type PhoneRequest } from './phone-request.ts';

/** Books for a customer who phoned. Its id comes from the form: sent twice, it is one booking. */
export const takePhoneBookingHandler = (deps: FunctionDeps): FunctionHandler =>
  jsonFunction(deps.log, phoneRequestShape, async (body, http) => {
    const { id: adminId } = await requireAdministrator(deps, http);
    const request = checkPhoneRequest(body, deps.now());
    await requireOfferedTime(deps, request);
    await closeHoldsOfCaller(deps, request);
    const bookingId = await bookByPhone(deps.rest, bookingRow(request), adminId);
    deps.wakeWorkers();
    return answer(phoneBooking, { bookingId }, 201);
  });

/** A hold whose payment cannot be closed stays, and the caller gets a booking besides. */
async function closeHoldsOfCaller(deps: FunctionDeps, { details }: PhoneRequest): Promise<void> {
  const { email } = details;
  const caller = { namedBookingId: null, holdToken: null, account: null, email };
  await closeReplacedHolds(deps, caller).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'A hold of a caller could not be replaced');
  });
}

async function requireOfferedTime(deps: FunctionDeps, request: PhoneRequest): Promise<void> {
  const start = checkStart({
    rules: await readOpeningRules(deps.rest),
    kind: 'booking',
    date: request.bookingDate,
    time: request.bookingTime,
    durationMinutes: request.service.durationMinutes,
    now: deps.now().getTime(),
  });
  // A booking stored under this id already has its time.
  if (start.ok || (await findBooking(deps.rest, request.bookingId))) return;
  throw new CodedError('time_not_offered');
}

function bookingRow(request: PhoneRequest): { [column: string]: Json } {
  const { service, details, vehicleType } = request;
  const price = quote({
    service,
    vehicleType,
    couponCode: details.couponCode,
    tipCents: details.tipCents,
    paymentOption: 'pay_later',
  });
  return {
    id: request.bookingId,
    offer_id: request.offerId ?? null,
    ...detailColumns(details),
    service_id: service.id,
    service_name: service.name,
    vehicle_type: vehicleType,
    booking_date: request.bookingDate,
    booking_time: request.bookingTime,
    duration_minutes: service.durationMinutes,
    price_cents: price.priceCents,
    discount_cents: price.discountCents,
    tip_cents: price.tipCents,
    total_cents: price.totalCents,
    tax_label: business.tax.label,
    free_cancellation_hours: business.freeCancellationHours,
  };
}
