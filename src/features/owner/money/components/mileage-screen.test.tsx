// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MileageDay } from '@contracts/route.ts';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import MileageScreen from './mileage-screen.tsx';

const saved: string[] = [];
vi.mock('@/lib/save-file.ts', () => ({
  saveFile: (_name: string, _type: string, text: string) => saved.push(text),
}));

const read = 'POST /rest/v1/rpc/mileage_log';
const correct = 'POST /rest/v1/rpc/correct_mileage';

const line = (change: Partial<MileageDay> = {}): MileageDay => ({
  day: '2026-11-23',
  crew: 1,
  visits: 2,
  destinations: 'Caledon, Bolton',
  kilometres: 55.2,
  corrected_kilometres: null,
  ...change,
});
const entered = line({ day: '2026-11-24', kilometres: 20.1, corrected_kilometres: 22.4 });

beforeEach(() => {
  saved.length = 0;
  signIn({ isAdmin: true });
});
afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

const open = (lines: MileageDay[]) => {
  const backend = startFakeBackend({ [read]: { body: lines }, [correct]: { body: null } });
  renderScreen(<MileageScreen />, { path: '/admin/mileage' });
  return backend;
};

test('adds up the days, with entered kilometres in place of estimates, and saves them', async () => {
  open([line(), entered]);
  expect(await screen.findByText('77.6 km')).toBeTruthy();
  expect(screen.getByText('22.4 km').parentElement?.textContent).toBe('22.4 km entered');
  await userEvent.click(screen.getByRole('button', { name: 'Save the mileage log as CSV' }));
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(saved[0]?.split('\r\n')[1]).toBe(
    '2026-11-23,1,"Caledon, Bolton",2 customer visits,55.2,Estimate',
  );
});

test('corrects the kilometres of a day, and refuses what is no number', async () => {
  const backend = open([line()]);
  await userEvent.click(await screen.findByRole('button', { name: /^Change/ }));
  const field = screen.getByLabelText('Kilometres');
  await userEvent.clear(field);
  await userEvent.type(field, 'far');
  await userEvent.click(screen.getByRole('button', { name: 'Save kilometres' }));
  expect(screen.getByText('Please enter a number from 0 to 2,000.')).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, '61,25');
  await userEvent.click(screen.getByRole('button', { name: 'Save kilometres' }));
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(backend.sent(correct)[0]?.body).toEqual({ day: '2026-11-23', crew: 1, kilometres: 61.3 });
});

test('returns to the estimate', async () => {
  const backend = open([entered]);
  await userEvent.click(await screen.findByRole('button', { name: /^Change/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Use estimate' }));
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(backend.sent(correct)[0]?.body).toEqual({ day: '2026-11-24', crew: 1 });
});

test('says that there were no drives', async () => {
  open([]);
  expect(await screen.findByText(/^No drives on these days/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /CSV/ })).toBeNull();
  expect(within(document.body).queryByText(/km$/)).toBeNull();
});
