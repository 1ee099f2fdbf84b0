import type { MoneyReport } from '@contracts/money.ts';

const figures = (received: number, refunded = 0) => ({
  received_cents: received,
  refunded_cents: refunded,
  disputed_cents: 0,
  tax_cents: 300,
  tip_cents: 500,
  payments: 2,
  refunds: refunded > 0 ? 1 : 0,
});

/** A report of two days. */
export const storedReport = (change: Partial<MoneyReport> = {}): MoneyReport => ({
  days: [
    { ...figures(11999), day: '2026-11-02' },
    { ...figures(6500, 2000), day: '2026-11-03' },
  ],
  services: [
    { ...figures(11999), service_name: 'Premium Detailing' },
    { ...figures(6500, 2000), service_name: 'Basic Wash' },
  ],
  methods: [{ ...figures(18499, 2000), method: 'e_transfer' }],
  dispute_fee_cents: 0,
  outstanding: {
    held_cents: 4000,
    held_bookings: 2,
    owed_cents: 0,
    owed_refunds: 0,
    due_cents: 19998,
    due_bookings: 2,
    open_cents: 4500,
    open_bookings: 1,
  },
  ...change,
});
