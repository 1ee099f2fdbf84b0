// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appConfig } from '@/config/env.ts';
import { setSession } from '@/lib/session.ts';
import { refusal, startFakeBackend } from '@/testing/fake-backend.ts';
import { press } from '@/testing/press.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import type { Finding } from '@contracts/findings.ts';
import PaymentsScreen from './payments-screen.tsx';

vi.mock('@/lib/live.ts', () => ({ useLive: () => undefined }));

const list = 'POST /rest/v1/rpc/payments_to_look_at';
const disputes = 'POST /rest/v1/rpc/payment_disputes';
const mend = 'POST /functions/v1/mend-payment';
const attachable = 'POST /rest/v1/rpc/bookings_to_attach';
const bookingId = '0b9f4f0e-6a3c-4a57-9d0e-2f6f0c1f7a11';

const finding = (change: Partial<Finding> = {}): Finding => ({
  id: 'f1',
  kind: 'paid_without_booking',
  reason: 'unknown_intent',
  found_at: '2026-11-20T15:00:00Z',
  closed_at: null,
  outcome: null,
  facts: { amount_cents: 4500, paid_at: '2026-11-20T14:00:00Z', email: 'ada@example.com' },
  payment_intent_id: 'pi_1',
  booking: null,
  refund: null,
  steps: [{ at: '2026-11-20T15:00:00Z', by: 'System', step: 'found', note: null }],
  ...change,
});

const booking = {
  id: bookingId,
  customer_name: 'Ada Lane',
  service_name: 'Basic Wash',
  booking_date: '2026-12-01',
  booking_time: '09:00:00',
  status: 'pending_payment' as const,
};

const stuck = finding({
  kind: 'refund_stuck',
  reason: 'failed',
  facts: { amount_cents: 2000 },
  booking,
  refund: {
    id: 'r1',
    amount_cents: 2000,
    status: 'failed',
    last_error: 'expired_or_canceled_card',
    attempts: 3,
    created_at: '2026-11-19T15:00:00Z',
  },
});

beforeEach(() => signIn({ isAdmin: true }));
afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
  appConfig.payments = 'sandbox';
});

/** The list as it is before and after it was mended. */
function show(open: Finding[], { then = [] as Finding[], closed = [] as Finding[] } = {}) {
  let isMended = false;
  const backend = startFakeBackend({
    [disputes]: { body: [] },
    [list]: () => ({ body: { open: isMended ? then : open, closed, next: null } }),
    [mend]: () => {
      isMended = true;
      return { body: { outcome: 'mended' } };
    },
    [attachable]: {
      body: [{ ...booking, total_cents: 6500, collected_cents: 0, due_now_cents: 4500 }],
    },
  });
  renderScreen(<PaymentsScreen />, { path: '/admin/payments' });
  return backend;
}

test('says that all payments match', async () => {
  appConfig.payments = 'stripe';
  show([]);
  expect(await screen.findByRole('heading', { name: 'Nothing needs attention' })).toBeTruthy();
  expect(screen.getByText('Your books and Stripe agree.')).toBeTruthy();
});

test('lists payments made outside the website apart, and opens one that is for a booking', async () => {
  signIn({ isAdmin: true });
  const outside = [finding({ reason: 'outside', outcome: 'accepted', closed_at: '2026-11-20' })];
  const reopen = 'POST /rest/v1/rpc/reopen_outside_payment';
  const backend = startFakeBackend({
    [disputes]: { body: [] },
    [list]: { body: { open: [], closed: [], outside, next: null } },
    [reopen]: { body: null },
  });
  renderScreen(<PaymentsScreen />, { path: '/admin/payments' });
  const name = 'Payments made outside the website';
  const section = within(await screen.findByRole('region', { name }));
  expect(screen.getByRole('heading', { name: 'Nothing needs attention' })).toBeTruthy();
  await userEvent.click(section.getByRole('button', { name: 'It’s for a booking: $45.00' }));
  await waitFor(() =>
    expect(backend.sent(reopen).map(({ body }) => body)).toEqual([{ target_finding_id: 'f1' }]),
  );
});

test('names Stripe as absent while payments are a test', async () => {
  show([]);
  expect(await screen.findByText('Your books and the test payments agree.')).toBeTruthy();
  expect(screen.queryByText(/with Stripe/)).toBeNull();
});

test('names Stripe in no finding and no action while payments are a test', async () => {
  const facts = { amount_cents: 2000, outside_cents: 300 };
  const reasons = [
    'unknown_intent',
    'unknown_booking',
    'not_sent',
    'not_arrived',
    'refunded_outside',
  ];
  show(reasons.map((reason) => finding({ id: reason, reason, facts, booking })));
  expect((await screen.findAllByText(/the payment sandbox/i)).length).toBeGreaterThan(4);
  expect(screen.queryByText(/Stripe/)).toBeNull();
});

test('says what happened to a failed refund, and resends it after a question', async () => {
  const backend = show([stuck]);
  expect(
    await screen.findByText(
      'The refund of $20.00 failed (expired_or_canceled_card). The customer does not have the money.',
    ),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ada Lane, Basic Wash' }).getAttribute('href')).toBe(
    `/admin/bookings/${bookingId}`,
  );
  await press('Resend refund');
  expect(backend.sent(mend)).toHaveLength(0);
  await press('Resend refund');
  await screen.findByRole('heading', { name: 'Nothing needs attention' });
  expect(backend.sent(mend).map(({ body }) => body)).toEqual([
    { findingId: 'f1', action: 'retry_refund' },
  ]);
});

test('marks a refund owed by hand as refunded, and sends nothing to a card', async () => {
  const owed = { ...stuck, reason: 'owed_by_hand', payment_intent_id: null };
  const backend = show([owed]);
  expect(await screen.findByRole('heading', { name: 'To refund by hand' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Resend refund' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Don’t refund' })).toBeTruthy();
  await press('Mark as refunded');
  await userEvent.type(screen.getByLabelText(/^Note/), 'E-transfer on Friday');
  await press('Mark as refunded');
  await screen.findByRole('heading', { name: 'Nothing needs attention' });
  expect(backend.sent(mend).map(({ body }) => body)).toEqual([
    { findingId: 'f1', action: 'given_back', note: 'E-transfer on Friday', method: 'e_transfer' },
  ]);
});

test('records a payment that a crew handed over', async () => {
  const record = 'POST /rest/v1/rpc/record_handed_over';
  const facts = { amount_cents: 6000, tip_cents: 1000, method: 'cash' };
  const backend = show([
    finding({ reason: 'handed_over', facts, booking, payment_intent_id: null }),
  ]);
  backend.answers[record] = { body: null };
  expect(await screen.findByRole('heading', { name: 'Payment from a crew' })).toBeTruthy();
  expect(screen.getByText(/^A crew received \$60\.00 \(cash\)/)).toBeTruthy();
  await press('Record payment');
  await press('Record payment');
  await waitFor(() =>
    expect(backend.sent(record).map(({ body }) => body)).toEqual([
      { target_finding_id: 'f1', target_booking_id: null },
    ]),
  );
});

test('says why the rest of a payment that the bank took back is refunded by hand', async () => {
  show([{ ...stuck, reason: 'owed_by_hand', payment_intent_id: 'pi_1' }]);
  expect(
    await screen.findByText(
      'The bank took this payment back, so $20.00 can’t go to the card. Refund it by hand.',
    ),
  ).toBeTruthy();
});

test('sends a refund in spite of an open dispute only after naming it', async () => {
  const backend = show([stuck]);
  const done = backend.answers[mend];
  backend.answers[mend] = refusal(409, 'payment_disputed', 'The customer’s bank disputes it.');
  await screen.findByText(/^The refund of/);
  await press('Resend refund');
  await press('Resend refund');
  expect((await screen.findByRole('alert')).textContent).toBe('The customer’s bank disputes it.');
  if (done) backend.answers[mend] = done;
  await press('Resend refund');
  await screen.findByRole('heading', { name: 'Nothing needs attention' });
  expect(backend.sent(mend).map(({ body }) => body)).toEqual([
    { findingId: 'f1', action: 'retry_refund' },
    { findingId: 'f1', action: 'retry_refund', anyway: true },
  ]);
});

test('requires a reason to accept, and keeps it when that fails', async () => {
  const backend = show([stuck]);
  backend.answers[mend] = refusal(502, 'payment_unavailable', 'Stripe does not answer.');
  await screen.findByText(/^The refund of/);
  await press('Accept as it is');
  await press('Accept');
  expect(screen.getByText('Please enter what was agreed or done.')).toBeTruthy();
  expect(backend.sent(mend)).toHaveLength(0);
  const note = screen.getByLabelText(/^Note/);
  await userEvent.type(note, 'She agreed on the phone');
  await press('Accept');
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect((note as HTMLTextAreaElement).value).toBe('She agreed on the phone');
});

test('applies money without a booking to one found by its customer', async () => {
  appConfig.payments = 'stripe';
  const backend = show([finding()]);
  await screen.findByText(/^Stripe holds .* without a booking/);
  await press('Apply to a booking');
  await press('Apply payment');
  expect(screen.getByText('Please choose a booking first.')).toBeTruthy();
  await press('Find');
  await userEvent.click(await screen.findByRole('radio', { name: /Ada Lane.*\$45\.00 due now/ }));
  await press('Apply payment');
  await waitFor(() =>
    expect(backend.sent(mend).map(({ body }) => body)).toEqual([
      { findingId: 'f1', action: 'attach', bookingId },
    ]),
  );
});

test.each([
  ['overpaid', ['Refund $5.00', 'Accept as it is']],
  ['refunded_outside', ['Check with Stripe', 'Accept as it is']],
])('offers its actions for an amount that is %s', async (reason, names) => {
  appConfig.payments = 'stripe';
  const facts = { expected_cents: 2000, total_cents: 6500, kept_cents: 7000, outside_cents: 300 };
  show([finding({ kind: 'amount_unlike', reason, facts, booking, payment_intent_id: null })]);
  const card = await screen.findByRole('listitem', { name: 'Amount differs from booking' });
  const buttons = within(card).getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(names);
});

test('keeps resolved findings with their history', async () => {
  const steps = [
    { at: '2026-11-20T15:00:00Z', by: 'System', step: 'found', note: null },
    { at: '2026-11-20T16:00:00Z', by: 'boss@example.com', step: 'by_hand', note: 'E-transfer' },
  ];
  const closed = { ...stuck, closed_at: '2026-11-20T16:00:00Z', outcome: 'mended' as const, steps };
  show([], { closed: [closed] });
  const history = await screen.findByRole('region', { name: 'History' });
  expect(history.textContent).toContain('Manual refund recorded by boss@example.com');
  expect(history.textContent).toContain('Resolved');
});

test('can retry when they cannot be loaded', async () => {
  const backend = startFakeBackend({
    [disputes]: { body: [] },
    [list]: { status: 500, body: { message: 'down' } },
  });
  renderScreen(<PaymentsScreen />, { path: '/admin/payments' });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  backend.answers[list] = { body: { open: [], closed: [], next: null } };
  await userEvent.click(retry);
  expect(await screen.findByRole('heading', { name: 'Nothing needs attention' })).toBeTruthy();
});

test('lists a dispute with its deadline and a way to the booking and its evidence', async () => {
  appConfig.payments = 'stripe';
  const backend = show([]);
  backend.answers[disputes] = {
    body: [
      {
        id: 'd',
        stripe_dispute_id: 'du_1',
        amount_cents: 2000,
        reason: 'product_not_received',
        status: 'needs_response',
        due_by: '2026-12-20T23:59:00Z',
        has_evidence: false,
        opened_at: '2026-12-04T15:00:00Z',
        fee_cents: 1500,
        withdrawn_cents: 2000,
        reinstated_cents: 0,
        booking,
      },
    ],
  };
  expect(await screen.findByText('Needs your answer')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'No mismatches' })).toBeTruthy();
  expect(screen.queryByText('Nothing needs attention')).toBeNull();
  expect(screen.getByRole('heading', { name: '$20.00, Ada Lane' })).toBeTruthy();
  expect(screen.getByText(/^Answer in Stripe by /)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open booking and evidence' }).getAttribute('href')).toBe(
    `/admin/bookings/${bookingId}`,
  );
});
