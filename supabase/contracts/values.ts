import * as z from 'zod/mini';
import { bookingStatuses } from '../../domain/booking/booking.ts';
import { vehicleTypes } from '../../domain/booking/catalogue.ts';
import { bookingPaymentOptions } from '../../domain/money/pricing.ts';
import { paymentMethods } from '../../domain/money/receipt.ts';

export const text = z.string();
export const maybeText = z.nullable(text);
/** Cents, counts or minutes. */
export const whole = z.int();
export const flag = z.boolean();

export const bookingStatus = z.enum(bookingStatuses);
export const paymentOption = z.enum(bookingPaymentOptions);
export const paymentMethod = z.enum(paymentMethods);
export const vehicleType = z.enum(vehicleTypes);

/** The customer's answer to a visit cancelled because of rain, until it has a new time; null for other visits. */
export const calledOff = z.nullable(z.enum(['asked', 'declined']));

export type CalledOff = z.infer<typeof calledOff>;

/** A local date and time of the business. */
export const start = z.object({ date: text, time: text });
