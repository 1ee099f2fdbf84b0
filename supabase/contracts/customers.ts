import * as z from 'zod/mini';
import { sqlContract, type AnswerOf } from './contract.ts';
import { flag, maybeText, text, whole } from './values.ts';

/** A visit, in local date and time. */
const appointment = z.object({ id: text, booking_date: text, booking_time: text });

const figures = z.object({
  visits: whole,
  no_shows: whole,
  /** Local date; null before the first visit. */
  last_visit: maybeText,
  next_visit: z.nullable(appointment),
  /** Year and model, the one that came last first. */
  cars: z.array(text),
  /** Paid, and not given back. */
  spend_cents: whole,
});

/** Where the page ended. */
const lastCustomer = z.object({ last_booked_at: text, email: text });

export const foundCustomers = sqlContract(
  'find_customers',
  z.object({
    customers: z.array(
      z.extend(figures, { ...lastCustomer.shape, name: text, phone: text, has_note: flag }),
    ),
    next: z.nullable(lastCustomer),
  }),
);

export type FoundCustomers = AnswerOf<typeof foundCustomers>;
export type ListedCustomer = FoundCustomers['customers'][number];

/** What is kept about an address, counted. */
const kept = z.object({
  bookings: whole,
  reviews: whole,
  inquiries: whole,
  /** Places on the waiting list. */
  waiting: whole,
  mails: whole,
});

/** What is told of a person before they are erased. */
const person = z.object({
  /** Null for whoever booked by phone, and left none. */
  email: maybeText,
  /** Null for somebody who wrote or looked, and never booked. */
  name: maybeText,
  phone: maybeText,
  has_account: flag,
  is_administrator: flag,
  has_unsubscribed: flag,
  /** The booking ahead that keeps the person from being erased. */
  in_the_way: z.nullable(appointment),
  kept,
  /** Those that bookings with their account were made with. */
  other_addresses: z.array(text),
  /** Accounts of other addresses that the person booked with. */
  other_accounts: z.array(
    z.object({
      id: text,
      email: text,
      /** What its other bookings were made with. */
      addresses: z.array(text),
      in_the_way: z.nullable(appointment),
      /** Besides what was made with the address of the person. */
      kept,
    }),
  ),
});

export type Person = z.infer<typeof person>;
export type OtherAccount = Person['other_accounts'][number];

/** Everything a customer's page tells but their bookings; null when nothing is kept about the address. */
export const customerPage = sqlContract(
  'customer_page',
  z.nullable(
    z.object({
      ...person.shape,
      ...figures.shape,
      email: text,
      note: text,
      /** Goes up with every change of the note. */
      note_version: whole,
      is_customer: flag,
      first_booked_at: maybeText,
    }),
  ),
);

export type Customer = NonNullable<AnswerOf<typeof customerPage>>;

/** What is kept about whoever booked by phone and left no address; null when nobody did from the number. */
export const callerPage = sqlContract(
  'customer_page',
  z.nullable(
    z.extend(person, {
      phone: text,
      /** In the bookings from this number, the one made last first. */
      names: z.array(text),
    }),
  ),
);

export type Caller = NonNullable<AnswerOf<typeof callerPage>>;

/** The bookings made with an address, the latest day first. */
export const customerBookings = sqlContract(
  'customer_bookings',
  z.object({
    bookings: z.array(
      z.extend(appointment, {
        service_name: text,
        car_year: whole,
        car_model: text,
        status: text,
        total_cents: whole,
        done_at: maybeText,
        no_show_at: maybeText,
      }),
    ),
    next: z.nullable(appointment),
  }),
);

export type CustomerBookings = AnswerOf<typeof customerBookings>;
export type CustomerBooking = CustomerBookings['bookings'][number];
