import * as z from 'zod/mini';
import { sqlContract } from './contract.ts';
import { flag, maybeText, text, whole } from './values.ts';

/** A payment that a customer's bank disputes. Amounts in cents; times are instants; reason and status are the provider's. */
export const dispute = z.object({
  id: text,
  stripe_dispute_id: text,
  amount_cents: whole,
  reason: text,
  status: text,
  /** The evidence must have been sent by then; null when none is asked for. */
  due_by: maybeText,
  has_evidence: flag,
  opened_at: text,
  fee_cents: whole,
  withdrawn_cents: whole,
  reinstated_cents: whole,
  booking: z.object({
    id: text,
    customer_name: text,
    service_name: text,
    booking_date: text,
    booking_time: text,
  }),
});

export type Dispute = z.infer<typeof dispute>;

export const paymentDisputes = sqlContract('payment_disputes', z.array(dispute));
