import { describe, expect, test } from 'vitest';
import { greeting, replyTo } from './chat.ts';

const answer = (message: string) => replyTo(message)?.text ?? '';
const hrefs = (message: string) => (replyTo(message)?.links ?? []).map(({ href }) => href);

test.each(['', '   ', '\n\t'])('a blank message (%j) gets no reply', (message) => {
  expect(replyTo(message)).toBeNull();
});

test('the greeting names the business', () => {
  expect(greeting.text).toContain('Lustre Mobile Detailing');
});

describe('asked about', () => {
  test.each(['What are your hours?', 'WHEN ARE YOU OPEN', 'any slots tomorrow?'])(
    'hours ("%s"), it tells 9 AM to 6 PM with slots every 3 hours',
    (message) => {
      expect(answer(message)).toBe(
        'Our booking hours are 9 AM to 6 PM, with slots every 3 hours: 9 AM, 12 PM and 3 PM.',
      );
    },
  );

  test('prices, it tells all of them, for both vehicles, plus tax', () => {
    expect(answer('How much does it cost?')).toBe(
      [
        'Basic Wash (2 hours): Sedan $65.00, SUV / Compact SUV $85.00.',
        'Premium Detailing (3 hours): Sedan $99.99, SUV / Compact SUV $119.99.',
        'Luxury Package (4 hours): Sedan $129.99, SUV / Compact SUV $149.99.',
        'Prices are plus tax.',
      ].join('\n'),
    );
  });

  test.each([
    [
      'price of the luxury package for an SUV',
      'Luxury Package (4 hours): SUV / Compact SUV $149.99.',
    ],
    ['basic wash, sedan?', 'Basic Wash (2 hours): Sedan $65.00.'],
    [
      'how long does premium detailing take for SUVs',
      'Premium Detailing (3 hours): SUV / Compact SUV $119.99.',
    ],
  ])('one service and vehicle ("%s"), it tells just that price', (message, line) => {
    expect(answer(message)).toBe(`${line}\nPrices are plus tax.`);
  });

  test('the area, it tells where the business comes from and goes to', () => {
    expect(answer('Do you come to Toronto?')).toContain('Caledon, Ontario');
    expect(answer('where are you located')).toContain('Greater Toronto Area');
  });

  test('its own bookings, the areas or the taxes in the plural, it understands as well', () => {
    expect(hrefs('Where can I find my booking?')).toEqual(['/my-bookings']);
    expect(answer('Which areas do you serve?')).toContain('Greater Toronto Area');
    expect(answer('Are there taxes?')).toContain('GST (5%)');
  });

  test('payment, it tells deposit, tax and when the deposit comes back', () => {
    for (const message of ['Is there a deposit?', 'can I pay by credit card', 'is tax included']) {
      expect(answer(message)).toContain('$20.00 deposit');
      expect(answer(message)).toContain('GST (5%)');
      expect(answer(message)).toContain('at least 24 hours before');
    }
  });

  test('cancelling or rescheduling, it leads to My Bookings', () => {
    for (const message of ['cancel my booking', 'How do I reschedule?', 'can I get a refund']) {
      expect(hrefs(message)).toEqual(['/my-bookings']);
      expect(answer(message)).toContain('24 hours');
    }
  });

  test('a discount, it tells the first-time coupon', () => {
    expect(answer('any discounts for new customers?')).toContain('NEWCUSTOMER20');
    expect(answer('coupon')).toContain('$20.00 off');
  });

  test.each([
    ['show me reviews', '/reviews'],
    ['do you have photos', '/gallery'],
    ['how can I contact you', '/contact'],
    ['your phone number?', 'tel:+19055550142'],
    ['I want to book an appointment', '/'],
  ])('"%s", it links to %s', (message, href) => {
    expect(hrefs(message)).toContain(href);
  });
});

test('a greeting and a thank-you are answered in kind', () => {
  expect(replyTo('Hello!')).toEqual(greeting);
  expect(answer('thanks a lot')).toContain('You are welcome');
});

test('what is not understood leads to a person', () => {
  expect(hrefs('qwertz')).toEqual(['/contact', 'tel:+19055550142']);
});

test('a keyword inside another word does not count', () => {
  expect(answer('this architecture')).toBe(answer('qwertz'));
});
