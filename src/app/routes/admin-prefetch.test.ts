// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { prefetch } from './admin.tsx';

const range = 'POST /rest/v1/rpc/calendar_range';
const needs = 'POST /rest/v1/rpc/owner_needs';
const dashboard = 'POST /rest/v1/rpc/owner_dashboard';
const refused = { status: 403, body: { code: '42501', message: 'not_allowed' } };

let backend: ReturnType<typeof startFakeBackend>;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  backend = startFakeBackend({ [range]: refused, [needs]: refused, [dashboard]: refused });
  setSession({ status: 'loading', accessToken: () => Promise.resolve('a.good.token') });
});

afterEach(() => {
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

const called = async (pathname: string, search = '') => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await expect(prefetch(client, { pathname, search })).rejects.toThrow('not_allowed');
  return [range, needs, dashboard].filter((name) => backend.sent(name).length > 0);
};

test('the calendar loads its days and the counts of the menu', async () => {
  expect(await called('/admin/bookings', '?view=week&day=2026-12-02')).toEqual([range, needs]);
  expect(backend.sent(range)[0]?.body).toEqual({ from_day: '2026-11-30', until_day: '2026-12-06' });
});

test('today loads the dashboard, whose data include the counts', async () => {
  expect(await called('/admin')).toEqual([dashboard]);
});

test('the list of bookings and other screens load the counts only', async () => {
  expect(await called('/admin/bookings', '?view=list')).toEqual([needs]);
  expect(await called('/admin/bookings/42')).toEqual([needs]);
});
