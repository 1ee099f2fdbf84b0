import { describe, expect, test } from 'vitest';
import {
  checkCoupon,
  checkPhoneDetails,
  checkSentDetails,
  checkTip,
  detailColumns,
  validateDetails,
  validateGuestLookup,
} from './details.ts';
import type { DetailsInput } from './details.ts';
import { moreSamples } from '../testing/more-samples.ts';
import { moreFacts } from './more-fields.ts';

const typed: DetailsInput = {
  name: '  Alex   Roy ',
  email: 'Alex@Example.com ',
  phone: '(905) 555-0142',
  carModel: 'Honda CR-V',
  carYear: '2019',
  address: '12 King St E',
  city: 'Caledon',
  province: 'Ontario',
  postalCode: 'l7c1a1',
  couponCode: ' newcustomer20 ',
  tip: '15',
  ...moreSamples((label) => ` Their ${label} `),
};
const isCoupon = (code: string) => code === 'NEWCUSTOMER20';
const inYear = { currentYear: 2026, isCoupon };

describe('the details of a booking', () => {
  test('are normalised', () => {
    expect(validateDetails(typed, inYear)).toEqual({
      ok: true,
      value: {
        customerInfo: {
          name: 'Alex Roy',
          email: 'alex@example.com',
          phone: '+19055550142',
          address: '12 King St E',
          city: 'Caledon',
          province: 'ON',
          postalCode: 'L7C 1A1',
        },
        carModel: 'Honda CR-V',
        carYear: 2019,
        couponCode: 'NEWCUSTOMER20',
        tipCents: 1500,
        ...moreSamples(),
      },
    });
  });

  test.each([
    ['name', '😀', 'Please enter your full name.'],
    ['carModel', '?', 'Please enter the make and model of your car.'],
    ['address', 'x', 'Please enter the street address where your car will be.'],
    ['city', '1', 'Please enter your city or town.'],
    [
      'province',
      'BC',
      'This postal code is in Ontario. Please check the postal code and the province.',
    ],
  ])('are refused with a sentence when the %s is "%s"', (name, text, sentence) => {
    const field = name === 'province' ? 'postalCode' : name;
    expect(validateDetails({ ...typed, [name]: text }, inYear)).toEqual({
      ok: false,
      fields: { [field]: sentence },
    });
  });

  test.each([
    { carModel: '911' },
    { name: 'Ng' },
    { name: '李' },
    { address: 'RR 2' },
    { city: 'Ajax' },
    { province: 'Nunavut', postalCode: 'X0A 0H0' },
    { province: 'Northwest Territories', postalCode: 'X1A 1A1' },
  ])('accept what is short or rare but right: %o', (change) => {
    expect(validateDetails({ ...typed, ...change }, inYear).ok).toBe(true);
  });

  test('of a caller keep a number for a name', () => {
    const caller = { ...typed, name: '(905) 555-0142' };
    expect(checkPhoneDetails(caller, inYear)).toMatchObject({
      value: { customerInfo: { name: '(905) 555-0142' } },
    });
  });

  test('of a caller may lack a name, but not with an email address', () => {
    const caller = { ...typed, name: '', email: '' };
    expect(checkPhoneDetails(caller, inYear)).toMatchObject({
      ok: true,
      value: { customerInfo: { name: '(905) 555-0142', email: null } },
    });
    expect(checkPhoneDetails({ ...caller, email: typed.email }, inYear)).toMatchObject({
      fields: { name: 'Please enter the full name.' },
    });
  });

  test('are stored in the columns of the same names', () => {
    const details = validateDetails(typed, inYear);
    expect(details.ok && detailColumns(details.value)).toEqual({
      customer_name: 'Alex Roy',
      customer_email: 'alex@example.com',
      customer_phone: '+19055550142',
      car_model: 'Honda CR-V',
      car_year: 2019,
      address: '12 King St E',
      city: 'Caledon',
      province: 'ON',
      postal_code: 'L7C 1A1',
      ...moreSamples(),
    });
  });

  test('are the same when they are checked a second time, as they were sent', () => {
    for (const checked of [validateDetails(typed, inYear), checkPhoneDetails(typed, inYear)]) {
      if (!checked.ok) throw new Error('The details are right.');
      const { tipCents, customerInfo, ...rest } = checked.value;
      const { email, ...customer } = customerInfo;
      const sent = { ...rest, ...customer, email: email ?? '', couponCode: rest.couponCode ?? '' };
      expect(checkSentDetails(sent, tipCents, inYear)).toEqual(checked);
    }
  });

  test('that were sent have a tip within the limit, to the cent', () => {
    expect(checkSentDetails(typed, 50_000, inYear)).toMatchObject({ value: { tipCents: 50_000 } });
    expect(checkSentDetails(typed, 50_001, inYear)).toMatchObject({
      fields: { tip: 'Tips of up to $500.00 can be paid online.' },
    });
  });

  test('accept any address unless the service area is limited', () => {
    const inArea = { ...inYear, servedPrefixes: ['L7', 'M5V'] };
    expect(validateDetails(typed, inArea).ok).toBe(true);
    const far = { ...typed, postalCode: 'K1A 0B1' };
    expect(validateDetails(far, inYear).ok).toBe(true);
    expect(validateDetails({ ...far, city: '' }, inArea)).toEqual({
      ok: false,
      fields: {
        city: 'Please enter your city or town.',
        postalCode: 'This postal code is outside the area we serve.',
      },
    });
    expect(validateDetails({ ...typed, postalCode: 'L7' }, inArea)).toMatchObject({
      fields: { postalCode: 'Please enter a Canadian postal code, for example L7C 1A1.' },
    });
  });

  test('need no coupon and no tip', () => {
    expect(validateDetails({ ...typed, couponCode: ' ', tip: '' }, inYear)).toMatchObject({
      ok: true,
      value: { couponCode: null, tipCents: 0 },
    });
  });

  test('when empty, have one sentence for each required field and for no other', () => {
    const empty = Object.fromEntries(Object.keys(typed).map((field) => [field, '']));
    const result = validateDetails({ ...typed, ...empty }, inYear);
    expect(result).toEqual({
      ok: false,
      fields: {
        name: 'Please enter your full name.',
        email: 'Please enter your email address.',
        phone: 'Please enter your phone number.',
        carModel: 'Please enter the make and model of your car.',
        carYear: 'Please enter the year of your car, for example 2019.',
        address: 'Please enter the street address where your car will be.',
        city: 'Please enter your city or town.',
        province: 'Please choose your province or territory.',
        postalCode: 'Please enter your postal code.',
      },
    });
  });

  test('have a sentence for exactly the invalid fields', () => {
    const result = validateDetails({ ...typed, carYear: '1899', tip: '-1' }, inYear);
    expect(result.ok ? [] : Object.keys(result.fields)).toEqual(['carYear', 'tip']);
  });
});

test('print optional fields with their labels, and omit empty ones', () => {
  const fields = { gate_code: { label: 'Gate code', maxLength: 60 } };
  expect(moreFacts({ gate_code: '12#', other: 'x' }, fields)).toEqual([
    { label: 'Gate code', text: '12#' },
  ]);
  expect(moreFacts({}, fields)).toEqual([]);
});

describe('a tip', () => {
  test('is at most $500', () => {
    expect(checkTip('500.00')).toEqual({ ok: true, value: 50000 });
    expect(checkTip('500.01')).toMatchObject({ ok: false });
    expect(checkTip('500.01')).toHaveProperty('sentence', expect.stringContaining('$500.00'));
  });

  test('is never negative', () => {
    expect(checkTip('-5')).toEqual({ ok: false, sentence: 'The tip can’t be below zero.' });
  });

  test.each(['ten', '5.005', '1,000'])('cannot be "%s"', (text) => {
    expect(checkTip(text)).toHaveProperty('sentence', expect.stringContaining('12.50'));
  });
});

test('an unknown coupon is reported as unknown', () => {
  expect(checkCoupon('SAVE50', isCoupon)).toEqual({
    ok: false,
    sentence: 'This coupon code isn’t valid. Please check its spelling, or leave the field empty.',
  });
});

describe('the guest lookup', () => {
  test('trims both fields and lowercases them [S5.20]', () => {
    const bookingId = ' 6F9619FF-8B86-4D01-B42D-00CF4FC964FF ';
    expect(validateGuestLookup({ email: ' Alex@Example.com ', bookingId })).toEqual({
      ok: true,
      value: { email: 'alex@example.com', bookingId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' },
    });
  });

  test('requires both fields', () => {
    expect(validateGuestLookup({ email: '', bookingId: ' ' })).toEqual({
      ok: false,
      fields: {
        email: 'Please enter your email address.',
        bookingId: 'Please enter the booking number or ID from your confirmation.',
      },
    });
  });

  test('accepts the short number of a booking', () => {
    expect(validateGuestLookup({ email: 'a@b.com', bookingId: ' 7KQ4-m2xb ' })).toEqual({
      ok: true,
      value: { email: 'a@b.com', bookingId: '7kq4-m2xb' },
    });
  });

  test('accepts text that is no booking ID, because no booking will match it', () => {
    expect(validateGuestLookup({ email: 'a@b.com', bookingId: '42' }).ok).toBe(true);
  });
});
