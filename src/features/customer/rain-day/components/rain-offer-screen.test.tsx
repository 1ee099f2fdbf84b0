// @vitest-environment jsdom
import { cleanup, configure, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startFakeBackend, type Reply } from '@/testing/fake-backend.ts';
import { toasts } from '@/lib/toast.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import type { RainOffer } from '@contracts/rain-day.ts';
import { RainOfferScreen } from './rain-offer-screen.tsx';

const read = 'POST /rest/v1/rpc/rain_offer';
const choose = 'POST /rest/v1/rpc/choose_rain_time';
const decline = 'POST /rest/v1/rpc/decline_rain_times';

const times = [
  { id: 'a', date: '2026-12-02', time: '09:00' },
  { id: 'b', date: '2026-12-03', time: '09:00' },
  { id: 'c', date: '2026-12-04', time: '12:00' },
];

/** What Alex is asked: rain on Tuesday, December 1 at nine. */
const aRainOffer = (change: Partial<RainOffer> = {}): RainOffer => ({
  state: 'asked',
  booking_id: '3f2b8c1e-5d4a-4b7e-9c0f-1a2b3c4d5e6f',
  customer_name: 'Alex Tremblay',
  service_name: 'Premium Detailing',
  vehicle_type: 'suv',
  car_model: 'Mazda CX-5',
  car_year: 2021,
  was_date: '2026-12-01',
  was_time: '09:00',
  booking_date: '2026-12-01',
  booking_time: '09:00',
  expires_at: '2026-11-30T21:30:00Z',
  times,
  ...change,
});

configure({ defaultHidden: true });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const refusedBy = (status: number, code: string): Reply => ({
  status,
  body: { code: `PT${status}`, message: code, details: null, hint: null },
});

async function open(answers: Record<string, Reply> = {}, choice = '') {
  const backend = startFakeBackend({ [read]: { body: aRainOffer() }, ...answers });
  renderScreen(<RainOfferScreen />, { path: `/rain?token=secret${choice}` });
  await screen.findByRole('heading', { level: 1 });
  return backend;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('The offer of new times', () => {
  test('opens with the time of the link in the email, and takes it only when it is confirmed', async () => {
    const backend = await open({}, '&choice=2026-12-03T09:00');
    const group = await screen.findByRole('group', { name: 'Choose your new time' });
    const states = within(group)
      .getAllByRole<HTMLInputElement>('radio')
      .map(({ checked }) => checked);
    expect(states).toEqual([false, true, false]);
    expect(backend.sent(choose)).toEqual([]);
  });

  test('opens with no time chosen when the link names another one', async () => {
    await open({}, '&choice=2027-01-01T09:00');
    for (const radio of await screen.findAllByRole<HTMLInputElement>('radio')) {
      expect(radio.checked).toBe(false);
    }
  });

  test('says when each time ends', async () => {
    await open({ [read]: { body: aRainOffer({ duration_minutes: 180 }) } });
    const [first] = times;
    const [offered] = screen.getAllByRole('radio');
    expect(first?.time).toBe('09:00');
    expect(offered?.closest('label')?.textContent).toContain('Until about 12:00 PM');
  });

  test('shows the booking and the held times, and is not indexed', async () => {
    await open();
    const group = await screen.findByRole('group', { name: 'Choose your new time' });
    expect(within(group).getAllByRole('radio')).toHaveLength(3);
    const text = document.body.textContent;
    for (const part of [
      'Premium Detailing',
      '2021 Mazda CX-5',
      'Wednesday, December 2',
      '9:00 AM',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toContain('Monday, November 30 at 4:30 PM, our time');
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toContain(
      'noindex',
    );
  });

  test('requires a choice before it can be confirmed', async () => {
    const backend = await open();
    await screen.findAllByRole('radio');
    await press('Confirm This Time');
    expect(screen.getByRole('alert').textContent).toContain('choose one of the times first');
    expect(backend.sent(choose)).toEqual([]);
  });

  test('is answered by a choice, and the screen shows the new appointment', async () => {
    const chosen = aRainOffer({ state: 'chosen', booking_date: '2026-12-03', times: [] });
    const backend = await open({ [choose]: { body: chosen } });
    await userEvent.click(await screen.findByRole('radio', { name: /December 3/ }));
    await press('Confirm This Time');
    expect(await screen.findByRole('heading', { name: 'See you then.' })).toBeTruthy();
    expect(document.body.textContent).toContain('Thursday, December 3 at 9:00 AM');
    expect(backend.sent(choose)[0]?.body).toEqual({ token: 'secret', offer_id: 'b' });
  });

  test('is answered with none of them after a question, and the phone number is shown', async () => {
    await open({ [decline]: { body: aRainOffer({ state: 'declined', times: [] }) } });
    await screen.findAllByRole('radio');
    await press('None of These Suit Me');
    await press('Decline These Times');
    expect(
      await screen.findByRole('heading', { name: /we’ll find you another time/ }),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Call/ }).getAttribute('href')).toMatch(/^tel:/);
    expect(screen.getByRole('link', { name: 'Pick Another Time' })).toBeTruthy();
  });

  test.each([
    [409, 'slot_taken', 'Please choose another one'],
    [410, 'offer_lapsed', 'no longer held.'],
    [409, 'offer_answered', 'already answered'],
  ])('says why a choice was refused (%i %s)', async (status, code, sentence) => {
    await open({ [choose]: refusedBy(status, code) });
    await userEvent.click(await screen.findByRole('radio', { name: /December 2/ }));
    await press('Confirm This Time');
    const [notice, ...others] = await screen.findAllByText('Your booking wasn’t moved');
    expect(notice?.parentElement?.textContent).toContain(sentence);
    expect(others, 'said once').toEqual([]);
    expect(toasts.current()?.variant).not.toBe('destructive');
  });
});

describe('A link', () => {
  test.each([
    ['lapsed', 'These times are no longer held.'],
    ['called_off', 'Your appointment stands.'],
    ['cancelled', 'This booking was cancelled.'],
    ['moved', 'See you then.'],
    ['settled', 'See you then.'],
  ] as const)('that is %s shows the current appointment', async (state, heading) => {
    await open({ [read]: { body: aRainOffer({ state, times: [] }) } });
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
  });

  test('that is unknown shows the phone number', async () => {
    await open({ [read]: refusedBy(404, 'offer_not_found') });
    expect(await screen.findByRole('heading', { name: /no longer valid/ })).toBeTruthy();
  });

  test('that could not be loaded can be retried', async () => {
    const backend = await open({ [read]: { status: 500, body: { message: 'down' } } });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    backend.answers[read] = { body: aRainOffer() };
    await userEvent.click(retry);
    expect(await screen.findAllByRole('radio')).toHaveLength(3);
  });
});
