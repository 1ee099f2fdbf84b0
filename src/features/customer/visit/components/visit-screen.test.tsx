// @vitest-environment jsdom
import { cleanup, configure, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { VisitStatus } from '@contracts/visit.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { setArrivalWindow } from '@/lib/told-times.ts';
import { VisitScreen } from './visit-screen.tsx';

const read = 'POST /rest/v1/rpc/visit_status';
const pay = 'POST /rest/v1/rpc/open_balance_of_visit';

/** Ada's visit today at nine, three hours long; it is 9:05 AM. */
const aVisit = (change: Partial<VisitStatus> = {}): VisitStatus => ({
  state: 'booked',
  first_name: 'Ada',
  service_name: 'Premium Detailing',
  car: '2021 Mazda CX-5',
  booking_date: '2026-12-01',
  booking_time: '09:00',
  duration_minutes: 180,
  told: null,
  on_my_way_at: null,
  arrives_at: null,
  work_began_at: null,
  done_at: null,
  money: null,
  ...change,
});

const costs = (change: Partial<NonNullable<VisitStatus['money']>>) => ({
  ...{ total_cents: 11999, tax_cents: 0, tax_label: 'GST (5%)', tip_cents: 0 },
  ...{ paid_cents: 0, due_cents: 0, reduced_cents: 0, reduced_tax_cents: 0, ...change },
});

const left = { state: 'on_the_way', on_my_way_at: '2026-12-01T14:00:00Z' } as const;
const done = {
  state: 'done',
  work_began_at: '2026-12-01T14:10:00Z',
  done_at: '2026-12-01T17:00:00Z',
} as const;

configure({ defaultHidden: true });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T14:05:00Z') });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(visit: VisitStatus | null) {
  const backend = startFakeBackend({ [read]: { body: visit } });
  renderScreen(<VisitScreen />, { path: '/visit/secret', pattern: '/visit/:token' });
  return backend;
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const text = () => document.body.textContent;

describe('The page of a visit', () => {
  test.each([
    [aVisit(), 'See you today', 'we come to you at 9:00 AM'],
    [
      aVisit({ booking_date: '2026-12-02' }),
      'See you on Wednesday, December 2',
      'On the day, this page tells you',
    ],
    [
      aVisit({ booking_time: '08:45' }),
      'See you today',
      'your appointment is at 8:45 AM. If we aren’t with you yet, please call us.',
    ],
    [aVisit({ booking_time: '05:00' }), 'Your visit', 'your appointment was today at 5:00 AM.'],
    [aVisit({ booking_date: '2026-11-30' }), 'Your visit', 'your appointment was on Monday'],
    [
      aVisit({ ...left, arrives_at: '2026-12-01T14:18:00Z' }),
      'We’re on our way',
      'We left at 9:00 AM and expect to be with you around 9:20 AM.',
    ],
    [
      aVisit({ ...left, arrives_at: '2026-12-01T14:10:00Z' }),
      'We’re on our way',
      'around 9:10 AM. We are late for your appointment at 9:00 AM. Thank you for waiting.',
    ],
    [aVisit(left), 'We’re on our way', 'We left at 9:00 AM and are with you soon.'],
    [
      aVisit({ state: 'working', work_began_at: '2026-12-01T14:04:00Z' }),
      'We’re working on your car',
      'We began at 9:04 AM and expect to finish around 12:04 PM.',
    ],
    [aVisit(done), 'Your car is ready', 'Thank you, Ada.'],
    [aVisit({ state: 'missed' }), 'Sorry we missed you', 'Call us'],
    [aVisit({ state: 'cancelled' }), 'This visit is cancelled', 'book a new time'],
    [aVisit({ state: 'rained_out' }), 'This visit needs a new time', 'because of rain'],
  ])('says how it stands (%#)', async (visit, name, words) => {
    open(visit);
    await heading(name);
    expect(text()).toContain(words);
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toContain(
      'noindex',
    );
  });

  test('counts the minutes down, and marks the step of the moment', async () => {
    open(aVisit({ ...left, arrives_at: '2026-12-01T14:20:00Z' }));
    await heading('We’re on our way');
    expect(text()).toContain('about 15 min');
    expect(screen.getByText('On the way').closest('li')?.getAttribute('aria-current')).toBe('step');
  });

  test('tells the arrival window in place of the start', async () => {
    setArrivalWindow(30);
    open(aVisit());
    await heading('See you today');
    expect(text()).toContain('we come to you between 9:00 and 9:30 AM');
    expect(text()).toContain('We arrive9:00–9:30 AM');
    setArrivalWindow(0);
  });

  test('says nothing of being late within the window told', async () => {
    setArrivalWindow(30);
    open(aVisit({ ...left, arrives_at: '2026-12-01T14:25:00Z' }));
    await heading('We’re on our way');
    expect(text()).not.toContain('late');
    setArrivalWindow(0);
  });

  test('shows a photo from before and one from after, and the way to all', async () => {
    const backend = open(aVisit(done));
    const photo = (last: number) => `0000000b-0000-4000-8000-00000000000${last}`;
    backend.answers['POST /rest/v1/rpc/visit_photo_link'] = { body: 'phototoken' };
    backend.answers['POST /rest/v1/rpc/photos_of_link'] = {
      body: {
        ...{ service_name: 'Premium Detailing', car: '2021 Mazda CX-5', state: 'none', at: null },
        ...{ wording: 'May we?', is_shown: false },
        ...{ before: [photo(1), photo(2)], after: [photo(3)] },
      },
    };
    backend.answers['POST /functions/v1/booking-photo'] = { body: 'pixels' };
    expect(await screen.findByRole('button', { name: 'Enlarge before photo 1' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Enlarge after photo 1' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Enlarge before photo 2' })).toBeNull();
    const all = screen.getByRole('link', { name: 'See all 3 photos' });
    expect(all.getAttribute('href')).toBe('/car-photos?token=phototoken');
  });

  test('says when the visit was moved since the link was sent', async () => {
    open(aVisit({ told: { date: '2026-11-30', time: '12:00' } }));
    await heading('See you today');
    expect(text()).toContain(
      'moved from Monday, November 30 at 12:00 PM to Tuesday, December 1 at 9:00 AM',
    );
  });

  test('offers to pay what is due and to leave a review once it is done', async () => {
    const backend = open(aVisit({ ...done, money: costs({ paid_cents: 2000, due_cents: 9999 }) }));
    backend.answers[pay] = { body: 'paytoken' };
    await heading('Your car is ready');
    expect(text()).toContain('Premium Detailing$119.99Paid so far$20.00Balance$99.99');
    expect(screen.getByRole('link', { name: 'Leave a Review' }).getAttribute('href')).toBe(
      '/leave-review',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Pay the balance' }));
    await waitFor(() =>
      expect(screen.getByTestId('address').textContent).toBe('/pay?token=paytoken&visit=secret'),
    );
    expect(backend.sent(pay)[0]?.body).toEqual({ token: 'secret' });
  });

  test('asks for no payment when all is paid', async () => {
    open(
      aVisit({
        ...done,
        money: costs({ tax_cents: 600, tip_cents: 1000, paid_cents: 11999, due_cents: 0 }),
      }),
    );
    await heading('Your car is ready');
    expect(text()).toContain(
      'Premium Detailing$103.99GST (5%)$6.00Tip$10.00Total$119.99Paid in full$119.99',
    );
    expect(screen.queryByRole('button', { name: 'Pay the balance' })).toBeNull();
  });

  test('asks for a balance on site that is too little for a card', async () => {
    open(aVisit({ ...done, money: costs({ paid_cents: 11950, due_cents: 49 }) }));
    await heading('Your car is ready');
    expect(text()).toContain('Balance$0.49');
    expect(text()).toContain('Please pay it on site. Cards can’t be charged less than $0.50.');
    expect(screen.queryByRole('button', { name: 'Pay the balance' })).toBeNull();
  });

  test('says kindly that a link is unknown or expired', async () => {
    open(null);
    await heading('We can’t show this visit');
    expect(screen.getByRole('link', { name: 'My Bookings' })).toBeTruthy();
  });

  test('offers another try when it could not be loaded', async () => {
    const backend = startFakeBackend({ [read]: { status: 500, body: { message: 'down' } } });
    renderScreen(<VisitScreen />, { path: '/visit/secret', pattern: '/visit/:token' });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    backend.answers[read] = { body: aVisit() };
    await userEvent.click(retry);
    await heading('See you today');
  });
});
