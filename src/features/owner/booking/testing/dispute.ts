import type { Dispute } from '@contracts/disputes.ts';

/** A dispute over a deposit that waits for an answer. */
export const aDispute = (change: Partial<Dispute> = {}): Dispute => ({
  id: 'd',
  stripe_dispute_id: 'du_1',
  amount_cents: 2000,
  reason: 'product_not_received',
  status: 'needs_response',
  due_by: '2126-12-20T23:59:00Z',
  has_evidence: false,
  opened_at: '2126-12-04T15:00:00Z',
  fee_cents: 1500,
  withdrawn_cents: 2000,
  reinstated_cents: 0,
  booking: {
    id: '3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f',
    customer_name: 'Alex Tremblay',
    service_name: 'Premium Detailing',
    booking_date: '2126-12-03',
    booking_time: '09:00:00',
  },
  ...change,
});
