/** A visit that is ahead, in local date and time. */
export type Appointment = { id: string; booking_date: string; booking_time: string };

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

export type Customer = Figures & {
  email: string;
  /** Null for somebody who wrote or looked, and never booked. */
  name: string | null;
  phone: string | null;
  note: string;
  /** Goes up with every change of the note. */
  note_version: number;
  is_customer: boolean;
  first_booked_at: string | null;
  has_account: boolean;
  is_administrator: boolean;
  has_unsubscribed: boolean;
  /** The booking ahead that keeps the person from being erased. */
  in_the_way: Appointment | null;
  kept: Kept;
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
