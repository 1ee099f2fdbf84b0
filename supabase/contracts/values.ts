import * as z from 'zod/mini';
import { bookingStatuses } from '../../domain/booking/booking.ts';
import { vehicleTypes } from '../../domain/booking/catalogue.ts';
import { bookingPaymentOptions } from '../../domain/money/pricing.ts';
import { paymentMethods } from '../../domain/money/receipt.ts';

export const text = z.string();
export const maybeText = z.nullable(text);
/** Money in cents, numbers of things, minutes. */
export const whole = z.int();
export const flag = z.boolean();

export const bookingStatus = z.enum(bookingStatuses);
export const paymentOption = z.enum(bookingPaymentOptions);
export const paymentMethod = z.enum(paymentMethods);
export const vehicleType = z.enum(vehicleTypes);

/** What is known of a visit that was called off for rain, with nothing found for it instead; null for one that stands. */
export const calledOff = z.nullable(z.enum(['asked', 'declined']));

export type CalledOff = z.infer<typeof calledOff>;

/** Local date and time of the business. */
export const start = z.object({ date: text, time: text });
