import * as z from 'zod/mini';
import { addOns, more, photoIds, visitSteps } from './booking.ts';
import { sqlContract, type AnswerOf } from './contract.ts';
import { route } from './route.ts';
import { calledOff, maybeText, text, vehicleType, whole } from './values.ts';

/** The number of items that need the owner's attention. */
const needs = z.object({
  /** Unmarked visits of past days, with money due or of the last two weeks. */
  past_visits: whole,
  /** Visits of past days that are not fully paid, marked done or not. */
  past_balances: z._default(z.object({ visits: whole, due_cents: whole }), {
    visits: 0,
    due_cents: 0,
  }),
  reviews: whole,
  inquiries: whole,
  payments: whole,
  /** Of the payments, refunds that the owner has yet to make by hand. */
  refunds_by_hand: z._default(z.object({ refunds: whole, cents: whole }), { refunds: 0, cents: 0 }),
  /** Of the payments, no-shows whose money nobody decided about, and money that a crew's member handed over. */
  to_decide: z._default(
    z.array(
      z.object({
        finding_id: text,
        reason: z.enum(['no_show_undecided', 'handed_over']),
        booking_id: maybeText,
        /** Without a booking, the visit as the member knew it. */
        customer_name: text,
        cents: whole,
      }),
    ),
    [],
  ),
  rain_unanswered: whole,
  rain_declined: whole,
  /** Times held for customers on the waiting list. */
  offers: whole,
  mails: whole,
  /** Texts that reached nobody, and those of today beyond the daily limit. */
  texts: z._default(whole, 0),
  texts_over_limit: z._default(whole, 0),
});

export const ownerNeeds = sqlContract('owner_needs', needs);

export type Needs = AnswerOf<typeof ownerNeeds>;

/** A visit as people on the road need it. */
export const carOfDay = z.object({
  id: text,
  /** Local time, "09:00". */
  booking_time: text,
  duration_minutes: whole,
  service_name: text,
  add_ons: addOns,
  customer_name: text,
  customer_phone: text,
  car: text,
  vehicle_type: vehicleType,
  address: text,
  city: text,
  province: text,
  postal_code: text,
  more,
  photos: photoIds,
  due_cents: whole,
  ...visitSteps,
  /** The way from the visit before or from the base; null when travel does not count. */
  drive_minutes: z.optional(z.nullable(whole)),
  done_at: maybeText,
  no_show_at: maybeText,
  called_off: calledOff,
  crew: z.nullable(whole),
  note: text,
  customer_note: z.optional(text),
});

export const ownerDashboard = sqlContract(
  'owner_dashboard',
  z.object({
    /** A local date. */
    today: text,
    cars: z.array(carOfDay),
    route: z.optional(route),
    needs: z.extend(needs, {
      /**
       * Emails undelivered for a while and still being retried. `since` is the instant when the oldest was queued;
       * `reason` is the mail server's answer.
       */
      mail_delay: z.nullable(z.object({ waiting: whole, since: text, reason: text })),
      /**
       * A scheduled backup that failed or is missing. `last` is the instant of the newest one; `reason` is empty when no
       * attempt failed.
       */
      backup: z.nullable(z.object({ last: maybeText, reason: text })),
      /** What else waits too long (docs/decisions/0128). `reason` may be empty. */
      troubles: z._default(
        z.array(
          z.object({
            kind: z.enum([
              'payments',
              'payment_keys',
              'webhook',
              'refund',
              'text',
              'text_keys',
              'disk',
            ]),
            waiting: whole,
            since: text,
            reason: text,
          }),
        ),
        [],
      ),
      /** What waits for the operator since a backup was restored: both are instants. */
      held: z.nullable(
        z.object({
          restored_at: text,
          backup_of: maybeText,
          mails: whole,
          texts: whole,
          refunds: whole,
        }),
      ),
    }),
    /** The newest of the past visits that `needs` counts. */
    past_visits: z.array(z.object({ id: text, day: text, customer_name: text, due_cents: whole })),
    /** Upcoming bookings that no longer fit the opening rules. */
    outside_rules: whole,
    failed_mails: z.array(
      z.object({ id: text, template_type: text, to_email: text, booking_id: maybeText }),
    ),
    week: z.array(
      z.object({
        day: text,
        cars: whole,
        due_cents: whole,
        /** Why no crew works that day; null if one does. */
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
export type ServiceTrouble = Dashboard['needs']['troubles'][number];
export type HeldOutbox = NonNullable<Dashboard['needs']['held']>;
export type BackupTrouble = NonNullable<Dashboard['needs']['backup']>;
export type CarOfDay = Dashboard['cars'][number];
export type FailedMail = Dashboard['failed_mails'][number];
export type DayAhead = Dashboard['week'][number];
export type PastVisit = Dashboard['past_visits'][number];
