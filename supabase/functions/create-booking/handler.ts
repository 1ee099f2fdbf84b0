import { z } from 'zod';
import type { Business } from '../../../domain/business/business.ts';
import { rpcAnswer } from '../_shared/http/rpc-answer.ts';
import { createdBooking } from '../../contracts/booking.ts';
import type { CheckoutState } from '../../../domain/booking/checkout.ts';
import { bookedMinutes, sellAddOns } from '../../../domain/booking/add-ons.ts';
import { quote, type Quote } from '../../../domain/money/pricing.ts';
import type { OpeningRules } from '../../../domain/time/opening-rules.ts';
import { checkStart } from '../../../domain/time/schedule.ts';
import { readBusiness } from '../_shared/bookings/business.ts';
import { holdSlot } from '../_shared/bookings/booking-calls.ts';
import { closeReplacedHolds } from '../_shared/payments/close-replaced-holds.ts';
import type { FunctionDeps, FunctionHandler, ServiceRest } from '../_shared/http/deps.ts';
import { CodedError } from '../_shared/http/errors.ts';
import { answer, jsonFunction } from '../_shared/http/http.ts';
import { limitPlaces, readOpeningRules, requireServed } from '../_shared/bookings/opening-rules.ts';
import { bookingRow, type Prices } from './booking-row.ts';
import { checkRequest, requestShape, type BookingRequest } from './booking-request.ts';

/** Stores an unpaid booking and holds its time. The price is computed here; the body has none. */
export const createBookingHandler = (deps: FunctionDeps): FunctionHandler =>
  jsonFunction(deps.log, requestShape, async (body, http) => {
    const [business, rules, user] = await Promise.all([
      readBusiness(deps.rest),
      readOpeningRules(deps.rest),
      deps.verifyUser(http),
    ]);
    const request = checkRequest(body, business, deps.now());
    requireServed(rules, request.details.postalCode);
    requireOfferedTime(request, rules, deps.now());
    await limitPlaces(deps, http, { rules, postalCode: request.details.postalCode });
    const prices = pricesOf(request, business, rules.needsPlace ? await readNearby(deps.rest) : 0);
    const row = bookingRow(request, prices, business, {
      userId: user?.id ?? null,
      clientAddress: deps.clientAddress(http),
    });
    const holdNow = () => holdSlot(deps.rest, row, request.offerToken);
    const hold = await holdNow().catch(async (error: unknown) => {
      // A hold that this one replaces has a payment, which is closed at the provider first. Rare, so not asked before.
      const isBeingPaid = error instanceof CodedError && error.code === 'payment_processing';
      if (!isBeingPaid) throw error;
      await closeReplacedHolds(deps, {
        namedBookingId: request.replacesBookingId,
        holdToken: request.holdToken,
        account: user?.id ?? null,
        email: null,
        namedEmail: request.details.email,
      });
      return await holdNow();
    });
    const { price, nearbyPrice } = prices;
    const checkout = checkoutState(request, (hold.isNearby ? nearbyPrice : null) ?? price, hold);
    return answer(
      createdBooking,
      { bookingId: hold.bookingId, holdExpiresAt: hold.expiresAt, checkout },
      201,
    );
  });

function pricesOf(
  request: BookingRequest,
  business: Business,
  nearbyDiscountCents: number,
): Prices {
  const { service, vehicleType, addOns, coupon, paymentOption, details } = request;
  const offer = { service, vehicleType, addOns, coupon, tipCents: details.tipCents, paymentOption };
  return {
    price: quote(business, offer),
    nearbyPrice:
      nearbyDiscountCents > 0 ? quote(business, { ...offer, nearbyDiscountCents }) : null,
  };
}

const nearbyDiscounts = z.tuple([z.object({ nearby_discount_cents: z.int() })]);

/** What a booking near another visit costs less. */
async function readNearby(rest: ServiceRest): Promise<number> {
  const settings = rest.from('travel_settings').select('nearby_discount_cents');
  const [{ nearby_discount_cents: cents }] = await rpcAnswer(settings, nearbyDiscounts);
  return cents;
}

function requireOfferedTime(request: BookingRequest, rules: OpeningRules, now: Date): void {
  const start = checkStart({
    rules,
    kind: 'booking',
    date: request.bookingDate,
    time: request.bookingTime,
    durationMinutes: bookedMinutes(request.service, request.addOns),
    now: now.getTime(),
  });
  if (!start.ok) throw new CodedError('time_not_offered');
}

function checkoutState(
  request: BookingRequest,
  price: Quote,
  hold: { bookingId: string; expiresAt: string },
): CheckoutState {
  const { service, addOns, vehicleType, bookingDate, bookingTime, paymentOption, details } =
    request;
  const { fullName: name, email, phone, address, city, province, postalCode } = details;
  return {
    bookingId: hold.bookingId,
    paymentOption,
    depositAmount: price.depositCents,
    totalAmount: price.totalCents,
    tipAmount: price.tipCents,
    price: price.priceCents,
    addOns: sellAddOns(addOns, vehicleType),
    discount: price.discountCents,
    nearbyDiscount: price.nearbyDiscountCents,
    taxAmount: price.taxCents,
    taxLines: price.taxLines.map(({ label, cents }) => ({ label, cents })),
    couponCode: price.discountCents > 0 ? details.couponCode : null,
    amountDueNow: price.dueNowCents,
    serviceName: service.name,
    serviceId: service.id,
    vehicleType,
    carModel: details.carModel,
    carYear: details.carYear,
    bookingDate,
    bookingTime,
    holdExpiresAt: hold.expiresAt,
    customerInfo: {
      name,
      email,
      phone,
      address,
      city,
      province,
      postalCode,
      locationType: 'mobile',
    },
  };
}
