// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { DayPicker } from 'react-day-picker';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startFakeServer } from '../testing/fake-server.ts';
import { now, pickTime, renderSchedule } from '../testing/render-schedule.tsx';

vi.mock('react-day-picker', async (original) => {
  const module = await original<{ DayPicker: typeof DayPicker }>();
  return { ...module, DayPicker: vi.fn(module.DayPicker) };
});

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
  vi.mocked(DayPicker).mockClear();
  await userEvent.type(name, 'Robin');
  await userEvent.click(screen.getByRole('radio', { name: '12:00 PM' }));
  expect(DayPicker).not.toHaveBeenCalled();
});
