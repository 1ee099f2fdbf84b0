import * as z from 'zod/mini';
import { addOns } from './booking.ts';
import { sqlContract, type AnswerOf } from './contract.ts';
import { flag, maybeText, text, whole } from './values.ts';

/** The active calendar addresses, newest first. */
export const calendarFeeds = sqlContract(
  'calendar_feeds',
  z.array(
    z.object({
      id: text,
      label: text,
      /** The email address of its owner. */
      owner: text,
      /** Instants; `last_used_at` is null until a calendar has read it. */
      created_at: text,
      last_used_at: maybeText,
    }),
  ),
);

export type Feed = AnswerOf<typeof calendarFeeds>[number];

/** The only answer that contains the secret. */
export const newCalendarFeed = sqlContract(
  'create_calendar_feed',
  z.object({ id: text, token: text }),
);

/**
 * The contents of an address, without visits and blocked time for a reader that knows the version; null when the secret
 * is unknown or revoked.
 */
export const readCalendarFeed = sqlContract(
  'read_calendar_feed',
  z.nullable(
    z.object({
      version: text,
      bookings: z.optional(
        z.array(
          z.object({
            calendar_uid: text,
            service_name: text,
            add_ons: addOns,
            customer_name: text,
            customer_phone: maybeText,
            car: text,
            address: maybeText,
            city: maybeText,
            province: maybeText,
            postal_code: maybeText,
            starts_at: text,
            duration_minutes: whole,
            calendar_sequence: whole,
            due_cents: whole,
            /** Null where there is one crew. */
            crew_title: maybeText,
            is_called_off: flag,
            updated_at: text,
          }),
        ),
      ),
      time_off: z.optional(
        z.array(
          z.object({
            id: text,
            reason: text,
            crew: z.nullable(whole),
            crew_title: maybeText,
            day: text,
            starts_at: text,
            ends_at: text,
            is_whole_day: flag,
            created_at: text,
          }),
        ),
      ),
    }),
  ),
);
