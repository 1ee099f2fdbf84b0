import { describe, expect, it } from 'vitest';
import { moreSamples } from '../../../domain/testing/more-samples.ts';
import { defaultOpeningRules } from '../../../domain/time/opening-rules.ts';
import { fakeDeps, post, type RpcRefusal } from '../_shared/testing/fake-deps.ts';
import { createBookingHandler } from './handler.ts';

const bookingId = '0b9f4f0e-6a3c-4a57-9d0e-2f6f0c1f7a11';
const held = { booking_id: bookingId, expires_at: '2026-12-01T15:15:00Z' };

const request = {
  serviceId: 'premium-detailing',
  vehicleType: 'suv',
  bookingDate: '2026-12-08',
  bookingTime: '09:00',
  paymentOption: 'pay_full_online',
  tipAmount: 1500,
  couponCode: 'newcustomer20',
  carModel: 'Honda CR-V',
  carYear: '2022',
  customerInfo: {
    name: 'Ada Byron',
    email: ' Ada@Example.com ',
    phone: '905 555 0142',
    address: '12 Main Street',
    city: 'Caledon',
    province: 'ON',
    postalCode: 'l7c1a1',
    locationType: 'mobile',
  },
  ...moreSamples((label) => ` Their ${label} `),
};

async function book(
  changes: Record<string, unknown> = {},
  answer: typeof held | RpcRefusal = held,
  deps: Parameters<typeof fakeDeps>[1] = {},
  rules = defaultOpeningRules,
) {
  const fake = fakeDeps({ opening_rules: rules, holds_being_paid: [], hold_slot: answer }, deps);
  const response = await createBookingHandler(fake.deps)(post({ ...request, ...changes }));
  const body = (await response.json()) as Record<string, unknown>;
  const call = fake.calls.find(({ name }) => name === 'hold_slot');
  return { status: response.status, body, stored: call?.args['booking'] };
}

describe('creating a booking', () => {
  it('computes the price to the cent: service less coupon, tax on that, then the tip', async () => {
    const { status, body, stored } = await book();
    expect(status).toBe(201);
    expect(stored).toMatchObject({
      price_cents: 11999,
      discount_cents: 2000,
      tax_cents: 500,
      tip_cents: 1500,
      total_cents: 11999,
      due_now_cents: 11999,
    });
    expect(body).toMatchObject({
      bookingId,
      holdExpiresAt: held.expires_at,
      checkout: { totalAmount: 11999, amountDueNow: 11999, taxAmount: 500, discount: 2000 },
    });
  });

  it('returns everything that the checkout needs [S3.10]', async () => {
    const { body } = await book({ paymentOption: 'pay_deposit' });
    expect(body['checkout']).toMatchObject({
      bookingId,
      paymentOption: 'pay_deposit',
      depositAmount: 2000,
      totalAmount: 11499,
      tipAmount: 1500,
      price: 11999,
      discount: 2000,
      serviceName: 'Premium Detailing',
      customerInfo: {
        name: 'Ada Byron',
        email: 'ada@example.com',
        phone: '+19055550142',
        address: '12 Main Street',
        city: 'Caledon',
        province: 'ON',
        postalCode: 'L7C 1A1',
        locationType: 'mobile',
      },
    });
  });

  it('charges a flat deposit without tax', async () => {
    const { stored } = await book({ paymentOption: 'pay_deposit', couponCode: '', tipAmount: 0 });
    expect(stored).toMatchObject({
      tax_cents: 0,
      total_cents: 11999,
      due_now_cents: 2000,
    });
  });

  it('normalizes typed values and stores the network address', async () => {
    const { stored } = await book();
    expect(stored).toMatchObject({
      customer_email: 'ada@example.com',
      customer_phone: '+19055550142',
      postal_code: 'L7C 1A1',
      car_year: 2022,
      coupon_code: 'NEWCUSTOMER20',
      client_address: '203.0.113.7',
      user_id: null,
      ...moreSamples(),
    });
  });

  it('ignores price, status and owner from the request', async () => {
    const lies = {
      price: 1,
      totalAmount: 1,
      status: 'confirmed',
      user_id: bookingId,
      due_now_cents: 1,
    };
    const { stored } = await book(lies);
    expect(stored).toMatchObject({ due_now_cents: 11999, user_id: null });
    expect(stored).not.toHaveProperty('status');
  });

  it('belongs to the signed-in person', async () => {
    const user = { id: bookingId, email: 'ada@example.com' };
    const { stored } = await book({}, held, { verifyUser: () => Promise.resolve(user) });
    expect(stored).toMatchObject({ user_id: user.id });
  });

  it('names every invalid field by its name in the form', async () => {
    const { status, body, stored } = await book({
      carYear: 'old',
      customerInfo: { ...request.customerInfo, name: '', email: 'ada@', postalCode: '90210' },
    });
    expect(status).toBe(400);
    const { error } = body as { error: { code: string; fields: Record<string, string> } };
    expect(error.code).toBe('invalid_input');
    expect(Object.keys(error.fields).sort()).toEqual(['carYear', 'email', 'name', 'postalCode']);
    expect(Object.values(error.fields).every((text) => /^[A-Z].*[.!]$/.test(text))).toBe(true);
    expect(stored).toBeUndefined();
  });

  it('refuses an unknown coupon', async () => {
    const { status, body } = await book({ couponCode: 'FREE100' });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      error: { code: 'coupon_unknown', fields: { couponCode: expect.any(String) as string } },
    });
  });

  it('refuses a used coupon at the coupon field', async () => {
    const { status, body } = await book({}, { status: 409, message: 'coupon_used' });
    expect(status).toBe(409);
    const { error } = body as { error: { code: string; fields: Record<string, string> } };
    expect(error.code).toBe('coupon_used');
    expect(error.fields['couponCode']).toContain('already used');
  });

  it.each([
    ['in the past', { bookingDate: '2026-11-30' }],
    ['less than two hours away', { bookingDate: '2026-12-01', bookingTime: '12:00' }],
    ['too far ahead', { bookingDate: '2027-03-20' }],
    ['outside the daily starts', { bookingTime: '10:00' }],
    ['at an impossible hour', { bookingTime: '25:00' }],
    ['on a day that does not exist', { bookingDate: '2026-13-41' }],
    ['too late for so long a service', { serviceId: 'luxury-package', bookingTime: '15:00' }],
  ])('refuses a time %s', async (_why, changes) => {
    const { status, body, stored } = await book(changes);
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: { code: 'time_not_offered' } });
    expect(stored).toBeUndefined();
  });

  it('uses the current rules', async () => {
    const holiday = { day: '2026-12-08', isOpen: false, starts: null, endsBy: null };
    const closed = { ...defaultOpeningRules, exceptions: [holiday] };
    const { status, body, stored } = await book({}, held, {}, closed);
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: { code: 'time_not_offered' } });
    expect(stored).toBeUndefined();
    const early = { ...holiday, isOpen: true, starts: ['07:30'] };
    const open = { ...defaultOpeningRules, exceptions: [early] };
    expect((await book({ bookingTime: '07:30' }, held, {}, open)).status).toBe(201);
  });

  it('refuses an address outside the service area at the postal code', async () => {
    const near = { ...defaultOpeningRules, servedPrefixes: ['L7C'] };
    expect((await book({}, held, {}, near)).status).toBe(201);
    const elsewhere = { ...defaultOpeningRules, servedPrefixes: ['M5V', 'L6'] };
    const { status, body, stored } = await book({}, held, {}, elsewhere);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      error: {
        code: 'outside_service_area',
        fields: { postalCode: 'This postal code is outside the area we serve.' },
      },
    });
    expect(stored).toBeUndefined();
  });

  it.each([
    [409, 'slot_taken'],
    [429, 'too_many_holds'],
  ])('answers %i when the database says %s', async (status, message) => {
    const answer = await book({}, { status, message });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error: { code: message } });
  });

  it('hides an unexpected database error', async () => {
    const { status, body } = await book({}, { status: 400, message: 'relation "x" is missing' });
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('relation');
  });

  it.each([
    ['a tip below zero', { tipAmount: -1 }, 'tipAmount'],
    ['a tip in parts of a cent', { tipAmount: 10.5 }, 'tipAmount'],
    ['a tip in words', { tipAmount: 'ten' }, 'tipAmount'],
    ['an unknown service', { serviceId: 'free-wash' }, 'serviceId'],
    ['a service that is a number', { serviceId: 5 }, 'serviceId'],
    ['an unknown vehicle', { vehicleType: 'truck' }, 'vehicleType'],
    ['a missing vehicle', { vehicleType: undefined }, 'vehicleType'],
    ['a day in words', { bookingDate: 'tomorrow' }, 'bookingDate'],
    ['a missing time', { bookingTime: undefined }, 'bookingTime'],
    ['an unknown way to pay', { paymentOption: 'free' }, 'paymentOption'],
    ['add-ons in a text', { addOns: 'wax' }, 'addOns'],
    ['a car that is a list', { carModel: [] }, 'carModel'],
    ['a year that is a list', { carYear: [] }, 'carYear'],
    ['an offer that is a number', { offerToken: 7 }, 'offerToken'],
    ['a body without a customer', { customerInfo: null }, 'customerInfo'],
    [
      'a name that is a number',
      { customerInfo: { ...request.customerInfo, name: 7 } },
      'customerInfo.name',
    ],
    [
      'an email address that is too long',
      { customerInfo: { ...request.customerInfo, email: 'a'.repeat(501) } },
      'customerInfo.email',
    ],
    ['a car with a web address', { carModel: 'Volvo, see https://evil.example/pay' }, 'carModel'],
  ])('refuses %s with a sentence for the customer', async (_what, changes, field) => {
    const { status, body } = await book(changes);
    expect(status).toBe(400);
    const { error } = body as { error: { code: string; fields: Record<string, string> } };
    expect(error.code).toBe('invalid_input');
    expect(Object.keys(error.fields)).toEqual([field]);
    expect(error.fields[field]).toMatch(/^(Please|The tip|This) .*[.]$/);
  });
});
