import * as z from 'zod/mini';
import { sqlContract, type AnswerOf } from './contract.ts';
import { bookingStatus, paymentMethod, text, whole } from './values.ts';

/** What matches the owner's search: at most five of each kind, the latest first. */
export const searchEverything = sqlContract(
  'search_everything',
  z.object({
    customers: z.array(z.object({ email: text, name: text, phone: text })),
    /** Without an email address; older servers don't tell. */
    phone_customers: z.optional(z.array(z.object({ name: text, phone: text }))),
    bookings: z.array(
      z.object({
        id: text,
        customer_name: text,
        booking_date: text,
        booking_time: text,
        service_name: text,
        status: bookingStatus,
      }),
    ),
    inquiries: z.array(z.object({ id: text, name: text, subject: text, created_at: text })),
    payments: z.array(
      z.object({
        id: text,
        booking_id: text,
        customer_name: text,
        amount_cents: whole,
        method: paymentMethod,
        settled_at: text,
      }),
    ),
  }),
);

export type FoundEverything = AnswerOf<typeof searchEverything>;
