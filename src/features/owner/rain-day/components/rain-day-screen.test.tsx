// @vitest-environment jsdom
import { cleanup, configure, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultOpeningRules } from '@domain/time/opening-rules.ts';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend, type Reply } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import { aRainAnswer, aRainDay } from '../testing/rain-records.ts';
import RainDayScreen from './rain-day-screen.tsx';

vi.mock('@/lib/live.ts', () => ({ useLive: () => undefined }));

const mark = 'POST /rest/v1/rpc/mark_rain_day';
const preview = 'POST /rest/v1/rpc/rain_day_preview';
const marked = 'POST /rest/v1/rpc/rain_days_with_answers';

const booking = (id: string, change = {}) => ({
  id,
  customer_name: `Customer ${id}`,
  customer_email: `${id}@example.com`,
  customer_phone: '+19055550101',
  service_name: 'Basic Wash',
  booking_date: '2026-12-01',
  booking_time: '09:00',
  duration_minutes: 120,
  is_asked: false,
  ...change,
});

configure({ defaultHidden: true });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-29T15:00:00Z') });
  signIn({ isAdmin: true });
});

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(answers: Record<string, Reply>, search = '?day=2026-12-01') {
  const backend = startFakeBackend({
    'GET /rest/v1/rpc/opening_rules': { body: defaultOpeningRules },
    'GET /rest/v1/booked_slots': { body: [] },
    [preview]: { body: { is_marked: false, bookings: [] } },
    [marked]: { body: { mail_is_on: true, days: [] } },
    ...answers,
  });
  renderScreen(<RainDayScreen />, { path: `/admin/rain-day${search}` });
  return backend;
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const confirm = (name: string) =>
  userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }));

describe('Marking a rain day', () => {
  test('asks first, then offers each customer the times shown', async () => {
    const bookings = [booking('a'), booking('b', { booking_time: '12:00', customer_email: null })];
    const backend = open({
      [preview]: { body: { is_marked: false, bookings } },
      [mark]: { body: 'rain' },
    });
    await screen.findByText('There are 2 bookings on Tuesday, December 1.');
    expect(document.body.textContent).toContain('No email address');
    expect(document.body.textContent).toContain('Wed, Dec 2, 9:00 AM until about 11:00 AM');
    await press('Mark rain day');
    expect(screen.getByRole('alertdialog').textContent).toContain('We email 1 customer');
    expect(screen.getByRole('alertdialog').textContent).toContain('You need to call 1 customer');
    expect(backend.sent(mark)).toEqual([]);
    await confirm('Mark rain day');
    await screen.findByText('Tuesday, December 1 is closed for rain.', { exact: false });
    expect(backend.sent(mark)[0]?.body).toMatchObject({
      on_day: '2026-12-01',
      day_part: 'day',
      hours: 24,
      seen: ['a', 'b'],
      plan: [
        { bookingId: 'a', times: [{ date: '2026-12-02', time: '09:00' }, {}, {}] },
        { bookingId: 'b', times: [{ date: '2026-12-02', time: '12:00' }, {}, {}] },
      ],
    });
  });

  test('leaves out the bookings that the owner unchecks', async () => {
    const bookings = [booking('a'), booking('b', { booking_time: '12:00' })];
    const backend = open({
      [preview]: { body: { is_marked: false, bookings } },
      [mark]: { body: 'rain' },
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Ask Customer a, 9:00 AM' }));
    await press('Mark rain day');
    await confirm('Mark rain day');
    await vi.waitFor(() => expect(backend.sent(mark)).toHaveLength(1));
    const body = backend.sent(mark)[0]?.body as { seen: string[]; plan: { bookingId: string }[] };
    expect(body.seen).toEqual(['a', 'b']);
    expect(body.plan.map(({ bookingId }) => bookingId)).toEqual(['b']);
  });

  test('says that another session was faster, and marks nothing', async () => {
    open({
      [preview]: { body: { is_marked: false, bookings: [booking('a')] } },
      [mark]: {
        status: 409,
        body: { code: 'PT409', message: 'slot_taken', details: null, hint: null },
      },
    });
    await screen.findByText(/^There is 1 booking on/);
    await press('Mark rain day');
    await confirm('Mark rain day');
    const [notice, ...others] = await screen.findAllByText('Rain day not marked');
    expect(notice?.parentElement?.textContent).toContain(
      'One of these times is no longer available.',
    );
    expect(others, 'said once').toEqual([]);
  });

  test('closes a day without bookings', async () => {
    open({});
    await screen.findByText('There are no bookings on Tuesday, December 1.');
    expect(screen.getByRole('button', { name: 'Mark rain day' })).toBeTruthy();
  });

  test('says of today that it leaves out what has begun', async () => {
    open({}, '?day=2026-11-29');
    await screen.findByText(
      /^There are no bookings on .*\. A visit that has begun stays as it is\.$/,
    );
  });

  test('is not offered for a past day', async () => {
    open({}, '?day=2026-11-01');
    expect(await screen.findByText(/This day is in the past/)).toBeTruthy();
  });
});

describe('The list of answers', () => {
  test.each([
    [{ state: 'chosen', booking_date: '2026-12-02' }, 'New time', 'Chose Wednesday, December 2'],
    [{ state: 'asked' }, 'Waiting', 'held until Monday, November 30 at 4:30 PM'],
    [
      { state: 'asked', expires_at: '2026-11-28T15:00:00Z', times: [] },
      'No answer',
      'available again',
    ],
    [{ state: 'asked', customer_email: null }, 'Call', 'No email could be sent'],
    [{ state: 'asked', expires_at: null, times: [] }, 'Call', 'no times to offer'],
    [{ state: 'declined', times: [] }, 'None suits', 'Please call'],
    [{ state: 'settled' }, 'Settled', 'Settled by phone'],
    [{ state: 'over' }, 'Visit held', 'marked as done or as a no-show'],
    [{ state: 'cancelled' }, 'Cancelled', 'was cancelled'],
  ] as const)('shows the state: %j', async (change, label, detail) => {
    const days = [aRainDay([aRainAnswer({ ...change, times: [] })])];
    open({ [marked]: { body: { mail_is_on: true, days } } }, '');
    expect(await screen.findByText(label)).toBeTruthy();
    expect(document.body.textContent).toContain(detail);
  });

  test('resends new times after showing them', async () => {
    const send = 'POST /rest/v1/rpc/send_rain_times';
    const days = [aRainDay([aRainAnswer({ state: 'declined', times: [] })])];
    const backend = open(
      { [marked]: { body: { mail_is_on: true, days } }, [send]: { body: null } },
      '',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Send new times' }));
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      'Wednesday, December 2 at 9:00 AM',
    );
    await press('Send times');
    await vi.waitFor(() => expect(backend.sent(send)).toHaveLength(1));
  });

  const takeBack = 'POST /rest/v1/rpc/take_back_rain_day';

  test('undoes a coming rain day, and says why not when it has passed meanwhile', async () => {
    const backend = open(
      {
        [marked]: { body: { mail_is_on: true, days: [aRainDay([aRainAnswer()])] } },
        [takeBack]: {
          status: 409,
          body: { code: 'PT409', message: 'rain_day_over', details: null, hint: null },
        },
      },
      '',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Undo rain day' }));
    await confirm('Undo rain day');
    expect(await screen.findAllByText(/^This has passed, so it can’t be undone/)).toBeTruthy();
    expect(backend.sent(takeBack)).toHaveLength(1);
  });

  test.each([
    ['has passed', { can_be_taken_back: false }, 0],
    ['was undone', { can_be_taken_back: false, is_taken_back: true }, 1],
  ])('offers no undo when it %s', async (_what, change, saidSo) => {
    const days = [aRainDay([aRainAnswer({ times: [] })], change)];
    open({ [marked]: { body: { mail_is_on: true, days } } }, '');
    expect(await screen.findByRole('button', { name: 'Send new times' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo rain day' })).toBeNull();
    expect(screen.queryAllByText(/^Undone/)).toHaveLength(saidSo);
  });

  test('says that the email is switched off', async () => {
    open({ [marked]: { body: { mail_is_on: false, days: [] } } }, '');
    expect(await screen.findByText('The rain day email is switched off')).toBeTruthy();
  });
});
