import type { StoredBooking } from '../../../contracts/booking.ts';
import { describe, expect, it } from 'vitest';
import { bookingVariables, calendarAttachment } from './booking-mail.ts';
import { defaultBusiness } from '../../../../domain/business/default-business.ts';

const booking: StoredBooking = {
  id: '0b9f4f0e-6a3c-4a57-9d0e-2f6f0c1f7a11',
  customer_name: 'Ada Byron',
  customer_email: 'ada@example.com',
  customer_phone: '+19055550142',
  service_name: 'Premium Detailing',
  vehicle_type: 'suv',
  car_model: 'Honda CR-V',
  car_year: 2022,
  booking_date: '2026-12-08',
  booking_time: '09:00:00',
  duration_minutes: 180,
  status: 'deposit_paid',
  payment_option: 'pay_deposit',
  price_cents: 11999,
  discount_cents: 2000,
  nearby_discount_cents: 0,
  tip_cents: 1500,
  tax_cents: 0,
  total_cents: 11499,
  due_now_cents: 2000,
  deposit_cents: 2000,
  tax_label: 'GST (5%)',
  free_cancellation_hours: 48,
  deposit_kept_since: null,
  cancellation_free_until: null,
  is_rained_out: false,
  given_tip_cents: 0,
  opens_by_id: true,
  done_at: null,
  no_show_at: null,
  address: '12 Main Street',
  city: 'Caledon',
  province: 'ON',
  postal_code: 'L7C 1A1',
  more: {},
  calendar_sequence: 3,
  calendar_uid: '5e1f7a52-20d5-4f43-9a8f-7c7b6d0f1b22',
  expires_at: null,
  paid_cents: 2000,
  refunded_cents: 0,
  due_on_site_cents: 9499,
  disputed_cents: 0,
  has_open_dispute: false,
  later_tip_cents: 0,
  owed_cents: 0,
  reduced_cents: 0,
  reduced_tax_cents: 0,
  online_kept_cents: 2000,
};

const place = {
  business: defaultBusiness,
  publicUrl: 'https://site.test',
  now: new Date('2026-12-01T15:00:00Z'),
};

describe('the variables of a booking email', () => {
  it('have a line for each tax with its registration number', () => {
    const taxed: StoredBooking = {
      ...booking,
      tax_cents: 1200,
      tax_lines: [
        { label: 'GST (5%)', cents: 500, registrationNumber: '12345 6789 RT0001' },
        { label: 'PST (7%)', cents: 700, registrationNumber: '' },
      ],
    };
    const { tax_lines } = bookingVariables(taxed, { ...place, refundCents: 0 });
    expect(tax_lines).toBe('GST (5%), registration no. 12345 6789 RT0001: $5.00\nPST (7%): $7.00');
    expect(bookingVariables(booking, { ...place, refundCents: 0 }).tax_lines).toBe('');
  });

  it('tell the add-ons with the service', () => {
    const wax = { id: 'wax', name: 'Hand wax', priceCents: 3000, minutes: 60 };
    const told = (add_ons: StoredBooking['add_ons']) =>
      bookingVariables({ ...booking, add_ons }, { ...place, refundCents: 0 })['service_name'];
    expect(told([wax])).toBe('Premium Detailing with Hand wax');
    expect([told(null), told(undefined)]).toEqual(['Premium Detailing', 'Premium Detailing']);
    const { content } = calendarAttachment(
      { ...booking, add_ons: [wax] },
      { ...place, stamp: new Date(0) },
    );
    expect(content).toContain('SUMMARY:Premium Detailing with Hand wax');
  });

  it('have every amount as text, and the amount due on site', () => {
    expect(bookingVariables(booking, { ...place, refundCents: 2000 })).toMatchObject({
      date: 'Tuesday, December 8, 2026',
      time: '9:00 AM',
      car: '2022 Honda CR-V',
      vehicle: 'SUV / Compact SUV',
      price: '$119.99',
      discount: '$20.00',
      subtotal: '$99.99',
      tip: '$15.00',
      total: '$114.99',
      amount_paid: '$20.00',
      amount_disputed: '$0.00',
      due_on_site: '$94.99',
      refund_amount: '$20.00',
      booking_url: `https://site.test/my-bookings?booking_id=${booking.id}`,
    });
  });

  it('tell the arrival window, in the calendar file too, whose start stays the start', () => {
    const told = { ...place, arrivalWindowMinutes: 30 };
    const { time } = bookingVariables(booking, { ...told, refundCents: 0 });
    expect(time).toBe('9:00–9:30 AM');
    const { content } = calendarAttachment(booking, { ...told, stamp: new Date(0) });
    expect(content).toContain('DTSTART:20261208T140000Z');
    expect(content).toContain('We arrive between 9:00 and 9:30 AM.');
  });

  it('state the cancellation policy of the booking', () => {
    const { cancellation_policy } = bookingVariables(booking, { ...place, refundCents: 0 });
    expect(cancellation_policy).toContain('48 hours');
    expect(cancellation_policy).toContain('we refund everything you paid');
  });

  it('do not promise to refund everything once the appointment is near', () => {
    const near = { ...place, now: new Date('2026-12-06T14:00:01Z') };
    const paid: StoredBooking = { ...booking, paid_cents: 11499, due_on_site_cents: 0 };
    const { cancellation_policy } = bookingVariables(paid, { ...near, refundCents: 0 });
    expect(cancellation_policy).toBe(
      'Your appointment is less than 48 hours away. If you cancel, we keep the $20.00 deposit and refund the rest.',
    );
  });

  it('promise no rest once the appointment is near and only the deposit is paid', () => {
    const near = { ...place, now: new Date('2026-12-06T14:00:01Z') };
    expect(bookingVariables(booking, { ...near, refundCents: 0 }).cancellation_policy).toBe(
      'Your appointment is less than 48 hours away. If you cancel, we keep the $20.00 deposit.',
    );
  });

  it('say when a late move keeps the deposit', () => {
    const moved: StoredBooking = { ...booking, deposit_kept_since: '2026-12-01T15:00:00Z' };
    const { cancellation_policy } = bookingVariables(moved, { ...place, refundCents: 0 });
    expect(cancellation_policy).toContain('If you cancel, we keep the $20.00 deposit');
  });

  it('keep no deposit on a rain day', () => {
    const onRainDay: StoredBooking = {
      ...booking,
      is_rained_out: true,
      deposit_kept_since: '2026-12-01T15:00:00Z',
    };
    const { cancellation_policy } = bookingVariables(onRainDay, { ...place, refundCents: 0 });
    expect(cancellation_policy).toContain('we refund everything you paid');
    expect(cancellation_policy).not.toContain('deposit');
  });

  it('have nothing due on site after the rest was paid', () => {
    const collected: StoredBooking = { ...booking, status: 'paid', due_on_site_cents: 0 };
    const { due_on_site } = bookingVariables(collected, { ...place, refundCents: 0 });
    expect(due_on_site).toBe('$0.00');
  });

  it('have no deposit for a booking paid on site', () => {
    const later: StoredBooking = { ...booking, payment_option: 'pay_later', deposit_cents: 0 };
    const { payment_option_label, cancellation_policy } = bookingVariables(later, {
      ...place,
      refundCents: 0,
    });
    expect(payment_option_label).toBe('On site');
    expect(cancellation_policy).toContain('Cancelling is free');
    expect(cancellation_policy).not.toContain('deposit');
  });
});

describe('the calendar file of a booking', () => {
  const stamp = new Date('2026-12-01T15:00:00Z');

  it('has the appointment in UTC with the sequence of its last change', () => {
    const { content, contentType } = calendarAttachment(booking, { ...place, stamp });
    expect(contentType).toContain('method=PUBLISH');
    expect(content).toContain('DTSTART:20261208T140000Z\r\n');
    expect(content).toContain('SEQUENCE:3\r\n');
  });

  it("contains neither the booking's id nor a link with it", () => {
    const { content, filename } = calendarAttachment(booking, { ...place, stamp });
    const unfolded = content.replaceAll('\r\n ', '');
    expect(unfolded).not.toContain(booking.id);
    expect(unfolded).toContain(`UID:${booking.calendar_uid}@`);
    expect(unfolded).toContain(`URL:${place.publicUrl}/my-bookings\r\n`);
    expect(filename).toBe('appointment.ics');
  });

  it('removes the appointment of a cancelled booking', () => {
    const cancelled: StoredBooking = { ...booking, status: 'cancelled' };
    const { content, contentType } = calendarAttachment(cancelled, { ...place, stamp });
    expect(contentType).toContain('method=CANCEL');
    expect(content).toContain('STATUS:CANCELLED\r\n');
  });
});
