import { expect, test, vi } from 'vitest';
import { getOwnBookings } from './get-own-bookings.ts';

vi.mock('@/lib/access-token.ts', () => ({ accessToken: () => Promise.resolve(null) }));

test('after a log-out nothing is asked in the name of a guest', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  await expect(getOwnBookings('a-person', 0)).rejects.toMatchObject({ code: 'not_signed_in' });
  expect(fetched).not.toHaveBeenCalled();
});
