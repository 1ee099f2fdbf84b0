// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatDate } from '@domain/time/time-format.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { now, pickTime, renderSchedule } from '../testing/render-schedule.tsx';

// Each day that is drawn is written out for its label.
vi.mock('@domain/time/time-format.ts', async (original) => {
  const module = await original<{ formatDate: typeof formatDate }>();
  return { ...module, formatDate: vi.fn(module.formatDate) };
});

// The summary writes out its start, too.
vi.mock('@domain/time/start-format.ts', async (original) => ({
  ...(await original<object>()),
  formatStart: () => 'a start',
  formatStartOf: () => 'a start',
}));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  sessionStorage.clear();
  startFakeServer();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('typing details and choosing another time leave the calendar as it was drawn', async () => {
  renderSchedule();
  await pickTime(/November 26/, '9:00 AM');
  const name = await screen.findByLabelText(/^Full Name/);
  expect(formatDate).toHaveBeenCalled();
  vi.mocked(formatDate).mockClear();
  await userEvent.type(name, 'Robin');
  await userEvent.click(screen.getByRole('radio', { name: '12:00 PM' }));
  expect(formatDate).not.toHaveBeenCalled();
});
