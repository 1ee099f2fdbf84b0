// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  localStorage.clear();
  location.hash = '';
  vi.resetModules();
});

test('a browser with a stored session is loading until it was processed [S4.8]', async () => {
  localStorage.setItem('customer-session', '{}');
  const { currentSession, setSession } = await import('./session.ts');
  expect(currentSession()).toEqual({ status: 'loading' });
  setSession({ status: 'guest' });
  expect(currentSession()).toEqual({ status: 'guest' });
});

test("any other browser is a guest's at once, and a guest is not an administrator [S4.11]", async () => {
  location.hash = '#access_token=a&refresh_token=b&type=signup';
  const { currentSession } = await import('./session.ts');
  expect(currentSession()).toEqual({ status: 'guest' });
  expect(currentSession()).not.toHaveProperty('isAdmin');
});
