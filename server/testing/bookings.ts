import { expect } from 'vitest';
import { formatCents } from '../../domain/money/money.ts';
import type { FunctionHost } from './function-host.ts';

/** What these bookings pay, unless they are paid in full. */
/** Of the default business. */
export const depositCents = 2000;
export const deposit = formatCents(depositCents);
export const restCents = 11999 - depositCents;

export const customerInfo = {
  name: 'Ada Byron',
  phone: '905 555 0142',
  address: '12 Main Street',
  city: 'Caledon',
  province: 'ON',
  postalCode: 'L7C 1A1',
  locationType: 'mobile',
};

/** A body for create-booking at an available time, by a new customer. */
export function bookingRequest(host: FunctionHost, changes: Record<string, unknown> = {}) {
  const morning = host.freeMorning();
  return {
    serviceId: 'premium-detailing',
    vehicleType: 'suv',
    paymentOption: 'pay_deposit',
    tipAmount: 0,
    carModel: 'Honda CR-V',
    carYear: '2022',
    ...morning,
    customerInfo: {
      ...customerInfo,
      email: `ada-${host.state.bookings}@example.com`,
      // A coupon counts once for a phone number.
      ...(changes['couponCode'] !== undefined && {
        phone: `905 556 ${1000 + host.state.bookings}`,
      }),
    },
    ...changes,
  };
}

export type Held = { bookingId: string; amount: number; date: string; time: string };

/** Holds a time; with its own time and email address by default. */
export async function hold(
  host: FunctionHost,
  changes: Record<string, unknown> = {},
): Promise<Held> {
  const request = bookingRequest(host, changes);
  const { status, body } = await host.call('create-booking', request);
  expect(status, JSON.stringify(body)).toBe(201);
  const checkout = body['checkout'] as { amountDueNow: number };
  return {
    bookingId: String(body['bookingId']),
    amount: checkout.amountDueNow,
    date: request.bookingDate,
    time: request.bookingTime,
  };
}

/** Starts the payment of a hold and returns its intent's id. */
export async function beginPayment(host: FunctionHost, held: Held): Promise<string> {
  const { status, body } = await host.call('create-payment-intent', {
    bookingId: held.bookingId,
    amountToCharge: held.amount,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return String(body['paymentIntentId']);
}

/** A held, paid and settled booking. */
export async function paidBooking(host: FunctionHost, changes: Record<string, unknown> = {}) {
  const held = await hold(host, changes);
  const intentId = await beginPayment(host, held);
  await host.pay(intentId);
  const { body } = await host.call('verify-payment', { bookingId: held.bookingId });
  expect(body).toMatchObject({ payment: 'succeeded' });
  return { ...held, intentId };
}

/** Lets the hold of a booking expire. */
export async function letHoldExpire(host: FunctionHost, { bookingId }: Held): Promise<void> {
  const { rowCount } = await host.database.pool.query(
    `update public.slot_claims set expires_at = now() - interval '1 second' where booking_id = $1`,
    [bookingId],
  );
  expect(rowCount).toBe(1);
}

type StoredState = {
  status: string;
  claimed: boolean;
  permanent: boolean;
  mails: string[];
  refunds: { status: string; amount_cents: number }[];
};

/** The booking's row, read directly. */
export async function stateOf(host: FunctionHost, { bookingId }: Held): Promise<StoredState> {
  const { rows } = await host.database.pool.query<StoredState>(
    `select b.status,
       exists (select from public.slot_claims c where c.booking_id = b.id) as claimed,
       exists (select from public.slot_claims c
                where c.booking_id = b.id and c.expires_at is null) as permanent,
       coalesce((select json_agg(m.template_type order by m.created_at)
                   from public.mail_outbox m where m.booking_id = b.id), '[]') as mails,
       coalesce((select json_agg(json_build_object('status', r.status, 'amount_cents', r.amount_cents))
                   from public.refunds r join public.payments p on p.id = r.payment_id
                  where p.booking_id = b.id), '[]') as refunds
     from public.bookings b where b.id = $1`,
    [bookingId],
  );
  const [row] = rows;
  if (!row) throw new Error(`There is no booking ${bookingId}`);
  return row;
}
