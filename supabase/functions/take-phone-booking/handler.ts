import { phoneBookingInput } from '../../contracts/booking-input.ts';
import { phoneBooking } from '../../contracts/owner-booking.ts';
import { bookedMinutes } from '../../../domain/booking/add-ons.ts';
import { checkPhoneDetails } from '../../../domain/booking/details.ts';
import { quote } from '../../../domain/money/pricing.ts';
import { checkStart } from '../../../domain/time/schedule.ts';
import { isLocalDate } from '../../../domain/time/local-day.ts';
import { minutesOfDay } from '../../../domain/time/wall-time.ts';
import { readBusiness } from '../_shared/bookings/business.ts';
import { bookByPhone, findBooking } from '../_shared/bookings/booking-calls.ts';
import {
  bookingRow,
  checkBooking,
  type CheckedBooking,
} from '../_shared/bookings/checked-booking.ts';
import { closeReplacedHolds } from '../_shared/payments/close-replaced-holds.ts';
import type { FunctionDeps, FunctionHandler } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { answer } from '../_shared/http/http.ts';
import { readOpeningRules } from '../_shared/bookings/opening-rules.ts';
import { administratorFunction } from '../_shared/http/administrator-function.ts';

/** Books for a customer who phoned. Its id comes from the form: sent twice, it is one booking. */
export const takePhoneBookingHandler = (deps: FunctionDeps): FunctionHandler =>
  administratorFunction(deps, phoneBookingInput, async (body, { id: adminId }) => {
    const business = await readBusiness(deps.rest);
    const booking = checkBooking(
      { ...body, paymentOption: 'pay_later' },
      { business, now: deps.now(), checkDetails: checkPhoneDetails },
    );
    await requireOfferedTime(deps, booking, body);
    await closeHoldsOfCaller(deps, booking.customerInfo.email);
    const row = {
      ...bookingRow(booking, quote(business, booking), business),
      id: body.bookingId,
      offer_id: body.offerId ?? null,
      anyway: body.anyway,
    };
    const bookingId = await bookByPhone(deps.rest, row, adminId);
    deps.wakeWorkers();
    return answer(phoneBooking, { bookingId }, 201);
  });

/** A hold whose payment cannot be closed stays, and the caller gets a booking besides. */
async function closeHoldsOfCaller(deps: FunctionDeps, email: string | null): Promise<void> {
  const caller = { namedBookingId: null, holdToken: null, account: null, email, namedEmail: null };
  await closeReplacedHolds(deps, caller).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'A hold of a caller could not be replaced');
  });
}

async function requireOfferedTime(
  deps: FunctionDeps,
  { service, addOns, bookingDate, bookingTime }: CheckedBooking,
  { anyway, bookingId }: { anyway: boolean; bookingId: string },
): Promise<void> {
  // The database decides how far ahead it may be, and whether a crew is free.
  if (anyway && isLocalDate(bookingDate) && minutesOfDay(bookingTime) !== null) return;
  const start = checkStart({
    rules: await readOpeningRules(deps.rest),
    kind: 'booking',
    date: bookingDate,
    time: bookingTime,
    durationMinutes: bookedMinutes(service, addOns),
    now: deps.now().getTime(),
  });
  // A booking stored under this id already has its time.
  if (start.ok || (await findBooking(deps.rest, bookingId))) return;
  throw new CodedError('time_not_offered');
}
