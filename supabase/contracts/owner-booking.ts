import * as z from 'zod/mini';
import { bookingColumns } from './booking.ts';
import { functionContract, sqlContract, type AnswerOf } from './contract.ts';
import { privateNote } from './notes.ts';
import { bookingStatus, calledOff, maybeText, paymentMethod, text, whole } from './values.ts';

const fact = z.nullable(z.record(text, z.unknown()));

/** `at` is an instant; `by` is who of the business did it, or Customer, Guest, System. */
const timelineEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('mail'),
    at: text,
    id: text,
    template_type: text,
    to_email: text,
    /** dropped: it was not sent, since by then it was no longer true, or its reader was erased. */
    status: z.enum(['queued', 'sent', 'failed', 'dropped']),
    /** What the mail server said the last time. */
    last_error: maybeText,
    by: maybeText,
  }),
  z.object({
    kind: z.literal('payment'),
    at: text,
    id: text,
    method: paymentMethod,
    amount_cents: whole,
    tip_cents: whole,
    /** canceled: it was noted by hand, and taken back. */
    status: z.enum(['processing', 'succeeded', 'failed', 'canceled']),
    last_error: maybeText,
    by: maybeText,
  }),
  z.object({
    kind: z.literal('refund'),
    at: text,
    id: text,
    method: paymentMethod,
    amount_cents: whole,
    /** owed: to be given back by hand, since it was not paid online. */
    status: z.enum(['pending', 'sent', 'succeeded', 'failed', 'owed']),
    reason: text,
    /** What is still owed is noted as given back with it. */
    finding_id: maybeText,
  }),
  z.object({
    kind: z.literal('change'),
    at: text,
    id: whole,
    action: text,
    by: text,
    was: fact,
    is: fact,
  }),
]);

export type TimelineEntry = z.infer<typeof timelineEntry>;

/** All that is known of a booking by those who run the business. */
export const bookingPage = sqlContract(
  'booking_page',
  z.object({
    booking: z.object({
      ...bookingColumns,
      source: z.enum(['online', 'phone']),
      customer_phone: text,
      coupon_code: maybeText,
    }),
    /** When an unpaid booking loses its time; null when it is not held. */
    hold_expires_at: maybeText,
    called_off: calledOff,
    /** In cents. */
    money: z.object({
      paid_cents: whole,
      refunded_cents: whole,
      due_on_site_cents: whole,
      online_kept_cents: whole,
      tip_on_site_cents: whole,
    }),
    note: privateNote,
    /** The newest first. */
    timeline: z.array(timelineEntry),
  }),
);

export type BookingPage = AnswerOf<typeof bookingPage>;
export type OwnerBooking = BookingPage['booking'];

/** The id of the booking that a calendar entry is about; null when it is gone. */
export const bookingOfEntry = sqlContract('booking_of_entry', maybeText);

export const recordedPayment = sqlContract('record_payment', z.object({ payment_id: text }));

/** What is stored of a payment that was sent again with other content: the details of that refusal. */
export const notedPayment = z.object({
  method: z.enum(['cash', 'card', 'e_transfer']),
  amount_cents: whole,
  /** canceled: taken back since. */
  status: z.enum(['succeeded', 'canceled']),
});

export type NotedPayment = z.infer<typeof notedPayment>;

/** How a booking stands once a payment that was noted by hand is taken back; in cents. */
export const undonePayment = sqlContract(
  'undo_payment',
  z.object({
    status: bookingStatus,
    due_on_site_cents: whole,
    /** Whether the customer was mailed a receipt with that payment; dropped: it had not gone out, and does not. */
    receipt: z.enum(['sent', 'dropped', 'none']),
  }),
);

export type UndonePayment = AnswerOf<typeof undonePayment>;

export const resentMail = sqlContract(
  'resend_mail',
  z.object({ outcome: z.enum(['queued', 'just_sent']) }),
);

/** In cents: what the policy gives back, what could go back in all, and how much of that to the card. */
export const ownerCancellationPreview = functionContract(
  'cancel-booking-as-owner',
  z.object({ policyCents: whole, mostCents: whole, onlineCents: whole, bookingStatus }),
);

export type CancellationPreview = AnswerOf<typeof ownerCancellationPreview>;

/** What goes back to the card by itself, and what the owner gives back, in cents. */
export const ownerCancellation = functionContract(
  'cancel-booking-as-owner',
  z.object({ byCardCents: whole, byHandCents: whole, bookingStatus }),
);

export type OwnerCancellation = AnswerOf<typeof ownerCancellation>;

export const phoneBooking = functionContract('take-phone-booking', z.object({ bookingId: text }));
