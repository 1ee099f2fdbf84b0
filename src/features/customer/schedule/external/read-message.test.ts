import { expect, test } from 'vitest';
import { readMessage } from './read-message.ts';

test('Calendly reports that a time was picked, without the time', () => {
  const data = { event: 'calendly.event_scheduled', payload: { event: { uri: 'https://x' } } };
  expect(readMessage(data)).toEqual({ type: 'picked', startsAt: null, event: 'https://x' });
});

test.each([[undefined], [{}], [{ event: { uri: 7 } }], [{ event: { uri: 'javascript:x' } }]])(
  'Calendly reports a time without an event that can be read (%j)',
  (payload) => {
    const data = { event: 'calendly.event_scheduled', payload };
    expect(readMessage(data)).toEqual({ type: 'picked', startsAt: null });
  },
);

test('Calendly reports the height of its page', () => {
  const data = { event: 'calendly.page_height', payload: { height: '1200px' } };
  expect(readMessage(data)).toEqual({ type: 'height', pixels: 1200 });
});

test('Cal.com reports the time, in any offset', () => {
  const data = { type: 'bookingSuccessfulV2', data: { startTime: '2026-12-01T09:00:00-05:00' } };
  expect(readMessage(data)).toEqual({ type: 'picked', startsAt: '2026-12-01T14:00:00.000Z' });
});

test.each(['2026-12-01T09:00:00', 'tomorrowZ', 17, null, undefined])(
  'an invalid start (%s) counts as missing',
  (startTime) => {
    const data = { type: 'bookingSuccessfulV2', data: { startTime } };
    expect(readMessage(data)).toEqual({ type: 'picked', startsAt: null });
  },
);

test.each([
  null,
  undefined,
  'calendly.event_scheduled',
  [],
  {},
  { event: 'calendly.page_height', payload: { height: 'tall' } },
  { event: 'calendly.page_height' },
  { event: 'calendly.date_and_time_selected', payload: {} },
  { type: 'bookingSuccessfulV2' },
  { type: 'paymentSucceeded', data: { amount: 1 } },
])('any other message is ignored: %j', (data) => {
  expect(readMessage(data)).toBeNull();
});
