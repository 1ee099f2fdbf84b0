import * as z from 'zod/mini';
import { sqlContract, type AnswerOf } from './contract.ts';
import type { CarOfDay } from './dashboard.ts';
import { privateNote } from './notes.ts';
import { bookingPage } from './owner-booking.ts';
import { bookingStatus, text, whole } from './values.ts';
import { workToKeep } from './visit-work.ts';

/** A visit as a device compares it with what it saw; also the details of a refused operation. */
export const visitState = z.object({
  status: bookingStatus,
  /** A local date and a local time, "09:00". */
  booking_date: text,
  booking_time: text,
  mark: z.nullable(z.enum(['done', 'no_show'])),
  due_cents: whole,
  /** Null for a member of the crew. */
  note: z.nullable(privateNote),
});

export type VisitState = z.infer<typeof visitState>;

/** `result` names what was made; `visit` is the visit as it stands now. */
export const doneOperation = sqlContract(
  'do_visit_operation',
  z.object({
    result: z.object({ payment_id: z.optional(text), note_version: z.optional(whole) }),
    visit: z.nullable(visitState),
  }),
);

export type DoneOperation = AnswerOf<typeof doneOperation>;

/** The visits of today and tomorrow, for a device to keep. `day` is a local date. */
export const visitsToKeep = sqlContract(
  'visits_to_keep',
  z.object({
    /** As in `owner_dashboard`. */
    days: z.array(z.object({ day: text, cars: z.array(z.custom<CarOfDay>()) })),
    pages: z.array(bookingPage.shape),
    work: z.array(workToKeep),
  }),
);

export type VisitsToKeep = AnswerOf<typeof visitsToKeep>;
