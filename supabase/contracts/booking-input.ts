import * as z from 'zod/mini';
import { eachMore } from '../../domain/booking/more-fields.ts';
import { mostAddOns } from '../../domain/booking/offer-limits.ts';
import { paymentOptions } from '../../domain/money/pricing.ts';

/** A booking id is a guest's only proof: any UUID, in lower case. */
export const bookingId = z.guid('This is not a booking ID.').check(z.toLowerCase());

/** The ids of add-ons; older clients don't name any. Prices and minutes are the server's. */
export const addOnIds = z._default(
  z.array(z.string().check(z.maxLength(40))).check(z.maxLength(mostAddOns)),
  [],
);

/** What a person typed. Only its size is checked here; `domain/booking/details.ts` has the sentences of the form. */
const upTo = (length: number) =>
  z._default(z.string().check(z.maxLength(length, 'This is too long.')), '');
const typed = upTo(500);

const chosen = (length: number, sentence: string) =>
  z.string(sentence).check(z.maxLength(length, sentence));
const matching = (pattern: RegExp, sentence: string) =>
  z.string(sentence).check(z.regex(pattern, sentence));

/**
 * A booking as it is sent: the work, the start, the customer, the car and the place. No price is: the server has its
 * own. The forms send what `domain/booking/details.ts` made of what was typed; the server checks it by the same rules.
 */
const bookingInput = z.object({
  serviceId: chosen(50, 'Please choose a service.'),
  vehicleType: chosen(40, 'Please choose a vehicle.'),
  addOns: addOnIds,
  bookingDate: matching(/^\d{4}-\d{2}-\d{2}$/, 'Please choose a day.'),
  bookingTime: matching(/^\d{2}:\d{2}$/, 'Please choose a time.'),
  couponCode: z.nullable(typed),
  /** The customer agreed to text messages about this appointment. */
  textConsent: z._default(z.boolean(), false),
  carModel: typed,
  carYear: z.union([z.int(), typed]),
  customerInfo: z.object(
    {
      name: typed,
      /** Null or empty for a caller without one. */
      email: z.nullable(typed),
      phone: typed,
      address: typed,
      city: typed,
      province: typed,
      postalCode: typed,
    },
    'Please enter your name, email address, phone number and address.',
  ),
  ...eachMore(() => upTo(4000)),
});

/** As it arrives at the server. */
export type BookingInput = z.output<typeof bookingInput>;

/** What the website adds: the payment, and what proves that a hold or an offer is the visitor's. */
export const websiteBookingInput = z.extend(bookingInput, {
  paymentOption: z.enum(paymentOptions, 'Please choose how to pay.'),
  /** In cents, by the name that the checkout promises. */
  tipAmount: z._default(
    z
      .int('Please enter the tip in dollars, for example 10 or 12.50.')
      .check(z.nonnegative('The tip can’t be below zero.')),
    0,
  ),
  /** The visitor's own earlier hold, which this booking replaces. */
  replacesBookingId: z.optional(z.uuid()),
  /** Proves which holds this browser made. Short ones could be guessed. */
  holdToken: z.optional(z.string().check(z.minLength(20), z.maxLength(100))),
  /** Proves that the time is a waiting-list offer to this visitor. */
  offerToken: z.optional(z.string().check(z.maxLength(100))),
});

/** As it is sent. */
export type WebsiteBookingInput = z.input<typeof websiteBookingInput>;

/** What only the owner may say of a booking by phone. */
export const phoneBookingInput = z.extend(bookingInput, {
  /** Made by the form: sent twice, it is one booking. */
  bookingId,
  /** The time is held for this customer, off the waiting list. */
  offerId: z.optional(z.guid()),
  /** Any start ahead, also one that the opening rules do not offer. */
  anyway: z._default(z.boolean(), false),
});

/** As it is sent. */
export type PhoneBookingInput = z.input<typeof phoneBookingInput>;
