// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { LateVisit, TravelPage, TravelSettings } from '@contracts/travel.ts';
import { setSession } from '@/lib/session.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { press } from '@/testing/press.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import { dropTravelDraft } from '../use-travel-editor.ts';
import TravelScreen from './travel-screen.tsx';

const get = 'POST /rest/v1/rpc/travel_page';
const change = 'POST /rest/v1/rpc/change_travel';
const example = 'POST /rest/v1/rpc/example_drive';

const settings: TravelSettings = {
  isOn: false,
  basePostalCode: 'L7C 1A1',
  leavesAt: '07:00',
  backBy: '20:00',
  roadFactor: 1.3,
  speedKmh: 50,
  leastMinutes: 10,
  setupMinutes: 10,
  packingMinutes: 15,
  nearbyMinutes: null,
  nearbyDiscountCents: 0,
  swapMinutes: null,
};

const lateVisit: LateVisit = {
  id: '3f8a6e9c-0000-4000-8000-000000000001',
  customerName: 'Ada Lane',
  day: '2026-12-25',
  time: '12:00',
  serviceName: 'Premium Detailing',
  leg: 'between',
  from: { customerName: 'Bo Day', time: '09:00' },
  needs: 144,
  thereAre: 30,
};

type ChangeCall = {
  changes: Partial<TravelSettings>;
  seen: TravelSettings;
  is_preview: boolean;
};

/** It keeps settings, and finds the late visits that `lateAt` names for them. */
function startTravelBackend(lateAt: (settings: TravelSettings) => LateVisit[] = () => []) {
  signIn({ isAdmin: true });
  const state = { settings };
  const pageOf = (now: TravelSettings): TravelPage => ({
    settings: now,
    late: { total: lateAt(now).length, visits: lateAt(now) },
    changes: [
      {
        at: '2026-11-24T15:00:00Z',
        by: 'boss@example.com',
        was: { ...settings, speedKmh: 60, isOn: true },
        is: settings,
      },
    ],
  });
  const backend = startFakeBackend({
    [get]: () => ({ body: pageOf(state.settings) }),
    [change]: ({ body }) => {
      const { changes, is_preview: isPreview } = body as ChangeCall;
      const now = { ...state.settings, ...changes };
      if (!isPreview) state.settings = now;
      return { body: pageOf(now) };
    },
    [example]: { body: { kilometres: 103.1, minutes: 124, gapMinutes: 149, isMeasured: false } },
  });
  const saved = () =>
    backend
      .sent(change)
      .map(({ body }) => body as ChangeCall)
      .filter(({ is_preview: isPreview }) => !isPreview);
  return { ...backend, state, saved };
}

afterEach(() => {
  cleanup();
  dropTravelDraft();
  vi.unstubAllGlobals();
  setSession({ status: 'guest' });
});

async function open() {
  window.history.replaceState(null, '', '/admin/travel');
  renderScreen(<TravelScreen />, { path: '/admin/travel' });
  await screen.findByRole('switch', { name: 'Travel times' });
}
const enter = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const lever = () => screen.getByRole('switch', { name: 'Travel times' });

test('shows the settings, what cannot be driven, and the last changes', async () => {
  startTravelBackend(() => [lateVisit]);
  await open();
  expect(screen.getByLabelText<HTMLInputElement>('Road factor').value).toBe('1.3');
  const link = screen.getByRole('link', { name: /Ada Lane/ });
  expect(link.getAttribute('href')).toBe(`/admin/bookings/${lateVisit.id}`);
  expect(link.textContent).toContain(
    'From Bo Day at 9:00 AM: needs 2 hours 24 minutes, has 30 minutes.',
  );
  const history = screen.getByRole('region', { name: 'Recent changes' });
  expect(history.textContent).toContain('boss@example.comSwitched offAverage speed, km/h: 60 → 50');
});

test('says what changes before travel is switched on, and can keep it off', async () => {
  const backend = startTravelBackend(() => [lateVisit]);
  await open();
  await userEvent.click(lever());
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Switch travel on?' }));
  expect(dialog.getByText(/15 minutes to pack up and 10 minutes to set up/)).toBeTruthy();
  expect(dialog.getByText(/One upcoming visit can’t be driven/)).toBeTruthy();
  await press('Keep it off');
  expect(lever().getAttribute('aria-checked')).toBe('false');
  expect(backend.saved()).toEqual([]);

  await userEvent.click(lever());
  await press('Switch on');
  await expectToast('Saved', 'Travel is switched on.');
  expect(lever().getAttribute('aria-checked')).toBe('true');
  await userEvent.click(lever());
  await expectToast('Saved', 'Travel is switched off.');
  expect(backend.saved().map(({ changes }) => changes)).toEqual([{ isOn: true }, { isOn: false }]);
});

test('saves only what changed, and names the field that is not valid', async () => {
  const backend = startTravelBackend();
  await open();
  enter('Average speed, km/h', 'fast');
  await press('Save');
  expect(screen.getByText('Please enter a whole number from 10 to 120.')).toBeTruthy();
  enter('Average speed, km/h', '40');
  enter('Postal code of the base', 'l7e2b2');
  enter('Nearby, minutes of driving', '15');
  enter('Discount, dollars', '7.5');
  await press('Save');
  await expectToast('Saved', 'Your travel settings are saved.');
  expect(backend.saved()).toMatchObject([
    {
      changes: {
        speedKmh: 40,
        basePostalCode: 'L7E 2B2',
        nearbyMinutes: 15,
        nearbyDiscountCents: 750,
      },
      seen: settings,
    },
  ]);
});

test('asks before settings are saved that make visits late', async () => {
  const backend = startTravelBackend(({ speedKmh }) => (speedKmh < 50 ? [lateVisit] : []));
  backend.state.settings = { ...settings, isOn: true };
  await open();
  enter('Average speed, km/h', '40');
  await press('Save');
  await screen.findByRole('alertdialog', { name: 'One upcoming visit can’t be driven' });
  await press('Keep editing');
  expect(screen.getByLabelText<HTMLInputElement>('Average speed, km/h').value).toBe('40');
  await press('Save');
  await screen.findByRole('alertdialog');
  await press('Save anyway');
  await expectToast('Saved', 'Your travel settings are saved.');
});

test('keeps what was typed when another administrator changed the same setting', async () => {
  const backend = startTravelBackend();
  await open();
  enter('Average speed, km/h', '40');
  backend.state.settings = { ...settings, speedKmh: 45, setupMinutes: 20 };
  const answer = backend.answers[change];
  backend.answers[change] = { status: 409, body: { code: 'PT409', message: 'travel_changed' } };
  await press('Save');
  expect(
    await screen.findByText('Another administrator changed this to 45. Saving replaces it.'),
  ).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Average speed, km/h').value).toBe('40');
  expect(screen.getByLabelText<HTMLInputElement>('Setting up, minutes').value).toBe('20');
  if (answer) backend.answers[change] = answer;
  await press('Save');
  await waitFor(() =>
    expect(backend.saved().at(-1)).toMatchObject({
      changes: { speedKmh: 40 },
      seen: { speedKmh: 45 },
    }),
  );
});

test('shows what a drive between two postal codes counts under settings not saved yet', async () => {
  const backend = startTravelBackend();
  await open();
  enter('Average speed, km/h', '40');
  await userEvent.type(screen.getByLabelText('To postal code'), 'L1H 4E4');
  const status = await screen.findByText(/Between two visits there must be 2 hours 29 minutes/);
  expect(status.textContent).toContain('2 hours 4 minutes for 103.1 km.');
  expect(backend.sent(example).at(-1)?.body).toEqual({
    from_postal_code: 'L7C 1A1',
    to_postal_code: 'L1H 4E4',
    changes: { speedKmh: 40 },
  });
  backend.answers[example] = { body: null };
  enter('To postal code', 'H0H 0H0');
  expect(await screen.findByText('We don’t know where one of these postal codes is.')).toBeTruthy();
});

test('says when it could not be loaded, and can retry', async () => {
  const backend = startTravelBackend();
  const answer = backend.answers[get];
  backend.answers[get] = { status: 500, body: { message: 'down' } };
  renderScreen(<TravelScreen />, { path: '/admin/travel' });
  expect(await screen.findByText('Could not load your travel settings.')).toBeTruthy();
  if (answer) backend.answers[get] = answer;
  await press('Try again');
  expect(await screen.findByLabelText('Road factor')).toBeTruthy();
});
