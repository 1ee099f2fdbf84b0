// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultOpeningRules } from '@domain/time/opening-rules.ts';
import { setSession } from '@/lib/session.ts';
import { toasts } from '@/lib/toast.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import type { CrewTitle } from '../event-words.ts';
import { booked } from '../testing/range.ts';
import { MovePanel } from './move-panel.tsx';

const move = 'POST /rest/v1/rpc/move_booking';
const onClose = vi.fn();

let backend: ReturnType<typeof startFakeBackend>;

beforeEach(() => {
  signIn({ isAdmin: true });
  backend = startFakeBackend({ [move]: { body: null } });
});

afterEach(() => {
  cleanup();
  onClose.mockReset();
  vi.unstubAllGlobals();
  setSession({ status: 'guest' });
});

const lastOf = (name: string) => backend.sent(name).at(-1)?.body;
const refuse = (message: string, status = 409) => ({
  status,
  body: { code: `PT${status}`, message, details: null, hint: null },
});
const enter = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submitMove = (name = 'Move booking') => fireEvent.click(screen.getByText(name));

function openMoveForm(changes: Parameters<typeof booked>[0] = {}, titleOf: CrewTitle = null) {
  renderScreen(<MovePanel booking={booked(changes)} titleOf={titleOf} onClose={onClose} />, {
    path: '/admin/bookings',
  });
  enter(/^Day/, '2026-12-02');
  enter(/^Time/, '15:00');
}

test('a booking moves by day and time, and says to call a customer without an email address', async () => {
  openMoveForm({ has_email: false });
  expect(screen.getByText(/Please call the customer/)).toBeTruthy();
  submitMove();
  await expectToast('Moved', 'Now Wednesday, December 2, 2026 at 3:00 PM.');
  expect(lastOf(move)).toEqual({
    target_booking_id: 'b1',
    new_date: '2026-12-02',
    new_time: '15:00',
    anyway: false,
  });
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

test('the next times leave out the one that the visit has', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T23:30:00Z') });
  backend.answers['GET /rest/v1/booked_slots'] = { body: [] };
  backend.answers['GET /rest/v1/rpc/opening_rules'] = {
    body: { ...defaultOpeningRules, servedPrefixes: [] },
  };
  openMoveForm({ booking_date: '2026-12-02', booking_time: '09:00', duration_minutes: 120 });
  const next = await screen.findAllByRole('radio', { name: /Wed, Dec 2/ });
  // The starts of a new booking, but for the one it has.
  expect(next).toHaveLength(2);
  expect(screen.queryByRole('radio', { name: /^9:00 AM.*Wed, Dec 2/ })).toBeNull();
  expect(screen.getByRole('radio', { name: /^3:00 PM.*Wed, Dec 2/ })).toBeTruthy();
  expect(screen.getByRole('radio', { name: /^9:00 AM.*Thu, Dec 3/ })).toBeTruthy();
  expect(screen.queryByRole('radio', { name: /^8:30 AM/ })).toBeNull();
  vi.useRealTimers();
});

test('a start that customers cannot book is asked about before it is moved to', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T23:30:00Z') });
  backend.answers['GET /rest/v1/booked_slots'] = { body: [] };
  backend.answers['GET /rest/v1/rpc/opening_rules'] = {
    body: { ...defaultOpeningRules, servedPrefixes: [] },
  };
  openMoveForm({ duration_minutes: 120 });
  await screen.findAllByRole('radio');
  enter(/^Time/, '08:30');
  submitMove();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Customers can’t book this start time online. Move the booking anyway?',
  );
  expect(backend.sent(move)).toHaveLength(0);
  submitMove('Move anyway');
  await waitFor(() => expect(backend.sent(move)[0]?.body).toMatchObject({ anyway: true }));
  vi.useRealTimers();
});

test('a move outside the opening hours requires a confirmation', async () => {
  backend.answers[move] = ({ body }) =>
    (body as { anyway: boolean }).anyway ? { body: null } : refuse('outside_hours');
  openMoveForm();
  submitMove();
  expect((await screen.findByRole('alert')).textContent).toContain('Outside your opening hours');
  // Another time is another question.
  enter(/^Time/, '16:00');
  expect(screen.queryByText('Move anyway')).toBeNull();
  submitMove();
  await screen.findByText('Move anyway');
  submitMove('Move anyway');
  await expectToast('Moved', 'Now Wednesday, December 2, 2026 at 4:00 PM.');
  expect(backend.sent(move).map(({ body }) => (body as { anyway: boolean }).anyway)).toEqual([
    false,
    false,
    true,
  ]);
});

test.each([
  ['slot_taken', 409, 'that time is no longer available'],
  ['booking_past', 409, 'has already started'],
  ['not_confirmed', 409, 'isn’t paid'],
  ['date_too_far', 409, 'too far ahead'],
  ['time_not_offered', 409, 'isn’t available'],
  ['invalid_time', 400, 'choose a day and a time'],
  ['time_in_past', 409, 'That time has passed'],
])('a move refused with %s says why, and keeps the chosen time', async (code, status, sentence) => {
  backend.answers[move] = refuse(code, status);
  openMoveForm();
  submitMove();
  expect((await screen.findByRole('alert')).textContent).toContain(sentence);
  expect(screen.getByLabelText<HTMLInputElement>(/^Time/).value).toBe('15:00');
  expect(screen.queryByText('Move anyway')).toBeNull();
});

test('a move without a connection says so', async () => {
  backend.answers[move] = () => Promise.reject(new TypeError('Failed to fetch'));
  openMoveForm();
  submitMove();
  expect((await screen.findByRole('alert')).textContent).toContain('could not reach the server');
});

test.each([
  [2, 'South van isn’t free then. North van takes this visit.', / North van takes it now\.$/],
  [1, 'South van keeps this visit.', /3:00 PM\.$/],
])('a move says before and after that crew %i has the visit', async (after, before, said) => {
  const vans = ['South van', 'North van'];
  backend.answers['POST /rest/v1/rpc/crew_after_move'] = { body: after };
  backend.answers['POST /rest/v1/rpc/crews_for_visit'] = {
    body: vans.map((title, index) => ({
      ...{ number: index + 1, title, is_present: index + 1 === after, is_free: false },
      in_the_way: { why: 'hours' },
    })),
  };
  openMoveForm({}, (crew) => vans[crew - 1] ?? '');
  expect(await screen.findByText(before)).toBeTruthy();
  submitMove();
  await waitFor(() => expect(toasts.current()?.description).toMatch(said));
  backend.answers['POST /rest/v1/rpc/change_crew'] = { body: null };
  toasts.current()?.action?.onSelect();
  await expectToast('Moved back', 'Now Tuesday, December 1, 2026 at 9:00 AM.');
  expect(lastOf(move)).toMatchObject({ new_date: '2026-12-01', new_time: '09:00', anyway: true });
  expect(lastOf('POST /rest/v1/rpc/change_crew')).toEqual({ target_booking_id: 'b1', crew: 1 });
});
