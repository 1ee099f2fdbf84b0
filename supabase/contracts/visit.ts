import * as z from 'zod/mini';
import { addOns } from './booking.ts';
import { sqlContract, type AnswerOf } from './contract.ts';
import { flag, maybeText, text, whole } from './values.ts';

/** `to_email` gets the email that the crew is on its way; null when none is sent, and for a member of the crew. */
export const setOnMyWay = sqlContract(
  'set_on_my_way',
  z.object({ is_emailed: flag, to_email: maybeText, is_texted: flag }),
);

/** Whether the messages were stopped in time. */
export const undoneOnMyWay = sqlContract(
  'undo_on_my_way',
  z.object({ messages: z.enum(['stopped', 'sent', 'none']) }),
);

/** What the page of a visit shows without login; null for a link that is unknown, expired or revoked. */
export const visitStatus = sqlContract(
  'visit_status',
  z.nullable(
    z.object({
      state: z.enum([
        'booked',
        'on_the_way',
        'working',
        'done',
        'missed',
        'cancelled',
        'rained_out',
      ]),
      first_name: text,
      service_name: text,
      add_ons: addOns,
      car: text,
      booking_date: text,
      booking_time: text,
      duration_minutes: whole,
      /** The start that the link was sent for, if the visit was moved since. */
      told: z.nullable(z.object({ date: text, time: text })),
      /** Instants. */
      on_my_way_at: maybeText,
      arrives_at: maybeText,
      work_began_at: maybeText,
      done_at: maybeText,
      /**
       * In cents, once the visit is done: total with tax and all tips, less what was refunded and is not charged; paid
       * and not refunded; due online.
       */
      money: z.nullable(
        z.object({
          total_cents: whole,
          reduced_cents: z._default(whole, 0),
          reduced_tax_cents: z._default(whole, 0),
          tax_cents: whole,
          tax_label: text,
          tip_cents: whole,
          paid_cents: whole,
          due_cents: whole,
        }),
      ),
    }),
  ),
);

export type VisitStatus = NonNullable<AnswerOf<typeof visitStatus>>;
