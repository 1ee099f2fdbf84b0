// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { press } from '@/testing/press.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import type { CalendarRange } from '@contracts/calendar.ts';
import { booked, offered, off, range } from '../testing/range.ts';
import { stubWindow } from '../testing/stub-window.ts';
import BookingsScreen from './bookings-screen.tsx';

const rpc = (name: string) => `POST /rest/v1/rpc/${name}`;
const [ask, find] = [rpc('calendar_range'), rpc('find_bookings')];
const [take, end] = [rpc('add_time_off'), rpc('end_time_off')];

let backend: ReturnType<typeof startFakeBackend>;

beforeEach(() => {
  // Monday, November 30, 2026 at 10:00 AM in Toronto.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T15:00:00Z') });
  stubWindow();
  signIn({ isAdmin: true });
  backend = startFakeBackend({
    [ask]: { body: range() },
    [find]: { body: { bookings: [booked()], next: null } },
    [take]: { body: { ids: ['t'], standing: [] } },
    [end]: { body: null },
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setSession({ status: 'guest' });
});

function Steps() {
  return (
    <>
      <button onClick={() => history.back()}>Back</button>
      <button onClick={() => history.forward()}>Forward</button>
    </>
  );
}

function open(shown?: Partial<CalendarRange>, query = 'view=day&day=2026-12-01') {
  if (shown) backend.answers[ask] = { body: range(shown) };
  return renderScreen(
    <>
      <BookingsScreen bookingOf={(id) => <p>Booking {id}</p>} />
      <Steps />
    </>,
    { path: `/admin/bookings?${query}` },
  );
}

const event = (name: RegExp) => screen.findByRole('button', { name });
const lastOf = (name: string) => backend.sent(name).at(-1)?.body;
const refuse = (message: string, status = 409) => ({
  status,
  body: { code: `PT${status}`, message, details: null, hint: null },
});
test('a day of a month with more visits than fit opens with all of them', async () => {
  const bookings = Array.from({ length: 6 }, (_, index) =>
    booked({ id: `b${index}`, crew: 1 + (index % 2), booking_time: `${9 + index}:00` }),
  );
  open({ crews: 2, bookings }, 'view=month&day=2026-12-01');
  fireEvent.click(await event(/more/));
  await waitFor(() =>
    expect(lastOf(ask)).toEqual({ from_day: '2026-12-01', until_day: '2026-12-01' }),
  );
});

test('the URL has the view and the day, so that back and forward move through them', async () => {
  open();
  await event(/Mia Young/);
  expect(lastOf(ask)).toEqual({ from_day: '2026-12-01', until_day: '2026-12-01' });
  await press('Week');
  expect(screen.getByText('November 30 to December 6, 2026')).toBeTruthy();
  await waitFor(() =>
    expect(lastOf(ask)).toEqual({ from_day: '2026-11-30', until_day: '2026-12-06' }),
  );
  await press('Next week');
  expect(screen.getByText('December 7 to December 13, 2026')).toBeTruthy();
  await press('List');
  expect(await screen.findByRole('search')).toBeTruthy();
  await waitFor(() =>
    expect(lastOf(find), 'upcoming').toMatchObject({ from_day: '2026-11-30', soonest_first: true }),
  );
  await press('Month');
  expect(await screen.findByText('December 2026'), 'the list keeps the day').toBeTruthy();
  await press('Back');
  expect(await screen.findByRole('search')).toBeTruthy();
  await press('Back');
  expect(await screen.findByText('December 7 to December 13, 2026')).toBeTruthy();
  await press('Back');
  await press('Back');
  expect(await screen.findByText('Tuesday, December 1, 2026')).toBeTruthy();
  await press('Forward');
  expect(await screen.findByText('November 30 to December 6, 2026')).toBeTruthy();
});

test('a calendar that cannot be loaded says so and can be reloaded', async () => {
  backend.answers[ask] = { status: 500, body: { message: 'no' } };
  open();
  await screen.findByText('Could not load the calendar.');
  backend.answers[ask] = { body: range() };
  await press('Try again');
  expect(await event(/Mia Young/)).toBeTruthy();
});

test('each kind of event has its own look and label, and crews are named', async () => {
  open({
    crews: 2,
    days: [{ day: '2026-12-01', is_special: true, label: 'Fair', from: '10:00', until: '16:00' }],
    bookings: [
      booked(),
      booked({ id: 'b2', customer_name: 'Otto', crew: 2 }),
      booked({ id: 'b3', customer_name: 'Ned', booking_time: '12:00', status: 'pending_payment' }),
    ],
    offers: [offered(), offered({ id: 'o2', kind: 'waiting', name: null, from: '17:00' })],
    timeOff: [off({ crew: 2 })],
  });
  for (const [name, look] of [
    [/Mia Young\s*Crew 1/, 'cal-booking'],
    [/Otto\s*Crew 2/, 'cal-booking'],
    [/Not paid yet.*Ned/, 'cal-held'],
    [/Held, rain day.*Rita/, 'cal-held'],
    [/Offered.*Waiting customer/, 'cal-held'],
    [/Blocked time.*Dentist\s*Crew 2/, 'cal-time-off'],
  ] as const) {
    expect((await event(name)).closest('.cal-event')?.className).toContain(look);
  }
  // What stands above the hours is placed by its height, and nothing has one here.
  const special = screen.getByText('Fair').closest('.cal-special');
  expect(special?.textContent).toContain('Open 10:00 AM to 4:00 PM');
});

test('a crew is shown alone, and stays so on the next day', async () => {
  open({
    crews: 2,
    bookings: [booked(), booked({ id: 'b2', customer_name: 'Otto', crew: 2 })],
    timeOff: [off()],
  });
  await event(/Mia Young/);
  await press('Crew 2');
  expect(screen.getByRole('button', { name: 'Crew 2' }).getAttribute('aria-pressed')).toBe('true');
  expect(await event(/Otto/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Mia Young/ })).toBeNull();
  expect(await event(/Dentist/), 'blocked for all crews').toBeTruthy();
  await press('Next day');
  expect(new URLSearchParams(location.search).get('crew')).toBe('2');
  await press('Previous day');
  await press('All crews');
  expect(await event(/Mia Young/)).toBeTruthy();
});

test('one crew has no colours to tell apart', async () => {
  open();
  await event(/Mia Young/);
  expect(screen.queryByRole('group', { name: 'Crews' })).toBeNull();
});

test.each([
  [[2], 1],
  [[1, 2], 0],
])('while the crews %j are off, the free stretches at 11 are %i', async (off, count) => {
  stubWindow(false);
  const days = ['2026-11-30', '2026-12-01'].map((day) => ({
    ...{ day, is_special: false, label: null, from: '08:30', until: '18:00' },
  }));
  const crewHours = off.map((crew) => ({ day: '2026-12-01', crew, from: null, until: null }));
  open({ crews: 2, days, bookings: [booked()], crewHours }, 'view=week&day=2026-12-01');
  await event(/9:00 AM.*Mia Young/);
  expect(screen.queryAllByRole('button', { name: /^Free 11:00 AM to 6:00 PM/ })).toHaveLength(
    count,
  );
});

test('a week on a phone is a list by day, with the same actions', async () => {
  stubWindow(false);
  const days = ['2026-11-30', '2026-12-01', '2026-12-02'].map((day) => ({
    ...{ day, is_special: false, label: null, from: '08:30', until: '18:00' },
  }));
  open(
    { crews: 2, days, bookings: [booked(), booked({ id: 'b2', customer_name: 'Otto', crew: 2 })] },
    'view=week&day=2026-12-01',
  );
  const visit = await event(/9:00 AM.*Mia Young.*Basic Wash · Caledon.*Crew 1.*\$45.00 due/);
  expect(screen.getAllByText('No visits')).toHaveLength(2);
  expect(screen.getByText('2 visits')).toBeTruthy();
  await userEvent.click(visit);
  expect(await screen.findByRole('dialog', { name: 'Mia Young' })).toBeTruthy();
  await press('Close');
  await userEvent.click(await event(/^Free 11:00 AM to 6:00 PM on Tuesday, December 1$/));
  expect(await screen.findByRole('dialog', { name: 'Available time' })).toBeTruthy();
  await press('Close');
  await userEvent.click(await event(/^Tuesday, December 1$/));
  expect(await screen.findByText('Tuesday, December 1, 2026')).toBeTruthy();
});

test('a hold links to its customer, and a special day to the opening hours', async () => {
  open({
    days: [{ day: '2026-12-01', is_special: true, label: 'Fair', from: null, until: null }],
    offers: [offered()],
  });
  await userEvent.click(await event(/Held, rain day/));
  expect(screen.getByRole('link', { name: 'Open booking' }).getAttribute('href')).toBe(
    '/admin/bookings/b9',
  );
  expect(screen.getByRole('link', { name: 'Open rain day' })).toBeTruthy();
  await press('Close');
  await userEvent.click(screen.getByText('Fair'));
  expect(screen.getByRole('link', { name: 'Change hours' })).toBeTruthy();
});

test('a visit is given to another crew that is free, where there are several', async () => {
  const crew = (number: number, is: object) => ({
    ...{ number, title: `Crew ${number}`, is_present: false, is_free: false },
    in_the_way: null,
    ...is,
  });
  backend.answers['POST /rest/v1/rpc/crews_for_visit'] = {
    body: [
      crew(1, { is_present: true }),
      crew(2, { in_the_way: { why: 'hours' } }),
      crew(3, { is_free: true }),
    ],
  };
  backend.answers['POST /rest/v1/rpc/change_crew'] = { body: null };
  open({ crews: 3 });
  await userEvent.click(await event(/Mia Young/));
  await press('Change crew');
  const form = within(await screen.findByRole('form', { name: 'Change crew' }));
  expect(form.getByRole<HTMLInputElement>('radio', { name: /^Crew 2/ }).disabled).toBe(true);
  await userEvent.click(form.getByRole('button', { name: 'Change crew' }));
  await expectToast('Crew Changed', 'Crew 3 now has this visit.');
  expect(backend.sent('POST /rest/v1/rpc/change_crew')[0]?.body).toMatchObject({ crew: 3 });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('one crew has no other to give a visit to', async () => {
  open();
  await userEvent.click(await event(/Mia Young/));
  expect(screen.queryByRole('button', { name: 'Change crew' })).toBeNull();
});

test('blocking time uses the shown day, and lists the bookings inside it', async () => {
  backend.answers[take] = {
    body: { ids: ['t'], standing: [{ ...booked(), booking_time: '09:00:00' }] },
  };
  open({ crews: 2 });
  await event(/Mia Young/);
  await press('Block time');
  await userEvent.type(screen.getByLabelText(/^Reason/), 'Dentist');
  await userEvent.selectOptions(screen.getByLabelText('Crew'), 'Crew 2');
  await press('Block this time');
  expect(await screen.findByText('One booking falls in this time')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Mia Young/ }).getAttribute('href')).toBe(
    '/admin/bookings/b1',
  );
  expect(lastOf(take)).toEqual({
    from_day: '2026-12-01',
    from_time: null,
    until_day: '2026-12-01',
    until_time: null,
    reason: 'Dentist',
    crew: 2,
  });
});

test('a refused block keeps the typed values', async () => {
  backend.answers[take] = refuse('unknown_crew', 400);
  open();
  await event(/Mia Young/);
  await press('Block time');
  await userEvent.type(screen.getByLabelText(/^Reason/), 'Dentist');
  await press('Block this time');
  expect((await screen.findByRole('alert')).textContent).toContain('This crew no longer exists');
  expect(screen.getByLabelText<HTMLInputElement>(/^Reason/).value).toBe('Dentist');
});

test('blocked time is unblocked, and Undo blocks it again', async () => {
  open({ timeOff: [off({ crew: 2 })] });
  await userEvent.click(await event(/Dentist/));
  await press('Unblock this time');
  await expectToast('Time unblocked', 'Customers can book these times again.');
  expect(lastOf(end)).toEqual({ claim_ids: ['t'] });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(lastOf(take)).toEqual({
      from_day: '2026-12-01',
      from_time: '13:00',
      until_day: '2026-12-01',
      until_time: '15:00',
      reason: 'Dentist',
      crew: 2,
    }),
  );
});

test('Back closes what was opened over the calendar, and stays on it', async () => {
  open();
  await userEvent.click(await event(/Mia Young/));
  expect(screen.getByRole('dialog', { name: 'Mia Young' })).toBeTruthy();
  history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('Tuesday, December 1, 2026')).toBeTruthy();
});

test('a booking chosen in the list is shown beside it, and Back closes it', async () => {
  open({}, 'view=list&status=due');
  expect(await screen.findByText('Choose a booking to see it here.')).toBeTruthy();
  await userEvent.click(await screen.findByRole('link', { name: /Mia Young/ }));
  expect(await screen.findByText('Booking b1')).toBeTruthy();
  const row = screen.getByRole('link', { name: /Mia Young/ });
  expect(row.getAttribute('aria-current')).toBe('true');
  await press('Back');
  expect(await screen.findByText('Choose a booking to see it here.')).toBeTruthy();
  expect(lastOf(find)).toMatchObject({ statuses: ['due'] });
});

test('a clicked booking can be opened, or moved by a form', async () => {
  open();
  await userEvent.click(await event(/Mia Young/));
  expect(screen.getByRole('link', { name: 'Open booking' }).getAttribute('href')).toBe(
    '/admin/bookings/b1',
  );
  await press('Move booking');
  const form = within(await screen.findByRole('dialog', { name: 'Move Mia Young' }));
  expect(form.getByLabelText<HTMLInputElement>(/^Time/).value).toBe('09:00');
});
