import * as z from 'zod/mini';
import { addOns } from './booking.ts';
import { sqlContract, type AnswerOf } from './contract.ts';
import { flag, maybeText, text, whole } from './values.ts';

/** A visit, in local date and time. */
const appointment = z.object({ id: text, booking_date: text, booking_time: text });

const figures = z.object({
  visits: whole,
  no_shows: whole,
  /** A local date; null before the first visit. */
  last_visit: maybeText,
  next_visit: z.nullable(appointment),
  /** Year and model, most recent first. */
  cars: z.array(text),
  /** Paid and not refunded. */
  spend_cents: whole,
  /** Due for visits that took place. */
  owed_cents: whole,
});

/** The last row of the page. */
const lastCustomer = z.object({ last_booked_at: text, email: text });

const listedCustomer = z.extend(figures, {
  ...lastCustomer.shape,
  name: text,
  phone: text,
  has_note: flag,
});

/** @public Called by pages of the release before. */
export const foundCustomers = sqlContract(
  'find_customers',
  z.object({ customers: z.array(listedCustomer), next: z.nullable(lastCustomer) }),
);

/** The last row of the page. */
const lastPhoneCustomer = z.object({ last_booked_at: text, phone: text, name: text });

const listedPhoneCustomer = z.extend(figures, { ...lastPhoneCustomer.shape, has_note: flag });

/** @public Called by pages of the release before. */
export const foundPhoneCustomers = sqlContract(
  'find_phone_customers',
  z.object({ customers: z.array(listedPhoneCustomer), next: z.nullable(lastPhoneCustomer) }),
);

/** Customers with an email address and those by phone, in one order. `next` has the last row of each kind. */
export const foundAllCustomers = sqlContract(
  'find_all_customers',
  z.object({
    customers: z.array(z.union([listedCustomer, listedPhoneCustomer])),
    next: z.nullable(
      z.object({
        with_email: z.nullable(lastCustomer),
        by_phone: z.nullable(lastPhoneCustomer),
      }),
    ),
  }),
);

export type FoundAllCustomers = AnswerOf<typeof foundAllCustomers>;
export type ListedCustomer = z.infer<typeof listedCustomer>;

/** Customers by name or number, with their latest bookings, newest first. */
export const foundCallers = sqlContract(
  'find_callers',
  z.object({
    callers: z.array(
      z.object({
        name: text,
        /** Null for a phone customer without an email address. */
        email: maybeText,
        phone: text,
        /** The next bookings, three at most. */
        ahead: z.array(z.extend(appointment, { service_name: text })),
        visits: z.array(
          z.object({
            service_id: text,
            add_ons: addOns,
            vehicle_type: text,
            car_model: text,
            car_year: whole,
            address: text,
            city: text,
            province: text,
            postal_code: text,
          }),
        ),
      }),
    ),
  }),
);

export type FoundCaller = AnswerOf<typeof foundCallers>['callers'][number];

/** The number of records about an address. */
const kept = z.object({
  bookings: whole,
  reviews: whole,
  inquiries: whole,
  /** Waiting-list entries. */
  waiting: whole,
  mails: whole,
});

/** A customer's data, as listed before erasing it. */
const person = z.object({
  /** Null for a phone customer without an email address. */
  email: maybeText,
  /** Null for a person who never booked. */
  name: maybeText,
  phone: maybeText,
  has_account: flag,
  is_administrator: flag,
  has_unsubscribed: flag,
  /** An upcoming booking, which prevents erasing the data. */
  in_the_way: z.nullable(appointment),
  kept,
  /** Other addresses of bookings with the person's account. */
  other_addresses: z.array(text),
  /** Accounts of other addresses that the person used for bookings. */
  other_accounts: z.array(
    z.object({
      id: text,
      email: text,
      /** The addresses of its other bookings. */
      addresses: z.array(text),
      in_the_way: z.nullable(appointment),
      /** Excludes records with the person's address. */
      kept,
    }),
  ),
});

export type Person = z.infer<typeof person>;
export type OtherAccount = Person['other_accounts'][number];

/** The customer's page without the bookings; null when there are no records about the address. */
export const customerPage = sqlContract(
  'customer_page',
  z.nullable(
    z.object({
      ...person.shape,
      ...figures.shape,
      email: text,
      note: text,
      /** Increments with every change of the note. */
      note_version: whole,
      is_customer: flag,
      first_booked_at: maybeText,
    }),
  ),
);

export type Customer = NonNullable<AnswerOf<typeof customerPage>>;

/** Records of phone customers without an email address; null when there are none for the number. */
export const callerPage = sqlContract(
  'customer_page',
  z.nullable(
    z.extend(person, {
      phone: text,
      /** The names in the bookings from this number, most recent first. */
      names: z.array(text),
    }),
  ),
);

export type Caller = NonNullable<AnswerOf<typeof callerPage>>;

const bookingLine = z.extend(appointment, {
  service_name: text,
  car_year: whole,
  car_model: text,
  status: text,
  total_cents: whole,
  due_cents: whole,
  done_at: maybeText,
  no_show_at: maybeText,
});

/** The bookings with an address, latest day first. */
export const customerBookings = sqlContract(
  'customer_bookings',
  z.object({ bookings: z.array(bookingLine), next: z.nullable(appointment) }),
);

export type CustomerBookings = AnswerOf<typeof customerBookings>;
export type CustomerBooking = CustomerBookings['bookings'][number];

/** A customer by phone, with the latest bookings; null when there is none. */
export const phoneCustomerPage = sqlContract(
  'phone_customer_page',
  z.nullable(
    z.object({
      ...figures.shape,
      phone: text,
      name: text,
      note: text,
      note_version: whole,
      first_booked_at: text,
      bookings: z.array(bookingLine),
    }),
  ),
);

export type PhoneCustomer = NonNullable<AnswerOf<typeof phoneCustomerPage>>;

/** How long each kind of record is kept, in days. */
export const retentionPage = sqlContract(
  'retention_page',
  z.array(z.object({ kind: text, days: whole })),
);
