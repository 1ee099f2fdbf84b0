import { expect, test } from 'vitest';
import { findService } from '@domain/booking/catalogue.ts';
import { defaultBusiness } from '@domain/business/default-business.ts';
import { validateInquiry } from '@domain/contact/inquiry.ts';
import { emptyDetails } from '@domain/booking/details.ts';
import { outsideInquiry } from './outside-inquiry.ts';

const service = findService(defaultBusiness, 'premium-detailing');
if (!service) throw new Error('There is no such service.');

const wish = { service, vehicle: 'SUV / Compact SUV', postalCode: 'L9W 2X1' } as const;

test('an inquiry from outside the area has name, service, time and address, and can be sent unchanged', () => {
  const inquiry = outsideInquiry({
    ...wish,
    start: { date: '2026-11-26', time: '12:00' },
    details: {
      ...emptyDetails,
      name: 'Alex Tremblay',
      email: 'alex@example.com',
      phone: '905 555 0199',
      carModel: 'Mazda CX-5',
      carYear: '2021',
      address: '12 Maple Lane ',
      city: 'Orangeville',
    },
  });
  expect(inquiry).toEqual({
    name: 'Alex Tremblay',
    email: 'alex@example.com',
    subject: 'Do you come to L9W 2X1?',
    message: [
      'Hello,',
      '',
      'I would like to book Premium Detailing (SUV / Compact SUV) on Thursday, November 26, 2026 at 12:00 PM, and my postal code is outside your area. Could you still come?',
      'Address: 12 Maple Lane, Orangeville, ON L9W 2X1',
      'Car: Mazda CX-5, 2021',
      'Phone: 905 555 0199',
    ].join('\n'),
  });
  expect(
    validateInquiry({ bookingId: '', name: '', email: '', subject: '', message: '', ...inquiry })
      .ok,
  ).toBe(true);
});

test('an inquiry omits fields that are empty', () => {
  const { message } = outsideInquiry({ ...wish, start: null, details: emptyDetails });
  expect(message).toContain('(SUV / Compact SUV), and my postal code');
  expect(message?.split('\n').at(-1)).toBe('Address: L9W 2X1');
});
