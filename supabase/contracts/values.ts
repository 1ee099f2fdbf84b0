import * as z from 'zod/mini';
import { bookingStatuses } from '../../domain/booking/booking.ts';
import { bookingPaymentOptions } from '../../domain/money/pricing.ts';
import { paymentMethods } from '../../domain/money/payment-methods.ts';

export const text = z.string();
export const maybeText = z.nullable(text);
/** Cents, counts or minutes. */
export const whole = z.int();
export const flag = z.boolean();

export const bookingStatus = z.enum(bookingStatuses);
export const paymentOption = z.enum(bookingPaymentOptions);
export const paymentMethod = z.enum(paymentMethods);
/** The id of a vehicle class of the business. */
export const vehicleType = z.string();

/** The taxes of a booking as it was sold, in cents; null for bookings that were sold before they were stored. */
export const taxLines = z.optional(
  z.nullable(z.array(z.object({ label: text, cents: whole, registrationNumber: text }))),
);

/** The customer's answer to a visit cancelled because of rain, until it has a new time; null for other visits. */
export const calledOff = z.nullable(z.enum(['asked', 'declined']));

export type CalledOff = z.infer<typeof calledOff>;

/** A local date and time of the business. */
export const start = z.object({ date: text, time: text });
