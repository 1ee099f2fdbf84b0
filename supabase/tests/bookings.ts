import type { Pool } from 'pg';
import { moreSamples } from '../../domain/testing/more-samples.ts';
import { ask, service } from './cast.ts';

let count = 0;

/** A day that no other test of this file uses, at least a week ahead. */
export function nextDay(): string {
  count += 1;
  const day = new Date(Date.now() + (7 + count) * 86_400_000);
  return day.toISOString().slice(0, 10);
}

/** All the optional details of {@link wanted}. */
export const addedByCustomer = moreSamples();

export type Wanted = Record<string, string | number | boolean | null>;

/** The columns of a booking on a day and with its own email address: SUV, premium, deposit. */
export function wanted(changes: Wanted = {}): Wanted {
  const day = nextDay();
  return {
    customer_name: 'Ada Lane',
    customer_email: `ada${count}@example.com`,
    // A coupon counts once for a phone number.
    customer_phone: changes['coupon_code'] ? `+1905556${1000 + count}` : '+19055550101',
    user_id: null,
    service_id: 'premium-detailing',
    service_name: 'Premium Detailing',
    vehicle_type: 'suv',
    car_model: 'Volvo XC60',
    car_year: 2022,
    booking_date: day,
    booking_time: '12:00',
    duration_minutes: 180,
    payment_option: 'pay_deposit',
    price_cents: 11999,
    discount_cents: 0,
    tip_cents: 0,
    tax_cents: 0,
    total_cents: 11999,
    due_now_cents: 2000,
    deposit_cents: 2000,
    tax_label: 'GST (5%)',
    coupon_code: null,
    free_cancellation_hours: 24,
    address: '1 Main Street',
    city: 'Caledon',
    province: 'ON',
    postal_code: 'L7C 1A1',
    client_address: null,
    ...addedByCustomer,
    ...changes,
  };
}

export const coupon = {
  coupon_code: 'NEWCUSTOMER20',
  discount_cents: 2000,
  total_cents: 9999,
} as const;

export const paidInFull = {
  payment_option: 'pay_full_online',
  tax_cents: 600,
  total_cents: 12599,
  due_now_cents: 12599,
} as const;

/** Calls an SQL function as the server does; returns its answer. */
export async function call<Answer>(pool: Pool, name: string, ...values: unknown[]) {
  const places = values.map((_, index) => `$${index + 1}`).join(', ');
  const { rows } = await ask(pool, service, `select public.${name}(${places}) as answer`, values);
  return rows[0]?.['answer'] as Answer;
}

export type Held = { booking_id: string; expires_at: string };

export const hold = (pool: Pool, booking: Wanted, maxOpenHolds = 5) =>
  call<Held>(pool, 'hold_slot', JSON.stringify(booking), 15, maxOpenHolds);

export type Settled = {
  outcome: string;
  booking_id: string;
  status: string;
  refund_id: string | null;
};

export const settle = (pool: Pool, intentId: string, bookingId: string, cents = 2000) =>
  call<Settled>(pool, 'settle_payment', intentId, bookingId, cents);

/** A held and paid booking; returns its id. */
export async function book(pool: Pool, changes: Wanted = {}): Promise<string> {
  const booking = wanted(changes);
  const { booking_id: id } = await hold(pool, booking);
  await settle(pool, `pi_${id}`, id, Number(booking['due_now_cents']));
  return id;
}

export const lapse = (pool: Pool, bookingId: string) =>
  pool.query(
    `update public.slot_claims set expires_at = now() - interval '1 second' where booking_id = $1`,
    [bookingId],
  );

export type Stored = {
  status: string;
  deposit_paid: boolean;
  booking_date: string;
  booking_time: string;
  expires_at: string | null;
  has_claim: boolean;
  paid_cents: number;
  refunded_cents: number;
  calendar_sequence: number;
  open_payment_intent_id: string | null;
};

export const stored = (pool: Pool, bookingId: string) =>
  call<Stored>(pool, 'booking_for_payment', bookingId);

/** The emails of a booking, by template and facts. */
export async function mailsOf(pool: Pool, bookingId: string) {
  const { rows } = await pool.query<{ template_type: string; data: unknown }>(
    'select template_type, data from public.mail_outbox where booking_id = $1 order by created_at',
    [bookingId],
  );
  return rows;
}
