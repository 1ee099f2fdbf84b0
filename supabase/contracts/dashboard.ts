import * as z from 'zod/mini';
import { more } from './booking.ts';
import { sqlContract, type AnswerOf } from './contract.ts';
import { calledOff, maybeText, text, vehicleType, whole } from './values.ts';

/** What waits for the owner, in numbers. */
const needs = z.object({
  /** Visits of past days that nobody marked, with money due. */
  past_visits: whole,
  reviews: whole,
  inquiries: whole,
  payments: whole,
  rain_unanswered: whole,
  rain_declined: whole,
  /** Times that are held for somebody on the waiting list. */
  offers: whole,
  mails: whole,
});

export const ownerNeeds = sqlContract('owner_needs', needs);

export type Needs = AnswerOf<typeof ownerNeeds>;

export const ownerDashboard = sqlContract(
  'owner_dashboard',
  z.object({
    /** The local date. */
    today: text,
    cars: z.array(
      z.object({
        id: text,
        /** Local, "09:00". */
        booking_time: text,
        duration_minutes: whole,
        service_name: text,
        customer_name: text,
        customer_phone: text,
        car: text,
        vehicle_type: vehicleType,
        address: text,
        city: text,
        province: text,
        postal_code: text,
        more,
        due_cents: whole,
        done_at: maybeText,
        no_show_at: maybeText,
        called_off: calledOff,
        crew: z.nullable(whole),
        note: text,
      }),
    ),
    needs: z.extend(needs, {
      /**
       * Mails that the mail server has not taken for a while, and that are still tried. `since` is when the oldest was
       * written, an instant; `reason` what the mail server says.
       */
      mail_delay: z.nullable(z.object({ waiting: whole, since: text, reason: text })),
    }),
    /** The newest of those that `needs` counts. */
    past_visits: z.array(z.object({ id: text, day: text, customer_name: text, due_cents: whole })),
    /** Bookings to come that no longer fit the opening rules. */
    outside_rules: whole,
    failed_mails: z.array(
      z.object({ id: text, template_type: text, to_email: text, booking_id: maybeText }),
    ),
    week: z.array(
      z.object({
        day: text,
        cars: whole,
        due_cents: whole,
        /** Why no crew works that day; null where one does. */
        closed: z.nullable(z.enum(['closed', 'rain'])),
      }),
    ),
    next: z.nullable(
      z.object({
        id: text,
        day: text,
        booking_time: text,
        customer_name: text,
        service_name: text,
      }),
    ),
  }),
);

export type Dashboard = AnswerOf<typeof ownerDashboard>;
export type MailDelay = NonNullable<Dashboard['needs']['mail_delay']>;
export type CarOfDay = Dashboard['cars'][number];
export type FailedMail = Dashboard['failed_mails'][number];
export type DayAhead = Dashboard['week'][number];
export type PastVisit = Dashboard['past_visits'][number];
