// @vitest-environment jsdom
import { cleanup, configure, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readDraft, saveDraft } from '@/entities/booking/booking-session.ts';
import { ownOfferToken } from '@/entities/waiting-list/offer-session.ts';
import { refusal, startFakeBackend, type Reply } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import type { WaitingOffer } from '@contracts/waiting-list.ts';
import { DeclineScreen } from './decline-screen.tsx';
import { JoinWaitingList } from './join-waiting-list.tsx';
import { OfferedSchedule } from './offered-schedule.tsx';

const join = 'POST /functions/v1/join-waiting-list';
const read = 'POST /rest/v1/rpc/waiting_offer';
const decline = 'POST /rest/v1/rpc/decline_waiting_offer';

configure({ defaultHidden: true });

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const anOffer = (change: Partial<WaitingOffer> = {}): WaitingOffer => ({
  state: 'held',
  date: '2026-12-01',
  time: '09:00',
  expires_at: '2026-11-24T15:30:00Z',
  service_id: 'basic-wash',
  service_name: 'Basic Wash',
  vehicle_type: 'suv',
  is_waiting: true,
  name: 'Wren Hall',
  email: 'wren@example.com',
  phone: '+19055550188',
  ...change,
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('Joining the list', () => {
  const show = (fullDays: string[], answers: Record<string, Reply> = {}) => {
    const backend = startFakeBackend(answers);
    renderScreen(
      <JoinWaitingList
        addOns={['wax']}
        serviceId="basic-wash"
        vehicleType="suv"
        postalCode={null}
        fullDays={fullDays}
      />,
      {
        path: '/schedule',
      },
    );
    return backend;
  };
  const fill = async () => {
    await press('Join the Waiting List');
    await userEvent.type(await screen.findByLabelText(/Your Name/), 'Wren Hall');
    await userEvent.type(screen.getByLabelText(/Your Email/), 'Wren@example.com');
    await userEvent.type(screen.getByLabelText(/Your Phone/), '905 555 0188');
    await press('Join the List');
  };

  test('begins with what was typed for a booking', async () => {
    saveDraft({
      details: { name: 'Wren Hall', email: 'wren@example.com', phone: '905 555 0188' },
    });
    show(['2026-12-01']);
    await press('Join the Waiting List');
    expect(await screen.findByLabelText(/Your Name/)).toHaveProperty('value', 'Wren Hall');
    expect(screen.getByLabelText(/Your Email/)).toHaveProperty('value', 'wren@example.com');
    expect(screen.getByLabelText(/Your Phone/)).toHaveProperty('value', '905 555 0188');
  });

  test('is not offered unless a day is full', () => {
    show([]);
    expect(screen.queryByRole('button', { name: 'Join the Waiting List' })).toBeNull();
  });

  test('sends the day, the service and the contact details', async () => {
    const backend = show(['2026-12-01', '2026-12-02'], { [join]: { body: { joined: true } } });
    await fill();
    expect(await screen.findByText('You are on the waiting list')).toBeTruthy();
    // The form that had the focus is gone: what it led to takes it.
    expect(document.activeElement?.textContent).toContain('You are on the waiting list');
    expect(document.activeElement?.textContent).toContain(
      'To leave the list, use the link in that email, or call us at (905) 555-0142.',
    );
    expect(backend.sent(join)[0]?.body).toEqual({
      serviceId: 'basic-wash',
      vehicleType: 'suv',
      addOns: ['wax'],
      date: '2026-12-01',
      name: 'Wren Hall',
      email: 'wren@example.com',
      phone: '+19055550188',
    });
  });

  test('asks for consent to texts while the business sends some, and sends it', async () => {
    const wording = 'Text me when a time becomes available. Reply STOP to end.';
    const backend = show(['2026-12-01'], {
      [join]: { body: { joined: true } },
      'GET /rest/v1/rpc/text_offer': { body: wording },
    });
    await press('Join the Waiting List');
    await userEvent.click(await screen.findByLabelText(/^Text me when a time becomes available/));
    await userEvent.type(screen.getByLabelText(/Your Name/), 'Wren Hall');
    await userEvent.type(screen.getByLabelText(/Your Email/), 'wren@example.com');
    await userEvent.type(screen.getByLabelText(/Your Phone/), '905 555 0188');
    await press('Join the List');
    await waitFor(() => expect(backend.sent(join)[0]?.body).toMatchObject({ textConsent: true }));
  });

  test('keeps the typed values for another day', async () => {
    show(['2026-12-01', '2026-12-02'], { [join]: { body: { joined: true } } });
    await fill();
    await userEvent.click(await screen.findByRole('button', { name: 'Join for another day' }));
    await press('Join the Waiting List');
    expect((await screen.findByLabelText<HTMLInputElement>(/Your Name/)).value).toBe('Wren Hall');
    expect(screen.getByLabelText<HTMLInputElement>(/Your Phone/).value).toBe('905 555 0188');
  });

  test('keeps the typed values when it is refused', async () => {
    show(['2026-12-01'], { [join]: refusal(429, 'too_many_waiting', 'Too many people joined.') });
    await fill();
    expect((await screen.findByRole('alert')).textContent).toContain('Too many people joined.');
    expect(screen.getByLabelText<HTMLInputElement>(/Your Name/).value).toBe('Wren Hall');
  });

  test('says at the fields what is missing', async () => {
    show(['2026-12-01']);
    await press('Join the Waiting List');
    await userEvent.click(await screen.findByRole('button', { name: 'Join the List' }));
    expect(await screen.findByText('Please enter your full name.')).toBeTruthy();
    expect(screen.getByText('Please enter your phone number.')).toBeTruthy();
  });
});

describe('The link of the email', () => {
  const show = (offer: Reply) => {
    startFakeBackend({ [read]: offer });
    renderScreen(
      <OfferedSchedule token="secret">{() => <p>The booking flow</p>}</OfferedSchedule>,
      {
        path: '/schedule?offer=secret',
      },
    );
  };

  test('opens the booking flow with the time chosen and the customer filled in', async () => {
    show({ body: anOffer() });
    expect(await screen.findByText('The booking flow')).toBeTruthy();
    expect(ownOfferToken()).toBe('secret');
    expect(readDraft()).toMatchObject({
      serviceId: 'basic-wash',
      date: '2026-12-01',
      time: '09:00',
      details: { name: 'Wren Hall', email: 'wren@example.com', phone: '9055550188' },
    });
  });

  test.each([
    ['lapsed', 'This offer has expired.'],
    ['declined', 'You passed on this time.'],
    ['taken', 'You have booked this time.'],
    ['withdrawn', 'This time is no longer held.'],
  ] as const)('says so when the time is %s', async (state, heading) => {
    show({ body: anOffer({ state }) });
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
    expect(ownOfferToken()).toBeUndefined();
  });

  test('with an unknown token opens nothing', async () => {
    show({ status: 404, body: { code: 'PT404', message: 'offer_not_found' } });
    expect(await screen.findByRole('heading', { name: /no longer valid/ })).toBeTruthy();
  });
});

test('passing on a time requires a click, and keeps the place on the list', async () => {
  const backend = startFakeBackend({
    [read]: { body: anOffer() },
    [decline]: { body: anOffer({ state: 'declined' }) },
  });
  renderScreen(<DeclineScreen />, { path: '/waiting-list?token=secret' });
  await screen.findByRole('heading', { name: 'Not the right time?' });
  expect(backend.sent(decline)).toEqual([]);
  await press('Pass on This Time');
  expect(await screen.findByRole('heading', { name: 'You passed on this time.' })).toBeTruthy();
  expect(backend.sent(decline)[0]?.body).toEqual({ token: 'secret', leave: false });
});
