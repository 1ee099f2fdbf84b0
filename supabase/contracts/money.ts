import * as z from 'zod/mini';
import { bookingPaymentOptions } from '../../domain/money/pricing.ts';
import { addOns } from './booking.ts';
import { sqlContract, type AnswerOf } from './contract.ts';
import {
  bookingStatus,
  calledOff,
  maybeText,
  paymentMethod,
  taxLines,
  text,
  whole,
} from './values.ts';

/** In cents, except the numbers of payments and refunds. */
const figures = z.object({
  received_cents: whole,
  refunded_cents: whole,
  /** Taken by banks, less what came back. */
  disputed_cents: whole,
  tax_cents: whole,
  tip_cents: whole,
  payments: whole,
  refunds: whole,
});

export const moneyReport = sqlContract(
  'money_report',
  z.object({
    days: z.array(z.extend(figures, { day: text })),
    services: z.array(z.extend(figures, { service_name: text })),
    methods: z.array(z.extend(figures, { method: text })),
    /** The provider's fees for disputes, which are no part of the revenue. */
    dispute_fee_cents: whole,
    /** The current state, in cents. */
    outstanding: z.object({
      held_cents: whole,
      held_bookings: whole,
      /** To be refunded by hand. */
      owed_cents: z._default(whole, 0),
      owed_refunds: z._default(whole, 0),
      due_cents: whole,
      due_bookings: whole,
      open_cents: whole,
      open_bookings: whole,
    }),
  }),
);

export type MoneyReport = AnswerOf<typeof moneyReport>;
export type Outstanding = MoneyReport['outstanding'];

const soldLines = z.array(z.object({ name: text, visits: whole, sales_cents: whole }));

/** The visits of some days. Sales are before tax and tips and after coupons, in cents. */
export const visitReport = sqlContract(
  'visit_report',
  z.object({
    visits: whole,
    sales_cents: whole,
    no_shows: whole,
    /** With their first visit on these days. */
    new_customers: whole,
    returning_customers: whole,
    /** Also of no-shows. */
    booked_minutes: whole,
    /** Of all crews, by the opening hours of now, less blocked time. */
    open_minutes: whole,
    services: soldLines,
    add_ons: soldLines,
    /** By the first three characters of the postal code; empty for erased customers. */
    areas: soldLines,
  }),
);

export type VisitReport = AnswerOf<typeof visitReport>;

export const crewCash = sqlContract(
  'crew_cash',
  z.array(
    z.object({
      /** Of the member who took it; empty for a deleted account. */
      email: text,
      /** Null once the member left. */
      crew: maybeText,
      cents: whole,
      payments: z.array(
        z.object({
          id: text,
          booking_id: text,
          customer_name: text,
          booking_date: text,
          cents: whole,
        }),
      ),
    }),
  ),
);

/** The last row of the page. */
const place = z.nullable(z.record(text, text));

export type ExportPlace = z.infer<typeof place>;

/** In cents; refunds, and what takes a payment off again, are negative. */
export const exportedPayments = sqlContract(
  'export_payments',
  z.object({
    rows: z.array(
      z.object({
        id: text,
        /** An instant. */
        at: text,
        /** change: no money moved, but another part of what is kept is tax or tip. */
        kind: z.enum(['payment', 'refund', 'dispute', 'change']),
        booking_id: text,
        payment_id: text,
        service_name: text,
        customer_name: text,
        method: text,
        status: text,
        amount_cents: whole,
        tax_cents: whole,
        tip_cents: whole,
        stripe_id: maybeText,
      }),
    ),
    next: place,
    /** Only in the first page; otherwise null. */
    total: z.nullable(whole),
  }),
);

export const exportedBookings = sqlContract(
  'export_bookings',
  z.object({
    rows: z.array(
      z.object({
        id: text,
        booking_date: text,
        booking_time: text,
        service_name: text,
        add_ons: addOns,
        vehicle_type: text,
        vehicle_name: maybeText,
        customer_name: text,
        customer_email: maybeText,
        status: bookingStatus,
        /** Instants. */
        done_at: maybeText,
        no_show_at: maybeText,
        called_off: calledOff,
        source: z.enum(['online', 'phone']),
        payment_option: z.enum(bookingPaymentOptions),
        price_cents: whole,
        discount_cents: whole,
        nearby_discount_cents: z._default(whole, 0),
        coupon_code: maybeText,
        tax_cents: whole,
        tax_label: text,
        tip_cents: whole,
        /** Tips of later payments, which are not in the total. */
        later_tip_cents: z._default(whole, 0),
        total_cents: whole,
        created_at: text,
        cancelled_at: maybeText,
        paid_cents: whole,
        refunded_cents: whole,
        /** Refunds that are still owed by hand, not part of the refunded. */
        owed_cents: z._default(whole, 0),
        due_cents: whole,
        customer_phone: z._default(text, ''),
        /** Null for a cancelled booking. */
        crew: z._default(z.nullable(whole), null),
        crew_name: z._default(maybeText, null),
      }),
    ),
    next: place,
    total: z.nullable(whole),
  }),
);

export type MoveRow = AnswerOf<typeof exportedPayments>['rows'][number];
export type BookingRow = AnswerOf<typeof exportedBookings>['rows'][number];
export type ExportRows = { payments: MoveRow; bookings: BookingRow };

/** The data of a receipt, in cents and instants. */
export const storedReceipt = sqlContract(
  'booking_receipt',
  z.object({
    booking: z.object({
      id: text,
      customer_name: text,
      customer_email: maybeText,
      customer_phone: text,
      address: text,
      city: text,
      province: text,
      postal_code: text,
      service_name: text,
      add_ons: addOns,
      car_model: text,
      car_year: whole,
      booking_date: text,
      booking_time: text,
      status: bookingStatus,
      price_cents: whole,
      discount_cents: whole,
      nearby_discount_cents: z._default(whole, 0),
      coupon_code: maybeText,
      tax_cents: whole,
      tax_label: text,
      tax_lines: taxLines,
      tip_cents: whole,
      total_cents: whole,
    }),
    due_on_site_cents: whole,
    /** What was refunded and is not charged, with its tax. */
    reduced_cents: z._default(whole, 0),
    reduced_tax_cents: z._default(whole, 0),
    payments: z.array(
      z.object({
        method: paymentMethod,
        amount_cents: whole,
        tip_cents: whole,
        settled_at: text,
      }),
    ),
    refunds: z.array(
      z.object({ method: paymentMethod, amount_cents: whole, created_at: text, status: text }),
    ),
  }),
);

export type StoredReceipt = AnswerOf<typeof storedReceipt>;
