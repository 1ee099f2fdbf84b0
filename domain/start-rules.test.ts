import { expect, test } from 'vitest';
import { services } from './catalogue.ts';
import { bookingRule, rescheduleRule, startTimes } from './start-rules.ts';

test.each([
  ['Basic Wash', ['09:00', '12:00', '15:00']],
  ['Premium Detailing', ['09:00', '12:00', '15:00']],
  ['Luxury Package', ['09:00', '12:00']],
])('a new %s starts at %j, so that it ends by 18:00', (name, times) => {
  const minutes = services.find((service) => service.name === name)?.durationMinutes ?? 0;
  expect(startTimes(bookingRule, minutes)).toEqual(times);
});

test.each([
  [120, '15:00', 14],
  [180, '14:00', 12],
  [240, '13:00', 10],
])('%i minutes move to every half hour from 8:30, last at %s', (minutes, last, count) => {
  const times = startTimes(rescheduleRule, minutes);
  expect(times[0]).toBe('08:30');
  expect(times[1]).toBe('09:00');
  expect(times.at(-1)).toBe(last);
  expect(times).toHaveLength(count);
});

test('no start is offered after 16:00, however short the service', () => {
  expect(startTimes(rescheduleRule, 30).at(-1)).toBe('16:00');
});

test('a service longer than the day has no start', () => {
  expect(startTimes(bookingRule, 10 * 60)).toEqual([]);
});
