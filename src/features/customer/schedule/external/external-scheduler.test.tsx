// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { appConfig } from '@/config/env.ts';
import { saveDraft } from '@/entities/booking/booking-session.ts';
import { setSession } from '@/lib/session.ts';
import { signIn } from '@/testing/sign-in.ts';
import { startFakeServer, taken } from '../testing/fake-server.ts';
import { now, renderSchedule } from '../testing/render-schedule.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  sessionStorage.clear();
  startFakeServer({ slots: [taken('2026-11-27', '09:00')] });
});

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  appConfig.schedulingPages = {};
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const frame = () => screen.getByTitle<HTMLIFrameElement>('Pick a time for Premium Detailing');

/** A message as the embedded page would send it. */
function say(data: unknown, from: { origin: string; source?: Window | null }) {
  const { origin, source = frame().contentWindow } = from;
  act(() => void window.dispatchEvent(new MessageEvent('message', { data, origin, source })));
}

async function openWith(address: string) {
  appConfig.schedulingPages = { default: address };
  renderSchedule();
  await screen.findByTitle('Pick a time for Premium Detailing');
}

const calendly = 'https://calendly.com';
const calCom = 'https://app.cal.com';
const scheduled = { event: 'calendly.event_scheduled', payload: { event: { uri: 'x' } } };
const named = {
  event: 'calendly.event_scheduled',
  payload: { event: { uri: 'https://api.calendly.com/scheduled_events/GBGBDCAADAEDCRZ2' } },
};
const booked = (startTime: string) => ({
  type: 'bookingSuccessfulV2',
  namespace: '',
  data: { uid: 'abc', startTime, price: 1, paid: true },
});

describe('The frame', () => {
  test('is 800 pixels high and prefilled with the person [S2.79, S2.80, S9.40]', async () => {
    saveDraft({ details: { name: 'Alex Tremblay', email: 'alex@example.com' } });
    await openWith('https://calendly.com/lustre/premium');
    expect(frame().style.height).toBe('800px');
    const query = new URL(frame().src).searchParams;
    expect(query.get('name')).toBe('Alex Tremblay');
    expect(query.get('email')).toBe('alex@example.com');
  });

  test('is prefilled with the signed-in customer, until other values are typed [S2.80]', async () => {
    signIn({ user: { id: 'u', email: 'sam@example.com', name: 'Sam Roy' } });
    await openWith('https://calendly.com/lustre/premium');
    const query = new URL(frame().src).searchParams;
    expect([query.get('name'), query.get('email')]).toEqual(['Sam Roy', 'sam@example.com']);
    cleanup();
    saveDraft({ details: { name: 'Alex Tremblay' } });
    renderSchedule();
    const typed = new URL(frame().src).searchParams;
    expect([typed.get('name'), typed.get('email')]).toEqual(['Alex Tremblay', 'sam@example.com']);
  });

  test('waits for a resuming session, and then has its customer [S2.80]', async () => {
    setSession({ status: 'loading' });
    appConfig.schedulingPages = { default: 'https://calendly.com/lustre/premium' };
    renderSchedule();
    expect(screen.queryByTitle('Pick a time for Premium Detailing')).toBeNull();
    expect(screen.getByText('Loading')).toBeTruthy();
    act(() => signIn({ user: { id: 'u', email: 'sam@example.com', name: 'Sam Roy' } }));
    await screen.findByTitle('Pick a time for Premium Detailing');
    expect(new URL(frame().src).searchParams.get('email')).toBe('sam@example.com');
  });

  test('grows with the page, and never below its initial height', async () => {
    await openWith('https://calendly.com/lustre/premium');
    say({ event: 'calendly.page_height', payload: { height: '1200px' } }, { origin: calendly });
    expect(frame().style.height).toBe('1200px');
    say({ event: 'calendly.page_height', payload: { height: '300px' } }, { origin: calendly });
    expect(frame().style.height).toBe('800px');
  });

  test('shows the page of the service rather than the default one [S2.78, S7.57]', () => {
    appConfig.schedulingPages = {
      default: 'https://calendly.com/lustre/any',
      'premium-detailing': 'https://book.example.com/premium',
    };
    renderSchedule();
    expect(new URL(frame().src).origin).toBe('https://book.example.com');
  });
});

describe('A message', () => {
  test('is ignored from another origin', async () => {
    await openWith('https://calendly.com/lustre/premium');
    say(scheduled, { origin: 'https://calendly.com.evil.example' });
    expect(frame()).toBeTruthy();
  });

  test('is ignored from another window of the right origin', async () => {
    await openWith('https://calendly.com/lustre/premium');
    say(scheduled, { origin: calendly, source: window });
    expect(frame()).toBeTruthy();
  });

  test('from Calendly leads to our own times, because it contains no time', async () => {
    await openWith('https://calendly.com/lustre/premium');
    say(scheduled, { origin: calendly });
    expect(screen.queryByTitle('Pick a time for Premium Detailing')).toBeNull();
    expect(document.activeElement?.ariaLabel).toBe('Available times');
    expect(screen.getByText('Thank you! One more step')).toBeTruthy();
    expect(await screen.findByText('Choose a day to see its times.')).toBeTruthy();
  });

  test('from Calendly passes the time that the server reads to the details', async () => {
    const server = startFakeServer();
    server.pickedTime = { startsAt: '2026-11-26T17:00:00.000Z' };
    await openWith('https://calendly.com/lustre/premium');
    say(named, { origin: calendly });
    expect(screen.getByText('Reading your time')).toBeTruthy();
    expect(await screen.findByText('Thursday, November 26, 2026 at 12:00 PM')).toBeTruthy();
    expect(server.pickedRequests).toEqual([{ event: named.payload.event.uri }]);
    expect(screen.queryByText('Thank you! One more step')).toBeNull();
  });

  test.each([
    ['has no token', { startsAt: null }],
    ['fails', null],
  ])('from Calendly asks for the time and says why when the server %s', async (_, answer) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    startFakeServer().pickedTime = answer;
    await openWith('https://calendly.com/lustre/premium');
    say(named, { origin: calendly });
    expect(await screen.findByText(/The scheduling page didn’t tell us your time/)).toBeTruthy();
  });

  test('from Cal.com passes the time to the details, and no amounts', async () => {
    await openWith('https://cal.com/lustre/premium');
    say(booked('2026-11-26T17:00:00.000Z'), { origin: calCom });
    expect(await screen.findByText('Thursday, November 26, 2026 at 12:00 PM')).toBeTruthy();
    expect(screen.getAllByText('$119.99')).not.toHaveLength(0);
    expect(screen.getByRole('button', { name: 'Continue to Payment' })).toBeTruthy();
  });

  test('from Cal.com with an unavailable time asks for another one', async () => {
    await openWith('https://cal.com/lustre/premium');
    say(booked('2026-11-27T14:00:00.000Z'), { origin: calCom });
    expect(await screen.findByText('That time is no longer available')).toBeTruthy();
  });

  test('from a loading Cal.com page gets the expected answer', async () => {
    await openWith('https://cal.com/lustre/premium');
    const window = frame().contentWindow;
    if (!window) throw new Error('The frame has no window');
    const posted = vi.spyOn(window, 'postMessage').mockImplementation(() => undefined);
    say({ type: '__iframeReady', data: {} }, { origin: calCom });
    const answer = { originator: 'CAL', method: 'parentKnowsIframeReady' };
    expect(posted).toHaveBeenCalledExactlyOnceWith(answer, calCom);
  });
});

test('a page without messages lets the visitor continue by a button, and go back', async () => {
  await openWith('https://book.example.com/premium');
  fireEvent.click(screen.getByRole('button', { name: 'I have picked my time' }));
  expect(screen.getByText('Thank you! One more step')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Back to the scheduling page' }));
  expect(frame()).toBeTruthy();
});
