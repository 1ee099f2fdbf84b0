import { expect, test } from 'vitest';
import { matchPath } from './match-path.ts';

test.each([
  ['/', '/', {}],
  ['/gallery', '/gallery', {}],
  ['/gallery', '/Gallery/', {}],
  ['/gallery', '/g%61llery', {}],
  ['/admin/customers/:email', '/admin/customers/alex%40example.com', { email: 'alex@example.com' }],
  ['/admin/customers/:email', '/admin/customers/a%2Fb', { email: 'a/b' }],
  ['/reschedule/:bookingId', '/reschedule/%E0%A4%A', { bookingId: '%E0%A4%A' }],
  ['/admin/*?', '/admin', {}],
  ['/admin/*?', '/admin/bookings/42', {}],
  ['*', '/anything/at/all', {}],
])('%s matches %s', (path, pathname, params) => {
  expect(matchPath(path, pathname)).toMatchObject(params);
});

test.each([
  ['/', '/gallery'],
  ['/gallery', '/'],
  ['/gallery', '/gallery/more'],
  ['/reschedule/:bookingId', '/reschedule'],
  ['/reschedule/:bookingId', '/reschedule/'],
  ['/reschedule/:bookingId/receipt', '/reschedule//receipt'],
  ['/admin/*?', '/administration'],
])('%s does not match %s', (path, pathname) => {
  expect(matchPath(path, pathname)).toBeNull();
});
