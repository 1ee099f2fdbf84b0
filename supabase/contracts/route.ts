import * as z from 'zod/mini';
import { addOns } from './booking.ts';
import { sqlContract, type AnswerOf } from './contract.ts';
import { flag, maybeText, text, whole } from './values.ts';

const coordinate = z.nullable(z.number());

const leg = z.object({
  /** Ids of bookings; null is the base. */
  from: maybeText,
  to: maybeText,
  /** Null, as is what follows from them, when one of the places is not known. */
  minutes: z.nullable(whole),
  kilometres: z.nullable(z.number()),
  /** Local time, "08:25". */
  leave_at: maybeText,
  /** How long before it is late the van arrives; below zero it is late. */
  spare_minutes: z.nullable(whole),
});

const stop = z.object({
  id: text,
  booking_time: text,
  duration_minutes: whole,
  customer_name: text,
  service_name: text,
  add_ons: addOns,
  address: text,
  city: text,
  province: text,
  postal_code: text,
  longitude: coordinate,
  latitude: coordinate,
  /** Done, or a no-show. */
  is_over: flag,
  is_no_show: z._default(flag, false),
});

/** Null when there is none, or its place is not known. */
const base = z.nullable(
  z.object({ postal_code: text, longitude: z.number(), latitude: z.number() }),
);

const swaps = z.object({
  /** Two visits, by their ids, that had better exchange their times. */
  best: z.nullable(z.object({ first: text, second: text, saved_minutes: whole })),
  /** Both customers have been asked. */
  asked: z.array(
    z.object({
      id: text,
      saved_minutes: whole,
      /** An instant. */
      expires_at: text,
      visits: z.array(
        z.object({
          id: text,
          customer_name: text,
          old_time: text,
          new_time: text,
          has_agreed: flag,
        }),
      ),
    }),
  ),
});

/** The route of a day; null while travel is switched off. */
export const route = z.nullable(
  z.object({
    day: text,
    /** Of the business. */
    base,
    /** The vans that have visits. */
    crews: z.array(
      z.object({
        crew: whole,
        /** Its own, or that of the business. */
        base,
        minutes: whole,
        kilometres: z.number(),
        stops: z.array(stop),
        legs: z.array(leg),
      }),
    ),
    swaps: z.optional(swaps),
  }),
);

export const ownerRoute = sqlContract('owner_route', route);

export type Route = NonNullable<AnswerOf<typeof ownerRoute>>;
export type Van = Route['crews'][number];
export type Swaps = z.infer<typeof swaps>;
export type Stop = Van['stops'][number];
export type Leg = Van['legs'][number];

export const mileageLog = sqlContract(
  'mileage_log',
  z.array(
    z.object({
      day: text,
      crew: whole,
      visits: whole,
      destinations: text,
      kilometres: z.number(),
      /** The owner's own figure; null where the estimate counts. */
      corrected_kilometres: z.nullable(z.number()),
    }),
  ),
);

export type MileageDay = AnswerOf<typeof mileageLog>[number];
