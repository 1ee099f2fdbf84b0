import { z } from 'zod';
import { rpcAnswer } from '../_shared/http/rpc-answer.ts';
import { websiteBookingInput } from '../../contracts/booking-input.ts';
import { createdBooking } from '../../contracts/booking.ts';
import { atTheCustomer, type CheckoutState } from '../../../domain/booking/checkout.ts';
import { bookedMinutes, sellAddOns } from '../../../domain/booking/add-ons.ts';
import { checkSentDetails, type Details } from '../../../domain/booking/details.ts';
import { quote, type PaymentOption, type Quote } from '../../../domain/money/pricing.ts';
import type { OpeningRules } from '../../../domain/time/opening-rules.ts';
import { checkStart } from '../../../domain/time/schedule.ts';
import { readBusiness } from '../_shared/bookings/business.ts';
import { holdSlot } from '../_shared/bookings/booking-calls.ts';
import {
  bookingRow,
  checkBooking,
  priceColumns,
  type CheckedBooking,
} from '../_shared/bookings/checked-booking.ts';
import { closeReplacedHolds } from '../_shared/payments/close-replaced-holds.ts';
import type { FunctionDeps, FunctionHandler, ServiceRest } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { answer, jsonFunction } from '../_shared/http/http.ts';
import { limitPlaces, readOpeningRules, requireServed } from '../_shared/bookings/opening-rules.ts';

type OnlineBooking = CheckedBooking<Details> & { paymentOption: PaymentOption };

/** Stores an unpaid booking and holds its time. The price is computed here; the body has none. */
export const createBookingHandler = (deps: FunctionDeps): FunctionHandler =>
  jsonFunction(deps.log, websiteBookingInput, async (body, http) => {
    const [business, rules, user] = await Promise.all([
      readBusiness(deps.rest),
      readOpeningRules(deps.rest),
      deps.verifyUser(http),
    ]);
    const booking: OnlineBooking = checkBooking(body, {
      business,
      now: deps.now(),
      checkDetails: (sent, at) => checkSentDetails(sent, body.tipAmount, at),
    });
    const { postalCode, email } = booking.customerInfo;
    requireServed(rules, postalCode);
    requireOfferedTime(booking, rules, deps.now());
    await limitPlaces(deps, http, { rules, postalCode });
    const price = quote(business, booking);
    const nearbyDiscountCents = rules.needsPlace ? await readNearby(deps.rest) : 0;
    const nearbyPrice =
      nearbyDiscountCents > 0 ? quote(business, { ...booking, nearbyDiscountCents }) : null;
    const { replacesBookingId = null, holdToken = null, offerToken } = body;
    const row = {
      ...bookingRow(booking, price, business),
      if_nearby: nearbyPrice && priceColumns(booking, nearbyPrice),
      user_id: user?.id ?? null,
      client_address: deps.clientAddress(http),
      replaces_booking_id: replacesBookingId,
      hold_token: holdToken,
    };
    const holdNow = () => holdSlot(deps.rest, row, offerToken);
    const hold = await holdNow().catch(async (error: unknown) => {
      // A hold that this one replaces has a payment, which is closed at the provider first. Rare, so not asked before.
      const isBeingPaid = error instanceof CodedError && error.code === 'payment_processing';
      if (!isBeingPaid) throw error;
      await closeReplacedHolds(deps, {
        namedBookingId: replacesBookingId,
        holdToken,
        account: user?.id ?? null,
        email: null,
        namedEmail: email,
      });
      return await holdNow();
    });
    const checkout = checkoutState(booking, (hold.isNearby ? nearbyPrice : null) ?? price, hold);
    return answer(
      createdBooking,
      { bookingId: hold.bookingId, holdExpiresAt: hold.expiresAt, checkout },
      201,
    );
  });

const nearbyDiscounts = z.tuple([z.object({ nearby_discount_cents: z.int() })]);

/** What a booking near another visit costs less. */
async function readNearby(rest: ServiceRest): Promise<number> {
  const settings = rest.from('travel_settings').select('nearby_discount_cents');
  const [{ nearby_discount_cents: cents }] = await rpcAnswer(settings, nearbyDiscounts);
  return cents;
}

function requireOfferedTime(booking: OnlineBooking, rules: OpeningRules, now: Date): void {
  const start = checkStart({
    rules,
    kind: 'booking',
    date: booking.bookingDate,
    time: booking.bookingTime,
    durationMinutes: bookedMinutes(booking.service, booking.addOns),
    now: now.getTime(),
  });
  if (!start.ok) throw new CodedError('time_not_offered');
}

const checkoutState = (
  booking: OnlineBooking,
  price: Quote,
  hold: { bookingId: string; expiresAt: string },
): CheckoutState => ({
  bookingId: hold.bookingId,
  paymentOption: booking.paymentOption,
  depositAmount: price.depositCents,
  totalAmount: price.totalCents,
  tipAmount: price.tipCents,
  price: price.priceCents,
  addOns: sellAddOns(booking.addOns, booking.vehicleType),
  discount: price.discountCents,
  nearbyDiscount: price.nearbyDiscountCents,
  taxAmount: price.taxCents,
  taxLines: price.taxLines.map(({ label, cents }) => ({ label, cents })),
  couponCode: price.discountCents > 0 ? booking.couponCode : null,
  amountDueNow: price.dueNowCents,
  serviceName: booking.service.name,
  serviceId: booking.service.id,
  vehicleType: booking.vehicleType,
  carModel: booking.carModel,
  carYear: booking.carYear,
  bookingDate: booking.bookingDate,
  bookingTime: booking.bookingTime,
  holdExpiresAt: hold.expiresAt,
  customerInfo: { ...booking.customerInfo, ...atTheCustomer },
});
