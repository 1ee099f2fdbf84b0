import { expect, test } from 'vitest';
import { textAboutDelay, textAboutVisit } from './ready-texts.ts';

const visit = {
  customer_name: 'Alex Tremblay',
  booking_date: '2026-12-01',
  booking_time: '15:00',
  service_name: 'Basic Wash',
  add_ons: [{ name: 'Pet hair' }],
  address: '12 Main Street',
};

test('a text names the visit while it is ahead, and greets alone afterwards', () => {
  const before = Date.parse('2026-12-01T19:59:00Z');
  expect(textAboutVisit(visit, 'Lustre', before)).toBe(
    'Hi Alex, this is Lustre. Your Basic Wash with Pet hair is booked for Tuesday, December 1, 2026 at 3:00 PM, at 12 Main Street.',
  );
  expect(textAboutVisit(visit, 'Lustre', before + 60_000)).toBe('Hi Alex, this is Lustre. ');
});

test('a text about a delay names the time', () => {
  expect(textAboutDelay(visit, 'Lustre')).toBe(
    'Hi Alex, this is Lustre. We are running late for your visit at 3:00 PM today. ',
  );
});
