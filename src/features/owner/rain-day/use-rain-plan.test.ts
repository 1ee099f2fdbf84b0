// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { defaultOpeningRules } from '@domain/time/opening-rules.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { forgetServerTime, hearServerTime } from '@/testing/server-time.ts';
import { signIn } from '@/testing/sign-in.ts';
import { lookForTimes } from './use-rain-plan.ts';

afterEach(() => {
  forgetServerTime();
  vi.unstubAllGlobals();
});

test("the search for new times starts on the business's current day, not this device's", async () => {
  startFakeBackend({
    'GET /rest/v1/rpc/opening_rules': { body: defaultOpeningRules },
    'GET /rest/v1/booked_slots': { body: [] },
  });
  signIn();
  hearServerTime('2031-03-03T15:00:00Z');
  const booking = { id: 'a', date: '2031-03-04', time: '09:00', durationMinutes: 120 };
  const times = await lookForTimes(new QueryClient(), booking);
  expect(times).toHaveLength(3);
  expect(times.every(({ date }) => date.startsWith('2031-03-0'))).toBe(true);
});
