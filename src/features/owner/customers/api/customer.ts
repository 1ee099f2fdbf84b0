/** A visit that is ahead, in local date and time. */
type Appointment = { id: string; booking_date: string; booking_time: string };

type Figures = {
  visits: number;
  no_shows: number;
  /** Local date; null before the first visit. */
  last_visit: string | null;
  next_visit: Appointment | null;
  /** Year and model, the one that came last first. */
  cars: string[];
  /** Paid, and not given back. */
  spend_cents: number;
};

export type ListedCustomer = Figures & {
  email: string;
  name: string;
  phone: string;
  has_note: boolean;
  last_booked_at: string;
};

/** What is kept about an address, counted. */
type Kept = {
  bookings: number;
  reviews: number;
  inquiries: number;
  /** Places on the waiting list. */
  waiting: number;
  mails: number;
};

/** An account of another address that the person booked with. */
export type OtherAccount = {
  id: string;
  email: string;
  /** What its other bookings were made with. */
  addresses: string[];
  in_the_way: Appointment | null;
  /** Besides what was made with the address of the person. */
  kept: Kept;
};

/** Whom one asks about: by e-mail address, or by phone number where they left none. */
export type Whose = { email: string } | { phone: string };

/** What is told of a person before they are erased. */
export type Person = {
  /** Null for whoever booked by phone, and left none. */
  email: string | null;
  /** Null for somebody who wrote or looked, and never booked. */
  name: string | null;
  phone: string | null;
  has_account: boolean;
  is_administrator: boolean;
  has_unsubscribed: boolean;
  /** The booking ahead that keeps the person from being erased. */
  in_the_way: Appointment | null;
  kept: Kept;
  /** Those that bookings with their account were made with. */
  other_addresses: string[];
  other_accounts: OtherAccount[];
};

export type Customer = Figures &
  Person & {
    email: string;
    note: string;
    /** Goes up with every change of the note. */
    note_version: number;
    is_customer: boolean;
    first_booked_at: string | null;
  };

/** Whoever booked by phone and left no address. */
export type Caller = Person & {
  phone: string;
  /** In the bookings from this number, the one made last first. */
  names: string[];
};

export type CustomerBooking = Appointment & {
  service_name: string;
  car_year: number;
  car_model: string;
  status: string;
  total_cents: number;
  done_at: string | null;
  no_show_at: string | null;
};

export const customersKey = ['customers'];

export const personKey = (whose: Whose) => [...customersKey, 'one', Object.values(whose)[0]];

/** As the functions of the database are told it. */
export const namedBy = (whose: Whose) =>
  'email' in whose ? { target_email: whose.email } : { target_phone: whose.phone };
