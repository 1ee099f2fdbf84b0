import * as z from 'zod/mini';
import { sqlContract, type AnswerOf } from './contract.ts';
import { carOfDay } from './dashboard.ts';
import { flag, maybeText, text, whole } from './values.ts';
import { workToKeep } from './visit-work.ts';

const crewWays = z.object({
  name: text,
  /** A postal code; null as in the travel settings. */
  base: maybeText,
  /** A weekday that is missing is free; null as the business's. Times read "09:00", the last one may be "24:00". */
  hours: z.nullable(z.array(z.object({ weekday: whole, from: text, until: text }))),
  /** The ids of the services it does; null for all of them. */
  skills: z.nullable(z.array(text)),
});

export const crewsPage = sqlContract(
  'crews_page',
  z.array(
    z.object({
      number: whole,
      title: text,
      ways: crewWays,
      members: z.array(z.object({ user_id: text, email: text })),
      /** Addresses without a confirmed account yet. */
      invitations: z.array(text),
      /** The visits to come. */
      ahead: whole,
      /** The day of its first visit, hold or offer: until then it can't be removed. An older server doesn't tell it. */
      first_work: z.optional(maybeText),
      days_off: z.array(z.object({ id: text, day: text, from: text, until: text, reason: text })),
    }),
  ),
);

export type Crew = AnswerOf<typeof crewsPage>[number];
export type CrewWays = Crew['ways'];

/** What keeps a crew from a visit. `time` as "09:00". */
const inTheWay = z.discriminatedUnion('why', [
  z.object({ why: z.literal('visit'), booking_id: text, customer_name: text, time: text }),
  z.object({ why: z.literal('blocked_time'), reason: text }),
  z.object({ why: z.enum(['offered_time', 'service', 'hours']) }),
]);

export type InTheWay = z.infer<typeof inTheWay>;

export const crewsForVisit = sqlContract(
  'crews_for_visit',
  z.array(
    z.object({
      number: whole,
      title: text,
      is_present: flag,
      /** Null when it can take the visit. */
      in_the_way: z.nullable(inTheWay),
    }),
  ),
);

const days = z.object({
  crew: z.object({ number: whole, title: text }),
  /** A local date. */
  today: text,
  /** Without prices. */
  visits: z.array(
    z.extend(carOfDay, { day: text, add_ons: z.nullable(z.array(z.object({ name: text }))) }),
  ),
});

export const crewDays = sqlContract('crew_days', days);

/** The crew's visits of today and tomorrow, for a device to keep. */
export const crewVisitsToKeep = sqlContract(
  'crew_visits_to_keep',
  z.object({ days, work: z.array(workToKeep) }),
);

export type CrewVisitsToKeep = AnswerOf<typeof crewVisitsToKeep>;
export type CrewDays = AnswerOf<typeof crewDays>;
export type CrewVisit = CrewDays['visits'][number];
