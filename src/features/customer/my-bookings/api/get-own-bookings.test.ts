import { expect, test, vi } from 'vitest';
import { getOwnBookings } from './get-own-bookings.ts';

vi.mock('@/lib/access-token.ts', () => ({ accessToken: () => Promise.resolve(null) }));

test('sends no request as a guest after a logout', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  await expect(getOwnBookings('a-person', 0)).rejects.toMatchObject({ code: 'not_signed_in' });
  expect(fetched).not.toHaveBeenCalled();
});
