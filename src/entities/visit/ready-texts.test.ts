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

test('a text names the visit while it is ahead and stands, and greets alone otherwise', () => {
  const before = Date.parse('2026-12-01T19:59:00Z');
  expect(textAboutVisit(visit, 'Lustre', { now: before, isOff: false })).toBe(
    'Hi Alex, this is Lustre. Your Basic Wash with Pet hair is booked for Tuesday, December 1, 2026 at 3:00 PM, at 12 Main Street.',
  );
  const alone = 'Hi Alex, this is Lustre. ';
  expect(textAboutVisit(visit, 'Lustre', { now: before + 60_000, isOff: false })).toBe(alone);
  expect(textAboutVisit(visit, 'Lustre', { now: before, isOff: true })).toBe(alone);
});

test('a text about a delay names the time', () => {
  expect(textAboutDelay(visit, 'Lustre')).toBe(
    'Hi Alex, this is Lustre. We are running late for your visit at 3:00 PM today. ',
  );
});
