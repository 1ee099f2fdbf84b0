// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { setSession } from '@/lib/session.ts';
import { toasts } from '@/lib/toast.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import type { Inquiry, InquiryState } from '@contracts/inquiries.ts';
import InquiriesScreen from './inquiries-screen.tsx';
import InquiryScreen from './inquiry-screen.tsx';

const find = 'POST /rest/v1/rpc/find_inquiries';
const page = 'POST /rest/v1/rpc/inquiry_page';
const mark = 'POST /rest/v1/rpc/mark_inquiry';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  setSession({ status: 'guest' });
});

const inquiry = (change: Partial<Inquiry> = {}): Inquiry => ({
  id: 'one',
  created_at: '2026-12-01T15:04:00Z',
  name: 'Di Lane',
  email: 'di@example.com',
  subject: 'Engine bay',
  message: 'Is it included?',
  booking_id: null,
  status: 'new',
  booking: null,
  changes: [],
  ...change,
});

const counts = { new: 31, answered: 2, closed: 0, held_back: 3 };

test('shows one status at a time, as in the URL, and more on request', async () => {
  const user = userEvent.setup();
  const next = { created_at: '2026-12-01T15:04:00Z', id: 'one' };
  const backend = startFakeBackend({
    [find]: ({ body }) => {
      const { wanted, before } = body as { wanted: InquiryState; before: object | null };
      const subject = before ? 'An older one' : `A ${wanted} one`;
      const listed = { ...inquiry({ subject, id: subject }), beginning: 'Is it' };
      return {
        body: { inquiries: [listed], next: !before && wanted === 'new' ? next : null, counts },
      };
    },
  });
  signIn({ isAdmin: true });
  renderScreen(<InquiriesScreen />, { path: '/admin/inquiries' });
  expect(await screen.findByRole('link', { name: /^A new one/ })).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'New 31', checked: true })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show Older Inquiries' }));
  expect(await screen.findByRole('link', { name: /^An older one/ })).toBeTruthy();
  expect(backend.sent(find).at(-1)?.body).toEqual({ wanted: 'new', before: next });

  await user.click(screen.getByRole('radio', { name: 'Answered 2' }));
  expect(await screen.findByRole('link', { name: /^A answered one/ })).toBeTruthy();
  cleanup();
  renderScreen(<InquiriesScreen />, { path: '/admin/inquiries?state=closed' });
  expect(await screen.findByRole('link', { name: /^A closed one/ })).toBeTruthy();
});

function openOne(shown: Inquiry) {
  const backend = startFakeBackend({ [page]: { body: shown }, [mark]: { body: 'new' } });
  signIn({ isAdmin: true });
  renderScreen(<InquiryScreen />, {
    path: '/admin/inquiries/one',
    pattern: '/admin/inquiries/:inquiryId',
  });
  return backend;
}

test('opens an email to answer, marks the inquiry, and can undo the mark', async () => {
  const user = userEvent.setup();
  const backend = openOne(inquiry());
  const reply = await screen.findByRole('link', { name: 'Reply in your email program' });
  expect(reply.getAttribute('href')).toMatch(/^mailto:di@example\.com\?subject=Re%3A%20Engine/);
  const changes = [
    {
      at: '2026-12-01T16:00:00Z',
      actor_label: 'boss@example.com',
      was: 'new' as const,
      is: 'answered' as const,
    },
  ];
  backend.answers[page] = { body: inquiry({ status: 'answered', changes }) };
  await user.click(screen.getByRole('button', { name: 'Mark as answered' }));
  expect(await screen.findByText('Answered.')).toBeTruthy();
  expect(screen.getByText(/Marked as answered by/).textContent).toBe(
    'Marked as answered by boss@example.com on Dec 1, 2026, 11:00 AM',
  );
  await waitFor(() => expect(toasts.current()?.action?.label).toBe('Undo'));
  toasts.current()?.action?.onSelect();
  await waitFor(() =>
    expect(
      backend.sent(mark).map(({ body }) => (body as { new_status: string }).new_status),
    ).toEqual(['answered', 'new']),
  );
});

const answer = 'POST /rest/v1/rpc/answer_inquiry';

test('emails an answer, keeps it as typed when that fails, and lists it once sent', async () => {
  const user = userEvent.setup();
  const backend = openOne(inquiry());
  backend.answers[answer] = { status: 500, body: { code: 'XX000', message: 'broken' } };
  const send = await screen.findByRole('button', { name: 'Send answer by email' });
  await user.click(send);
  expect(screen.getByText('Please enter your answer.')).toBeTruthy();
  await user.type(screen.getByLabelText(/^Your answer/), 'Yes.');
  await user.click(send);
  expect(await screen.findByText('Not sent')).toBeTruthy();
  expect(screen.getByLabelText(/^Your answer/)).toHaveProperty('value', 'Yes.');
  backend.answers[answer] = { body: null };
  const reply = { id: 'r', at: '2026-12-01T16:00:00Z', actor_label: 'boss@example.com' };
  backend.answers[page] = {
    body: inquiry({
      status: 'answered',
      replies: [{ ...reply, message: 'Yes.', mail_status: 'queued' }],
    }),
  };
  await user.click(send);
  expect(await screen.findByText(/^Waiting to be sent, by/)).toBeTruthy();
  expect(screen.getByLabelText(/^Your answer/)).toHaveProperty('value', '');
  const [first, second] = backend.sent(answer).map(({ body }) => body as { request_id: string });
  expect(second).toMatchObject({ target_inquiry_id: 'one', message: 'Yes.' });
  expect(second?.request_id).toBe(first?.request_id);
});

const remove = 'POST /rest/v1/rpc/delete_held_back_inquiry';
const removeAll = 'POST /rest/v1/rpc/delete_held_back_inquiries';

test('deletes all held-back inquiries after a question, up to the newest one shown [S5.4]', async () => {
  const user = userEvent.setup();
  let listed = [{ ...inquiry({ status: 'held_back' }), beginning: 'Is it' }];
  const backend = startFakeBackend({
    [find]: () => ({ body: { inquiries: listed, next: null, counts } }),
    [removeAll]: () => {
      listed = [];
      return { body: 3 };
    },
  });
  signIn({ isAdmin: true });
  renderScreen(<InquiriesScreen />, { path: '/admin/inquiries' });
  await screen.findByRole('link', { name: /Engine bay/ });
  expect(screen.queryByRole('button', { name: 'Delete all held back' })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Held back 3' }));
  await user.click(await screen.findByRole('button', { name: 'Delete all held back' }));
  await user.click(screen.getByRole('button', { name: 'Keep them' }));
  expect(backend.sent(removeAll)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete all held back' }));
  await user.click(screen.getByRole('button', { name: 'Delete all' }));
  expect(await screen.findByText('Nothing is held back.')).toBeTruthy();
  expect(backend.sent(removeAll).map(({ body }) => body)).toEqual([
    { up_to: '2026-12-01T15:04:00Z' },
  ]);
  expect(toasts.current()?.title).toBe('3 inquiries deleted.');
});

test('releases a held-back inquiry without an undo', async () => {
  const user = userEvent.setup();
  const backend = openOne(inquiry({ status: 'held_back' }));
  backend.answers[mark] = { body: 'held_back' };
  await user.click(await screen.findByRole('button', { name: 'Release' }));
  await waitFor(() => expect(toasts.current()?.title).toBe('The inquiry is released.'));
  expect(toasts.current()?.action).toBeUndefined();
  expect(backend.sent(mark).map(({ body }) => body)).toEqual([
    { target_inquiry_id: 'one', new_status: 'new' },
  ]);
});

test('deletes a held-back inquiry after a question, and shows a refusal', async () => {
  const user = userEvent.setup();
  const backend = openOne(inquiry({ status: 'held_back' }));
  backend.answers[remove] = { status: 404, body: { code: 'PT404', message: 'inquiry_not_found' } };
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(screen.getByRole('button', { name: 'Delete inquiry' }));
  await waitFor(() => expect(toasts.current()?.title).toBe('Not deleted'));
  backend.answers[remove] = { body: null };
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(screen.getByRole('button', { name: 'Delete inquiry' }));
  await waitFor(() => expect(toasts.current()?.title).toBe('The inquiry is deleted.'));
  expect(backend.sent(remove)).toHaveLength(2);
});

test('links to the named booking, and says when its number is unknown', async () => {
  const booking = {
    id: 'b',
    customer_name: 'Di Lane',
    service_name: 'Basic Wash',
    booking_date: '2026-12-03',
    booking_time: '09:00',
    status: 'confirmed',
  };
  openOne(inquiry({ booking_id: 'b', booking }));
  const link = await screen.findByRole('link', { name: /^Basic Wash for Di Lane/ });
  expect(link.getAttribute('href')).toBe('/admin/bookings/b');
  cleanup();
  openOne(inquiry({ booking_id: 'astray' }));
  expect(await screen.findByText(/No booking has the ID that the customer entered/)).toBeTruthy();
});

test('says that an inquiry does not exist', async () => {
  const backend = openOne(inquiry());
  backend.answers[page] = { status: 404, body: { code: 'PT404', message: 'inquiry_not_found' } };
  cleanup();
  renderScreen(<InquiryScreen />, {
    path: '/admin/inquiries/two',
    pattern: '/admin/inquiries/:inquiryId',
  });
  expect(await screen.findByRole('heading', { name: 'Inquiry not found' })).toBeTruthy();
});
