// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { getReviewer } from './get-reviewer.ts';

const read = 'GET /rest/v1/bookings';
const bookingId = '3f8a6e9c-0000-4000-8000-000000000001';

afterEach(() => vi.unstubAllGlobals());

test('requests only the id and the name of one booking [S7.44]', async () => {
  const backend = startFakeBackend({ [read]: { body: { id: bookingId, customer_name: 'Alex' } } });
  expect(await getReviewer(bookingId)).toBe('Alex');
  const [asked] = backend.sent(read);
  expect(asked?.query.get('select')).toBe('id,customer_name');
  expect(asked?.query.get('id')).toBe(`eq.${bookingId}`);
  expect(asked?.headers.get('accept')).toContain('vnd.pgrst.object');
  expect(asked?.headers.get('x-booking-id')).toBe(bookingId);
});
