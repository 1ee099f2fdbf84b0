import * as z from 'zod/mini';
import { onSiteMethods } from '../../domain/money/payment-methods.ts';
import { bookingColumns, photoIds, visitSteps } from './booking.ts';
import { functionContract, sqlContract, type AnswerOf } from './contract.ts';
import { dispute } from './disputes.ts';
import { privateNote } from './notes.ts';
import { bookingStatus, calledOff, flag, maybeText, paymentMethod, text, whole } from './values.ts';

const fact = z.nullable(z.record(text, z.unknown()));

/** `at` is an instant; `by` is an administrator, or Customer, Guest, System. */
const timelineEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('mail'),
    at: text,
    id: text,
    template_type: text,
    to_email: text,
    /** dropped: not sent, because it was no longer relevant or the customer's data was erased. */
    status: z.enum(['queued', 'sent', 'failed', 'dropped']),
    /** The mail server's latest answer. */
    last_error: maybeText,
    by: maybeText,
    /** What the owner wrote, of a message. */
    message: z.optional(maybeText),
  }),
  z.object({
    kind: z.literal('text'),
    at: text,
    id: text,
    text_kind: text,
    phone: text,
    /** sent: accepted by the service. dropped: not sent, as for an email, or consent was withdrawn. */
    status: z.enum(['queued', 'sent', 'delivered', 'failed', 'dropped']),
    last_error: maybeText,
  }),
  z.object({
    kind: z.literal('payment'),
    at: text,
    id: text,
    method: paymentMethod,
    amount_cents: whole,
    tip_cents: whole,
    /** canceled: recorded by hand and removed. */
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
    /** owed: must be refunded by hand, because it was not paid online. */
    status: z.enum(['pending', 'sent', 'succeeded', 'failed', 'owed']),
    reason: text,
    /** The finding with which an owed refund is marked as refunded. */
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

/** A booking's page for administrators. */
export const bookingPage = sqlContract(
  'booking_page',
  z.object({
    booking: z.object({
      ...bookingColumns,
      source: z.enum(['online', 'phone']),
      customer_phone: text,
      service_id: z.optional(text),
      ...visitSteps,
      coupon_code: maybeText,
    }),
    /** When the hold of an unpaid booking expires; null when it is not held. */
    hold_expires_at: maybeText,
    called_off: calledOff,
    /** The estimate of the way to the visit; null without one. */
    drive_minutes: z.nullable(whole),
    /** In cents. */
    money: z.object({
      paid_cents: whole,
      refunded_cents: whole,
      /** Of the rest, what a bank holds or took in disputes. An older server does not tell it. */
      disputed_cents: z.optional(whole),
      due_on_site_cents: whole,
      online_kept_cents: whole,
      tip_on_site_cents: whole,
      /** Kept of a confirmed booking above its total. */
      overpaid_cents: whole,
      /** What was refunded and is not charged, with its tax. */
      reduced_cents: z._default(whole, 0),
      reduced_tax_cents: z._default(whole, 0),
    }),
    note: privateNote,
    /** About the customer, for every visit; an older server does not tell it. */
    customer_note: z.optional(text),
    photos: photoIds,
    /** The finding of a no-show whose money nobody decided about. */
    no_show_finding: z.optional(maybeText),
    /** Newest first. */
    timeline: z.array(timelineEntry),
    /** Newest first. */
    disputes: z.array(dispute),
  }),
);

export type BookingPage = AnswerOf<typeof bookingPage>;
export type OwnerBooking = BookingPage['booking'];

/** The id of the booking of a calendar entry; null when it was deleted. */
export const bookingOfEntry = sqlContract('booking_of_entry', maybeText);

/** @public Called by pages of the release before. */
export const recordedPayment = sqlContract('record_payment', z.object({ payment_id: text }));

/** The stored payment, as details of the refusal of a repeated request with other content. */
export const notedPayment = z.object({
  method: z.enum(onSiteMethods),
  amount_cents: whole,
  /** canceled: removed since. */
  status: z.enum(['succeeded', 'canceled']),
});

export type NotedPayment = z.infer<typeof notedPayment>;

/** A booking after the removal of a payment recorded by hand; in cents. */
export const undonePayment = sqlContract(
  'undo_payment',
  z.object({
    status: bookingStatus,
    due_on_site_cents: whole,
    /** Whether the customer got a receipt with that payment; dropped: it was queued and will not be sent. */
    receipt: z.enum(['sent', 'dropped', 'none']),
  }),
);

export type UndonePayment = AnswerOf<typeof undonePayment>;

/** `notified` is the address that the correction was emailed to; null without one. */
export const correctedBooking = sqlContract('correct_booking', z.object({ notified: maybeText }));

export const resentMail = sqlContract(
  'resend_mail',
  z.object({ outcome: z.enum(['queued', 'just_sent']) }),
);

/**
 * In cents: the policy's refund, the maximum refund, the part of that which goes to the card, and what a bank holds or
 * took in disputes. With an open dispute, a refund has to be confirmed with `anyway`.
 */
export const ownerCancellationPreview = functionContract(
  'cancel-booking-as-owner',
  z.object({
    policyCents: whole,
    mostCents: whole,
    onlineCents: whole,
    disputedCents: z.optional(whole),
    hasOpenDispute: z.optional(flag),
    /** The part of the maximum that is tips given on site. */
    givenTipCents: z.optional(whole),
    bookingStatus,
  }),
);

export type CancellationPreview = AnswerOf<typeof ownerCancellationPreview>;

/** Refunds in cents: automatic ones to the card, and those that the owner makes by hand. */
export const ownerCancellation = functionContract(
  'cancel-booking-as-owner',
  z.object({ byCardCents: whole, byHandCents: whole, bookingStatus }),
);

export type OwnerCancellation = AnswerOf<typeof ownerCancellation>;

/** The refunds of a form in cents, as of a cancellation. Sent twice it refunds once. */
export const ownerRefund = functionContract(
  'refund-booking',
  z.object({ byCardCents: whole, byHandCents: whole }),
);

export type OwnerRefund = AnswerOf<typeof ownerRefund>;

export const phoneBooking = functionContract('take-phone-booking', z.object({ bookingId: text }));

/** The visit as it is after the change; `problem` only of a preview. In cents. */
export const changedVisit = sqlContract(
  'change_visit',
  z.object({
    /** Why the time doesn't fit: another visit, or the end of the opening hours. */
    problem: z.nullable(z.enum(['slot_taken', 'outside_hours'])),
    /** Whether it ends after the next visit of its crew begins, as one that has begun may. */
    overlaps: z.optional(z.boolean()),
    status: bookingStatus,
    due_on_site_cents: whole,
    overpaid_cents: whole,
    notified: maybeText,
  }),
);

/** A booking as a change of its sale needs it; null when there is none. */
export const soldBooking = sqlContract(
  'booking_for_payment',
  z.nullable(
    z.object({
      ...bookingColumns,
      service_id: text,
      tax_lines: z.optional(
        z.nullable(
          z.array(
            z.object({ label: text, basisPoints: whole, cents: whole, registrationNumber: text }),
          ),
        ),
      ),
    }),
  ),
);

export type SoldBooking = NonNullable<AnswerOf<typeof soldBooking>>;

/** A visit as it is after a change of what was sold, or as it would be. In cents. */
export const visitChange = functionContract(
  'change-visit',
  z.object({
    /** The price before tax without an agreed one. */
    listPriceCents: whole,
    priceCents: whole,
    discountCents: whole,
    taxCents: whole,
    totalCents: whole,
    durationMinutes: whole,
    dueCents: whole,
    overpaidCents: whole,
    problem: z.nullable(z.enum(['slot_taken', 'outside_hours'])),
    /** Whether it ends after the next visit of its crew begins, as one that has begun may. */
    overlaps: z.optional(z.boolean()),
    bookingStatus,
    /** The address that the change was emailed to; null without one. */
    notified: maybeText,
  }),
);

export type VisitChange = AnswerOf<typeof visitChange>;
