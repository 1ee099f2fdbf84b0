import { describe, expect, it } from 'vitest';
import { fakeDeps, post } from '../_shared/testing/fake-deps.ts';
import { mendPaymentHandler } from './handler.ts';

const findingId = '0b9f4f0e-6a3c-4a57-9d0e-2f6f0c1f7a11';
const bookingId = '1b9f4f0e-6a3c-4a57-9d0e-2f6f0c1f7a12';

const finding = {
  id: findingId,
  kind: 'refund_stuck',
  reason: 'failed',
  closed_at: null,
  payment_intent_id: 'pi_1',
  booking: { id: bookingId, status: 'cancelled', created_at: '2026-11-01T12:00:00Z' },
  refund: { id: '2b9f4f0e-6a3c-4a57-9d0e-2f6f0c1f7a13' },
  payments: [],
  steps: [],
};

async function mend(body: object, { isAdmin = true, user = true, answers = {} } = {}) {
  const { deps, calls } = fakeDeps(
    { is_admin: isAdmin, finding_to_mend: finding, require_fresh_proof: null, ...answers },
    {
      verifyUser: () => Promise.resolve(user ? { id: 'boss', email: 'boss@example.com' } : null),
    },
  );
  const request = post({ findingId, ...body });
  request.headers.set('authorization', 'Bearer token');
  const response = await mendPaymentHandler(deps)(request);
  const { outcome, error } = (await response.json()) as {
    outcome?: string;
    error?: { code: string };
  };
  return { answer: `${response.status} ${error?.code ?? outcome ?? ''}`, calls };
}

describe('Resolving a payment', () => {
  it.each([
    ['nobody', { user: false }, '401 sign_in_needed'],
    ['a customer', { isAdmin: false }, '403 administrators_only'],
  ])('is refused to %s', async (_who, caller, answer) => {
    expect((await mend({ action: 'retry_refund' }, caller)).answer).toBe(answer);
  });

  it.each([
    ['an unknown action', { action: 'forget' }],
    ['accepting without a note', { action: 'accept', note: '  ' }],
    ['a manual refund without a note', { action: 'given_back' }],
    ['applying it to no booking', { action: 'attach' }],
  ])('refuses %s', async (_what, body) => {
    const { answer, calls } = await mend(body);
    expect(answer).toBe('400 invalid_input');
    expect(calls.map(({ name }) => name)).toEqual(['is_admin']);
  });

  it('is refused for an unknown finding', async () => {
    const { answer } = await mend({ action: 'ask_again' }, { answers: { finding_to_mend: null } });
    expect(answer).toBe('404 finding_not_found');
  });

  it('does nothing twice', async () => {
    const closed = { ...finding, closed_at: '2026-11-21T12:00:00Z' };
    const { answer, calls } = await mend(
      { action: 'retry_refund' },
      { answers: { finding_to_mend: closed } },
    );
    expect(answer).toBe('200 already_closed');
    expect(calls.map(({ name }) => name)).toEqual(['is_admin', 'finding_to_mend']);
  });

  it('does nothing twice when requested twice at once', async () => {
    const { answer } = await mend(
      { action: 'accept', note: 'Settled on the phone' },
      { answers: { mend_finding: { status: 409, message: 'finding_closed' } } },
    );
    expect(answer).toBe('200 already_closed');
  });

  it('acts for the requesting administrator', async () => {
    const { answer, calls } = await mend(
      { action: 'given_back', note: ' In cash, on Friday ' },
      { answers: { mend_finding: false } },
    );
    expect(answer).toBe('200 mended');
    expect(calls.at(-1)).toEqual({
      name: 'mend_finding',
      args: {
        target_finding_id: findingId,
        acting_admin: 'boss',
        step: 'by_hand',
        note: 'In cash, on Friday',
      },
    });
  });

  it('records what money was paid back with, and refuses what is no way on site', async () => {
    const back = { action: 'given_back', note: 'On Friday' } as const;
    const { calls } = await mend(
      { ...back, method: 'e_transfer' },
      { answers: { mend_finding: false } },
    );
    expect(calls.at(-1)?.args).toMatchObject({ step: 'by_hand', method: 'e_transfer' });
    const { answer } = await mend({ ...back, method: 'online' });
    expect(answer).toMatch(/^400 /);
  });

  it('changes nothing while Stripe does not answer', async () => {
    const { answer, calls } = await mend({ action: 'ask_again' });
    expect(answer).toBe('502 payment_unavailable');
    expect(calls.map(({ name }) => name)).toEqual([
      'is_admin',
      'finding_to_mend',
      'require_fresh_proof',
    ]);
  });

  it.each([
    ['refund', 'nothing_to_refund'],
    ['attach', 'nothing_to_attach'],
  ])('refuses %s for a stuck refund', async (action, code) => {
    expect((await mend({ action, bookingId })).answer).toBe(`409 ${code}`);
  });
});
