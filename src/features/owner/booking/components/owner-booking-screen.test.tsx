// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { appConfig } from '@/config/env.ts';
import { setServerAway } from '@/lib/connection.ts';
import { setSession } from '@/lib/session.ts';
import { toasts } from '@/lib/toast.ts';
import { expectToast } from '@/testing/expect-toast.ts';
import { startFakeBackend, type Reply } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import type { BookingPage } from '@contracts/owner-booking.ts';
import { aBookingPage } from '../testing/booking-page.ts';
import { aDispute } from '../testing/dispute.ts';
import OwnerBookingScreen from './owner-booking-screen.tsx';

const user = userEvent.setup();
const pageCall = 'POST /rest/v1/rpc/booking_page';
const crewsCall = 'POST /rest/v1/rpc/crews_for_visit';
const refusal = (message: string, status = 409): Reply => ({
  status,
  body: { code: `PT${status}`, message, details: null, hint: null },
});

const valueOf = (field: HTMLElement) => (field as HTMLInputElement).value;

afterEach(() => {
  appConfig.payments = 'sandbox';
  cleanup();
  setServerAway(false);
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

function open(
  page: BookingPage | Reply,
  answers: Parameters<typeof startFakeBackend>[0] = {},
  query = '',
) {
  signIn({ isAdmin: true });
  const shown = { current: page };
  const backend = startFakeBackend({
    [pageCall]: () => ('booking' in shown.current ? { body: shown.current } : shown.current),
    [crewsCall]: {
      body: [{ number: 1, title: 'Crew 1', is_present: true, is_free: true, in_the_way: null }],
    },
    ...answers,
  });
  const path = `/admin/bookings/${aBookingPage().booking.id}`;
  window.history.replaceState(null, '', path);
  renderScreen(<OwnerBookingScreen privacyOf={(phone) => `Kept about ${phone}`} />, {
    path: path + query,
    pattern: '/admin/bookings/:bookingId',
  });
  return {
    sent: (name: string) =>
      [
        ...backend.sent(`POST /rest/v1/rpc/${name}`),
        ...backend.sent(`POST /functions/v1/${name}`),
      ].map(({ body }) => body),
    becomes: (next: BookingPage) => (shown.current = next),
  };
}

describe('the page of a booking', () => {
  it('keeps its history, actions and an open form when the connection drops and returns', async () => {
    open(aBookingPage());
    await user.click(await screen.findByRole('button', { name: /^Record \$/ }));
    const tip = screen.getByLabelText('Tip');
    await user.type(tip, '12');
    for (const isAway of [true, false]) {
      act(() => setServerAway(isAway));
      expect(screen.getByLabelText('Tip')).toBe(tip);
      expect(tip).toHaveProperty('value', '12');
      expect(screen.getByRole('button', { name: 'Move booking' })).toBeTruthy();
      expect(screen.getByRole('heading', { name: 'History' })).toBeTruthy();
    }
  });

  it('links to a text where there is no email address', async () => {
    const page = aBookingPage();
    open({ ...page, booking: { ...page.booking, customer_email: null } });
    const text = await screen.findByRole('link', { name: 'Text (905) 555-0142' });
    expect(text.getAttribute('href')).toMatch(/^sms:\+19055550142\?&body=Hi%20Alex%2C/);
    expect(screen.queryByRole('link', { name: /^Email/ })).toBeNull();
  });

  it('links to a call, an email and a map, and shows the amounts paid and due', async () => {
    open(aBookingPage());
    expect(
      (await screen.findByRole('link', { name: 'Call (905) 555-0142' })).getAttribute('href'),
    ).toEqual('tel:+19055550142');
    expect(
      screen.getByRole('link', { name: 'Email alex@example.com' }).getAttribute('href'),
    ).toEqual('mailto:alex@example.com');
    expect(screen.getByRole('link', { name: /^Map/ }).getAttribute('href')).toEqual(
      expect.stringContaining('12%20Main%20Street'),
    );
    expect(screen.getByText('$99.99 due')).toBeTruthy();
    const { id } = aBookingPage().booking;
    expect(screen.getByRole('link', { name: 'Receipt' }).getAttribute('href')).toEqual(
      `/admin/bookings/${id}/receipt`,
    );
    expect(screen.getByRole('link', { name: /’s page$/ }).getAttribute('href')).toEqual(
      '/admin/customers/alex%40example.com',
    );
  });

  it('has a personal data section for a phone customer without an email address', async () => {
    open(aBookingPage({ booking: { customer_email: null, source: 'phone' } }));
    expect(await screen.findByText('Kept about +19055550142')).toBeTruthy();
    expect(screen.getByRole('link', { name: /’s page$/ }).getAttribute('href')).toMatch(
      /^\/admin\/phone-customers\?phone=%2B19055550142&name=/,
    );
    cleanup();
    open(aBookingPage());
    expect(await screen.findByRole('link', { name: /’s page$/ })).toBeTruthy();
    expect(screen.queryByText(/^Kept about/)).toBeNull();
  });

  it('emails a payment link, and shows when it was sent and that it is not paid yet', async () => {
    const { sent, becomes } = open(aBookingPage(), {
      'POST /rest/v1/rpc/send_payment_link': {
        body: { to_email: 'alex@example.com', due_cents: 9999 },
      },
    });
    const link = {
      kind: 'mail',
      id: 'a',
      at: '2026-11-23T20:00:00Z',
      template_type: 'payment_link',
      to_email: 'alex@example.com',
      status: 'sent',
      last_error: null,
      by: null,
    } as const;
    const button = await screen.findByRole('button', { name: 'Send payment link' });
    becomes(aBookingPage({ timeline: [link] }));
    await user.click(button);
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(
      dialog.getByText('We’ll email alex@example.com a link to pay $99.99 by card.'),
    ).toBeTruthy();
    expect(sent('send_payment_link')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Send link' }));
    await expectToast(
      'Payment Link Sent',
      'We’re emailing a link to pay $99.99 to alex@example.com.',
    );
    expect(sent('send_payment_link')).toEqual([{ target_booking_id: aBookingPage().booking.id }]);
    expect(await screen.findByText(/^Payment link sent .*Not paid yet\.$/)).toBeTruthy();
  });

  it('shows a dispute of the sandbox without a link to a provider', async () => {
    open(aBookingPage({ disputes: [aDispute()] }));
    expect(await screen.findByText(/^Answer by /)).toBeTruthy();
    expect(screen.queryByText(/Stripe/)).toBeNull();
  });

  it('shows a dispute with its deadline, and links to Stripe', async () => {
    appConfig.payments = 'stripe';
    open(aBookingPage({ disputes: [aDispute()] }));
    expect(await screen.findByText('Dispute: Needs your answer')).toBeTruthy();
    expect(screen.getByText(/^Answer in Stripe by /)).toBeTruthy();
    expect(
      screen.getByText(
        /disputes \$20\.00\. Reason: the customer says that the service never took place\./,
      ),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open in Stripe' }).getAttribute('href')).toBe(
      'https://dashboard.stripe.com/disputes/du_1',
    );
    expect(screen.getByRole('button', { name: 'Save evidence' })).toBeTruthy();
  });

  it('says which visit keeps another crew from taking this one, and leads to it', async () => {
    const way = { booking_id: 'b2', customer_name: 'Tom Okafor', time: '12:00', why: 'visit' };
    const off = { why: 'blocked_time', reason: 'Dentist' };
    const busy = { is_present: false, is_free: false };
    open(aBookingPage(), {
      [crewsCall]: {
        body: [
          { number: 1, title: 'Crew 1', is_present: true, is_free: true, in_the_way: null },
          { ...busy, number: 2, title: 'North van', in_the_way: way },
          { ...busy, number: 3, title: 'West van', in_the_way: off },
        ],
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Change crew' }));
    const form = within(await screen.findByRole('form', { name: 'Change crew' }));
    expect(form.getByText('Has Tom Okafor at 12:00 PM')).toBeTruthy();
    expect(form.getByText('Blocked: Dentist')).toBeTruthy();
    expect(form.getByRole('link', { name: 'Open Tom Okafor, 12:00 PM' }).getAttribute('href')).toBe(
      '/admin/bookings/b2',
    );
    expect(form.queryByRole('button', { name: 'Change crew' })).toBeNull();
  });

  it('gives the visit to another crew that is free, and says why it can’t', async () => {
    const free = { is_free: true, in_the_way: null };
    const off = { is_free: false, in_the_way: { why: 'service' } };
    const crews = (present: number) => [
      { ...free, number: 1, title: 'Crew 1', is_present: present === 1 },
      { ...free, number: 2, title: 'North van', is_present: present === 2 },
      { ...off, number: 4, title: 'West van', is_present: false },
    ];
    let present = 1;
    let answer: Reply = refusal('crew_unavailable');
    const { sent } = open(
      aBookingPage({
        timeline: [
          {
            kind: 'change',
            id: 1,
            at: '2026-11-23T20:00:00Z',
            action: 'crew_changed',
            was: { crew: 'West van' },
            is: { crew: 'Crew 1' },
            by: 'Sam',
          },
        ],
      }),
      {
        [crewsCall]: () => ({ body: crews(present) }),
        'POST /rest/v1/rpc/change_crew': () => answer,
      },
    );
    expect(await screen.findByText('Crew changed by Sam')).toBeTruthy();
    expect(screen.getByText('Crew: West van → Crew 1')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Change crew' }));
    const form = within(screen.getByRole('form', { name: 'Change crew' }));
    const west = form.getByRole<HTMLInputElement>('radio', { name: /^West van/ });
    expect(west.disabled).toBe(true);
    expect(form.getByText('Doesn’t do this service')).toBeTruthy();
    expect(form.queryByRole('radio', { name: /^Crew 1/ })).toBeNull();
    await user.click(form.getByRole('button', { name: 'Change crew' }));
    expect((await form.findByRole('alert')).textContent).toMatch(/^This crew can’t take/);
    [present, answer] = [2, { body: null }];
    await user.click(form.getByRole('button', { name: 'Change crew' }));
    await expectToast('Crew Changed', 'North van now has this visit.');
    const { id } = aBookingPage().booking;
    expect(sent('change_crew').at(-1)).toEqual({ target_booking_id: id, crew: 2 });
    await waitFor(() => expect(screen.getByText('North van')).toBeTruthy());
    expect(screen.queryByRole('form', { name: 'Change crew' })).toBeNull();
  });

  it.each([
    ['nothing is due', { money: { due_on_site_cents: 0 } }],
    ['there is no email address', { booking: { customer_email: null } }],
    ['rain cancelled the visit', { called_off: 'asked' as const }],
  ])('sends no payment link when %s', async (_why, page) => {
    open(aBookingPage(page));
    await screen.findByRole('button', { name: 'Cancel booking' });
    expect(screen.queryByRole('button', { name: 'Send payment link' })).toBeNull();
  });

  it('opens the payment form with the amount due when the link asks for it', async () => {
    open(aBookingPage(), {}, '?form=payment');
    const form = within(await screen.findByRole('form', { name: 'Record payment' }));
    const amount = form.getByRole('textbox', { name: /^Amount/ });
    expect(valueOf(amount)).toBe('99.99');
    await waitFor(() => expect(document.activeElement).toBe(amount));
    await user.click(form.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('opens no payment form when nothing is due', async () => {
    open(aBookingPage({ money: { due_on_site_cents: 0 } }), {}, '?form=payment');
    expect(await screen.findByRole('button', { name: /tip/ })).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('says that the booking does not exist', async () => {
    open(refusal('booking_not_found', 404));
    expect(await screen.findByText('Booking not found')).toBeTruthy();
  });

  it('can retry when the booking could not be loaded', async () => {
    const { becomes } = open(refusal('boom', 500));
    const again = await screen.findByRole('button', { name: 'Try again' });
    becomes(aBookingPage());
    await user.click(again);
    expect(await screen.findByRole('heading', { name: 'Alex Tremblay' })).toBeTruthy();
  });

  it('lists emails, payments, refunds and changes together', async () => {
    const at = '2026-12-01T15:00:00Z';
    open(
      aBookingPage({
        timeline: [
          {
            kind: 'refund',
            id: 'r',
            at,
            method: 'cash',
            amount_cents: 500,
            status: 'owed',
            reason: 'x',
            finding_id: 'f',
          },
          {
            kind: 'change',
            id: 2,
            at,
            action: 'moved',
            by: 'boss@example.com',
            was: { booking_time: '12:00:00' },
            is: { booking_time: '09:00:00' },
          },
          {
            kind: 'payment',
            id: 'p',
            at,
            method: 'e_transfer',
            amount_cents: 5000,
            tip_cents: 1000,
            status: 'succeeded',
            last_error: null,
            by: 'boss@example.com',
          },
          {
            kind: 'mail',
            id: 'm',
            at,
            template_type: 'booking_confirmation',
            to_email: 'alex@example.com',
            status: 'failed',
            last_error: '550 No such mailbox',
            by: null,
          },
          {
            kind: 'change',
            id: 1,
            at,
            action: 'created',
            by: 'boss@example.com',
            was: null,
            is: { source: 'phone', booking_date: '2026-12-03', booking_time: '12:00:00' },
          },
        ],
      }),
    );
    const list = within(await screen.findByRole('region', { name: 'History' }));
    expect(list.getByText('$5.00 to refund by hand')).toBeTruthy();
    expect(list.getByText('Moved by boss@example.com')).toBeTruthy();
    expect(list.getByText('Time: 12:00 PM → 9:00 AM')).toBeTruthy();
    expect(list.getByText('E-transfer, recorded by boss@example.com')).toBeTruthy();
    expect(list.getByText('including a $10.00 tip')).toBeTruthy();
    expect(list.getByText('Email: booking confirmation')).toBeTruthy();
    expect(list.getByText('Booked by phone by boss@example.com')).toBeTruthy();
  });
});

describe('recording a payment', () => {
  const recordCall = 'POST /rest/v1/rpc/do_visit_operation';

  it('starts with the amount due, adds the tip, and sends once for two clicks', async () => {
    const { sent, becomes } = open(aBookingPage(), {
      [recordCall]: { body: { result: { payment_id: 'p1' }, visit: null } },
    });
    await user.click(await screen.findByRole('button', { name: 'Record $99.99 payment' }));
    await user.click(screen.getByRole('radio', { name: 'E-transfer' }));
    await user.type(screen.getByLabelText('Tip'), '10');
    becomes(aBookingPage({ booking: { status: 'paid' }, money: { due_on_site_cents: 0 } }));
    await user.dblClick(screen.getByRole('button', { name: 'Record $109.99' }));
    await expectToast('Payment Recorded', '$109.99 recorded: E-transfer.');
    expect(sent('do_visit_operation')).toMatchObject([
      { kind: 'payment', input: { method: 'e_transfer', amount_cents: 10999, tip_cents: 1000 } },
    ]);
    expect(await screen.findByRole('button', { name: 'Add tip' })).toBeTruthy();
  });

  it('says at the field that more than the amount due must be a tip', async () => {
    const { sent } = open(aBookingPage());
    await user.click(await screen.findByRole('button', { name: 'Record $99.99 payment' }));
    const amount = screen.getByLabelText('Amount');
    await user.clear(amount);
    await user.type(amount, '120');
    await user.click(screen.getByRole('button', { name: 'Record $120.00' }));
    expect(amount.getAttribute('aria-invalid')).toBe('true');
    expect(sent('do_visit_operation')).toEqual([]);
  });

  it('keeps the typed values when it is refused', async () => {
    open(aBookingPage(), { [recordCall]: refusal('booking_cancelled') });
    await user.click(await screen.findByRole('button', { name: 'Record $99.99 payment' }));
    await user.type(screen.getByLabelText('Tip'), '5');
    await user.click(screen.getByRole('button', { name: 'Record $104.99' }));
    expect((await screen.findByRole('alert')).textContent).toContain('has been cancelled');
    expect(valueOf(screen.getByLabelText('Tip'))).toBe('5');
  });
});

describe('a visit', () => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto' }).format(
    new Date(),
  );
  const begun = { booking_date: today, booking_time: '00:00:00' };

  it('proposes the estimate of the way as its arrival', async () => {
    open(aBookingPage({ booking: begun, drive_minutes: 23 }));
    const arrival = await screen.findByRole<HTMLSelectElement>('combobox', {
      name: 'Arrival at Alex Tremblay’s visit',
    });
    expect(arrival.selectedOptions[0]?.textContent).toBe('In 25 minutes');
  });

  it('can be marked as done, and the mark can be undone', async () => {
    const { sent, becomes } = open(aBookingPage({ booking: begun }), {
      'POST /rest/v1/rpc/do_visit_operation': { body: { result: {}, visit: null } },
    });
    expect(await screen.findByRole('button', { name: 'Mark no-show' })).toBeTruthy();
    becomes(aBookingPage({ booking: { ...begun, done_at: '2026-12-01T15:00:00Z' } }));
    await user.click(screen.getByRole('button', { name: 'Mark done' }));
    await user.click(await screen.findByRole('button', { name: /^Undo “/ }));
    await waitFor(() =>
      expect(sent('do_visit_operation')).toMatchObject([
        { kind: 'done', based_on: { ...begun, mark: null } },
        { kind: 'undo_mark', based_on: { mark: 'done' } },
      ]),
    );
  });

  const markCall = 'POST /rest/v1/rpc/do_visit_operation';
  const marked = { body: { result: {}, visit: null } };
  const absent = { ...begun, no_show_at: '2026-12-01T15:00:00Z' };

  const policyCall = 'POST /functions/v1/cancel-booking-as-owner';
  const policy = (policyCents: number, mostCents: number) => ({
    body: { policyCents, mostCents, onlineCents: mostCents, bookingStatus: 'paid' },
  });
  const askAboutFee = async () => {
    await user.click(await screen.findByRole('button', { name: 'Mark no-show' }));
    return within(screen.getByRole('alertdialog', { name: 'Mark as a no-show?' }));
  };

  it('is a no-show after a question about the fee, and the toast undoes it', async () => {
    const { sent, becomes } = open(aBookingPage({ booking: begun }), {
      [markCall]: marked,
      [policyCall]: policy(0, 2000),
    });
    const dialog = await askAboutFee();
    // By its text: asked for again and again, roles and names take a busy machine longer than the answer.
    await dialog.findByText(/Your policy: nothing goes back/);
    const keep = dialog.getByRole<HTMLInputElement>('radio', {
      name: /^Keep \$20\.00\s*Your policy: nothing goes back/,
    });
    expect(keep.checked).toBe(true);
    expect(sent('do_visit_operation')).toEqual([]);
    becomes(aBookingPage({ booking: absent }));
    await user.click(dialog.getByRole('button', { name: 'Mark no-show' }));
    await expectToast('No-show', 'The visit is marked as a no-show.');
    act(() => toasts.current()?.action?.onSelect());
    await waitFor(() =>
      expect(sent('do_visit_operation')).toMatchObject([
        { kind: 'no_show', based_on: { mark: null } },
        { kind: 'undo_mark', based_on: { mark: 'no_show' } },
      ]),
    );
  });

  it('that is a no-show keeps no more than the policy says unless the owner chooses to', async () => {
    const money = { paid_cents: 13649, online_kept_cents: 13649, due_on_site_cents: 0 };
    const { becomes } = open(aBookingPage({ booking: begun, money }), {
      [markCall]: marked,
      [policyCall]: policy(11649, 13649),
    });
    const dialog = await askAboutFee();
    const chosen = await dialog.findByRole<HTMLInputElement>('radio', { checked: true });
    expect(chosen.labels?.[0]?.textContent).toContain('Keep $20.00, refund $116.49');
    expect(dialog.getByRole('radio', { name: /^Keep all \$136\.49/ })).toBeTruthy();
    becomes(aBookingPage({ booking: absent, money }));
    await user.click(dialog.getByRole('button', { name: 'Mark no-show' }));
    const form = within(await screen.findByRole('form', { name: 'Refund' }));
    expect(valueOf(form.getByLabelText('Amount'))).toBe('116.49');
  });

  it('that a crew marked as a no-show asks what is kept, by the policy at first', async () => {
    const money = { paid_cents: 13649, online_kept_cents: 13649, due_on_site_cents: 0 };
    const undecided = aBookingPage({ booking: absent, money, no_show_finding: 'f1' });
    const { sent, becomes } = open(undecided, {
      [policyCall]: policy(11649, 13649),
      'POST /functions/v1/mend-payment': { body: { outcome: 'accepted' } },
    });
    await user.click(await screen.findByRole('button', { name: 'Decide what is kept' }));
    const dialog = within(
      screen.getByRole('alertdialog', { name: 'What do you keep of this no-show?' }),
    );
    const chosen = await dialog.findByRole<HTMLInputElement>('radio', { checked: true });
    expect(chosen.labels?.[0]?.textContent).toContain('Keep $20.00, refund $116.49');
    await user.click(dialog.getByRole('radio', { name: /^Keep all \$136\.49/ }));
    becomes(aBookingPage({ booking: absent, money }));
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    await expectToast('Kept', 'What was paid for the no-show is kept.');
    expect(sent('mend-payment')).toMatchObject([{ findingId: 'f1', action: 'accept' }]);
    expect(screen.queryByRole('button', { name: 'Decide what is kept' })).toBeNull();
  });

  it('that is a no-show is only marked while the policy’s refund is unknown', async () => {
    const { becomes } = open(aBookingPage({ booking: begun }), {
      [markCall]: marked,
      [policyCall]: { status: 500, body: {} },
    });
    const dialog = await askAboutFee();
    expect(await dialog.findByRole('alert')).toBeTruthy();
    expect(dialog.queryByRole('radio', { checked: true })).toBeNull();
    becomes(aBookingPage({ booking: absent }));
    await user.click(dialog.getByRole('button', { name: 'Mark no-show' }));
    await expectToast('No-show', 'The visit is marked as a no-show.');
  });

  it.each([
    ['Refund another amount', 2000, 'Refund'],
    ['Charge a fee', 0, 'Change visit'],
  ])('that is a no-show leads to "%s" when the owner chooses it', async (choice, paid, heading) => {
    const money = { paid_cents: paid };
    const { becomes } = open(aBookingPage({ booking: begun, money }), {
      [markCall]: marked,
      [policyCall]: policy(0, paid),
    });
    const dialog = await askAboutFee();
    await user.click(await dialog.findByRole('radio', { name: new RegExp(`^${choice}`) }));
    becomes(aBookingPage({ booking: absent, money }));
    await user.click(dialog.getByRole('button', { name: 'Mark no-show' }));
    expect(await screen.findByRole('form', { name: heading })).toBeTruthy();
  });

  it('of another day cannot be marked yet', async () => {
    open(aBookingPage());
    await screen.findByRole('heading', { name: 'Actions' });
    expect(screen.queryByRole('button', { name: 'Mark done' })).toBeNull();
  });
});

describe('moving', () => {
  const moveCall = 'POST /rest/v1/rpc/move_booking';
  const moveTo = async (time: string) => {
    await user.click(await screen.findByRole('button', { name: 'Move booking' }));
    const field = screen.getByLabelText(/^Time/);
    await user.clear(field);
    await user.type(field, time);
    await user.click(
      within(screen.getByRole('form')).getByRole('button', { name: 'Move booking' }),
    );
  };

  it('to a booked time is refused with a sentence, and the form stays', async () => {
    open(aBookingPage(), { [moveCall]: refusal('slot_taken') });
    await moveTo('12:00');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'that time is no longer available',
    );
    expect(valueOf(screen.getByLabelText(/^Time/))).toBe('12:00');
  });

  it('says before and after that another crew takes the visit', async () => {
    const crew = { is_free: true, in_the_way: null };
    open(aBookingPage(), {
      [moveCall]: { body: null },
      [crewsCall]: {
        body: [
          { number: 1, title: 'South van', is_present: true, ...crew },
          { number: 2, title: 'North van', is_present: false, ...crew },
        ],
      },
      'POST /rest/v1/rpc/crew_after_move': { body: 2 },
    });
    await screen.findByText('South van');
    await moveTo('15:00');
    expect(toasts.current()?.description).toMatch(/North van takes it now\.$/);
  });

  it('is undone to the time before, also when the page shows the new one first', async () => {
    const page = aBookingPage();
    let answer = () => {};
    const { sent, becomes } = open(page, {
      [moveCall]: () =>
        new Promise((resolve) => {
          answer = () => resolve({ body: null });
        }),
    });
    await screen.findByRole('heading', { name: 'Actions' });
    await moveTo('15:00');
    becomes({ ...page, booking: { ...page.booking, booking_time: '15:00:00' } });
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await screen.findByText(/at 3:00\sPM$/);
    answer();
    await waitFor(() => expect(toasts.current()?.title).toBe('Moved'));
    act(() => toasts.current()?.action?.onSelect());
    await waitFor(() => expect(sent('move_booking')).toHaveLength(2));
    expect(sent('move_booking')[1]).toMatchObject({
      new_date: page.booking.booking_date,
      new_time: page.booking.booking_time.slice(0, 5),
      anyway: true,
    });
  });

  it('outside the opening hours requires a confirmation', async () => {
    const { sent } = open(aBookingPage(), {
      [moveCall]: ({ body }) =>
        (body as { anyway: boolean }).anyway ? { body: null } : refusal('outside_hours'),
    });
    await moveTo('20:00');
    await user.click(await screen.findByRole('button', { name: 'Move anyway' }));
    await expectToast('Moved', 'The booking is now on Tuesday, December 3, 2126 at 8:00 PM.');
    expect(sent('move_booking')).toMatchObject([
      { new_time: '20:00', anyway: false },
      { new_time: '20:00', anyway: true },
    ]);
  });
});

describe('the payment form of a booking paid in another tab', () => {
  const recordCall = 'POST /rest/v1/rpc/do_visit_operation';

  it('removes the amount, says so, and records a tip alone', async () => {
    let answer = refusal('amount_too_large');
    const { sent, becomes } = open(aBookingPage(), { [recordCall]: () => answer });
    await user.click(await screen.findByRole('button', { name: 'Record $99.99 payment' }));
    becomes(aBookingPage({ money: { due_on_site_cents: 0 } }));
    await user.click(screen.getByRole('button', { name: 'Record $99.99' }));
    const form = within(await screen.findByRole('form', { name: 'Add tip' }));
    expect(form.getByRole('status').textContent).toBe(
      'This booking has been paid. You can still add a tip.',
    );
    expect(form.queryByRole('textbox', { name: /^Amount/ })).toBeNull();
    expect(form.queryByRole('button', { name: /\$99\.99/ })).toBeNull();
    expect(form.queryByText(/^Only \$0\.00/)).toBeNull();
    answer = { status: 200, body: { result: { payment_id: 'p2' }, visit: null } };
    await user.type(form.getByRole('textbox', { name: /^Tip/ }), '10');
    await user.click(form.getByRole('button', { name: 'Record $10.00' }));
    await expectToast('Payment Recorded', '$10.00 recorded: Cash.');
    expect(sent('do_visit_operation').at(-1)).toMatchObject({
      input: { amount_cents: 1000, tip_cents: 1000 },
    });
  });
});

describe('cancelling', () => {
  const cancelCall = 'POST /functions/v1/cancel-booking-as-owner';
  const answering = (mostCents: number, onlineCents: number, policyCents = mostCents) => ({
    [cancelCall]: ({ body }: { body: unknown }) =>
      (body as { preview?: boolean }).preview
        ? {
            body: { policyCents, mostCents, onlineCents, bookingStatus: 'deposit_paid' },
          }
        : { body: { byCardCents: 2000, byHandCents: 3000, bookingStatus: 'cancelled' } },
  });

  it("shows the policy's refund and where it goes, and accepts another amount", async () => {
    const { sent, becomes } = open(aBookingPage(), answering(6500, 2000));
    await user.click(await screen.findByRole('button', { name: 'Cancel booking' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    const field = await dialog.findByLabelText('Refund');
    expect(valueOf(field)).toBe('65.00');
    await user.clear(field);
    await user.type(field, '50');
    expect(dialog.getByRole('status').textContent).toContain(
      '$20.00 is refunded to the card automatically. $30.00 was paid on site: refund it by hand, then mark it as refunded.',
    );
    becomes(aBookingPage({ booking: { status: 'cancelled' }, money: { refunded_cents: 5000 } }));
    await user.click(dialog.getByRole('button', { name: 'Cancel booking' }));
    await expectToast(
      'Booking Cancelled',
      '$20.00 is refunded to the card. Refund $30.00 by hand.',
    );
    expect(sent('cancel-booking-as-owner').at(-1)).toMatchObject({ refundCents: 5000 });
    expect(await screen.findByText('This booking is cancelled.')).toBeTruthy();
  });

  it('suggests everything but a tip given on site', async () => {
    open(aBookingPage(), {
      [cancelCall]: {
        body: {
          ...{ policyCents: 6500, mostCents: 7050, onlineCents: 2000, givenTipCents: 550 },
          bookingStatus: 'deposit_paid',
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel booking' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(valueOf(await dialog.findByLabelText('Refund'))).toBe('65.00');
    expect(dialog.getByText('Up to $70.50, with a tip of $5.50 given on site.')).toBeTruthy();
  });

  it('asks who cancels before it keeps money, and says what is kept', async () => {
    const { sent } = open(aBookingPage(), answering(6500, 6500, 0));
    await user.click(await screen.findByRole('button', { name: 'Cancel booking' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    const field = await dialog.findByLabelText('Refund');
    expect(valueOf(field)).toBe('');
    await user.click(dialog.getByRole('button', { name: 'Cancel booking' }));
    expect(dialog.getByText('Please choose who cancels, or enter the refund.')).toBeTruthy();
    await user.click(dialog.getByRole('radio', { name: /^The customer cancels/ }));
    expect(valueOf(field)).toBe('0.00');
    expect(dialog.getByRole('status').textContent).toContain('You keep $65.00.');
    await user.click(dialog.getByRole('radio', { name: /^I cancel/ }));
    expect(dialog.getByRole('status').textContent).not.toContain('You keep');
    await user.click(dialog.getByRole('button', { name: 'Cancel booking' }));
    await waitFor(() =>
      expect(sent('cancel-booking-as-owner').at(-1)).toMatchObject({ refundCents: 6500 }),
    );
  });

  it('keeps “Another amount” chosen while the owner types it, and says what is refunded and kept', async () => {
    const { becomes } = open(aBookingPage(), answering(11499, 11499, 9499));
    await user.click(await screen.findByRole('button', { name: 'Cancel booking' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    const field = await dialog.findByLabelText('Refund');
    await user.click(dialog.getByRole('radio', { name: /^The customer cancels/ }));
    expect(
      dialog.getByText('$114.99 was paid. Under the policy, $94.99 is refunded now.'),
    ).toBeTruthy();
    await user.clear(field);
    await user.type(field, '60');
    expect(dialog.getByRole('radio', { name: /^Another amount/, checked: true })).toBeTruthy();
    expect(
      dialog.getByText('$114.99 was paid. You refund $60.00 now. The policy’s refund is $94.99.'),
    ).toBeTruthy();
    becomes(
      aBookingPage({
        booking: { status: 'cancelled' },
        money: { paid_cents: 11499, refunded_cents: 6000 },
      }),
    );
    await user.click(dialog.getByRole('button', { name: 'Cancel booking' }));
    expect(await screen.findByText('You kept $54.99.')).toBeTruthy();
  });

  it.each([
    [{}, 'We email alex@example.com.'],
    [{ customer_email: null }, 'There’s no email address. Please call the customer.'],
    [{ status: 'pending_payment' as const }, 'The customer gets no email, since nothing was paid.'],
  ])('says who gets an email: %j', async (booking, sentence) => {
    open(aBookingPage({ booking }), answering(2000, 2000));
    await user.click(await screen.findByRole('button', { name: 'Cancel booking' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(sentence, { exact: false })).toBeTruthy();
  });

  it('refunds no more than was paid', async () => {
    const { sent } = open(aBookingPage(), answering(2000, 2000));
    await user.click(await screen.findByRole('button', { name: 'Cancel booking' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    const field = await dialog.findByLabelText('Refund');
    await user.clear(field);
    await user.type(field, '20.01');
    await user.click(dialog.getByRole('button', { name: 'Cancel booking' }));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(sent('cancel-booking-as-owner').some((body) => 'refundCents' in (body as object))).toBe(
      false,
    );
  });
});

describe('a payment recorded on the wrong booking', () => {
  const undoCall = 'POST /rest/v1/rpc/undo_payment';
  const undone = { status: 'deposit_paid', due_on_site_cents: 9999 };
  const at = '2026-12-01T15:00:00Z';
  const payment = {
    kind: 'payment' as const,
    id: 'p1',
    at,
    method: 'e_transfer' as const,
    amount_cents: 9999,
    tip_cents: 0,
    status: 'succeeded' as const,
    last_error: null,
    by: 'boss@example.com',
  };
  const mail = {
    kind: 'mail' as const,
    id: 'm1',
    at,
    template_type: 'receipt',
    to_email: 'alex@example.com',
    status: 'sent' as const,
    last_error: null,
    by: null,
  };
  const paid = {
    booking: { status: 'paid' as const },
    money: { paid_cents: 11999, due_on_site_cents: 0 },
  };

  it('is removed by the Undo of the message that it was recorded', async () => {
    const { sent, becomes } = open(aBookingPage(), {
      'POST /rest/v1/rpc/do_visit_operation': {
        body: { result: { payment_id: 'p1' }, visit: null },
      },
      [undoCall]: { body: { ...undone, receipt: 'dropped' } },
    });
    await user.click(await screen.findByRole('button', { name: 'Record $99.99 payment' }));
    becomes(aBookingPage({ ...paid, timeline: [payment] }));
    await user.click(screen.getByRole('button', { name: 'Record $99.99' }));
    await expectToast('Payment Recorded', '$99.99 recorded: Cash.');
    becomes(aBookingPage());
    toasts.current()?.action?.onSelect();
    await expectToast('Payment Undone', '$99.99 is due on site. The receipt won’t be sent.');
    expect(sent('undo_payment')).toEqual([{ target_payment_id: 'p1' }]);
    expect(await screen.findByRole('button', { name: 'Record $99.99 payment' })).toBeTruthy();
  });

  it('is removed later after a question that says whether the customer got a receipt', async () => {
    const { sent, becomes } = open(aBookingPage({ ...paid, timeline: [mail, payment] }), {
      [undoCall]: { body: { ...undone, receipt: 'sent' } },
    });
    await user.click(await screen.findByRole('button', { name: 'Undo payment: $99.99' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/already has a receipt for it by email/)).toBeTruthy();
    expect(sent('undo_payment')).toEqual([]);
    becomes(
      aBookingPage({
        timeline: [
          {
            kind: 'change',
            id: 1,
            at,
            action: 'payment_undone',
            by: 'boss@example.com',
            was: { payment_id: 'p1', method: 'e_transfer', amount_cents: 9999, tip_cents: 0 },
            is: null,
          },
          { ...payment, status: 'canceled' },
        ],
      }),
    );
    await user.click(dialog.getByRole('button', { name: 'Undo payment' }));
    await expectToast(
      'Payment Undone',
      '$99.99 is due on site. The customer has a receipt for it. Please let them know it was a mistake.',
    );
    expect(await screen.findByText('Payment undone by boss@example.com')).toBeTruthy();
    expect(screen.getByText('$99.99 E-transfer')).toBeTruthy();
    expect(screen.getByText('Payment of $99.99 recorded, then undone')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });

  it('made online or partly refunded cannot be removed', async () => {
    const online = { ...payment, id: 'p0', method: 'online' as const, amount_cents: 2000 };
    open(aBookingPage({ ...paid, timeline: [payment, online] }), {
      [undoCall]: refusal('payment_refunded'),
    });
    await user.click(await screen.findByRole('button', { name: /^Undo/ }));
    await user.click(screen.getByRole('button', { name: 'Undo payment' }));
    await expectToast(
      'Payment Not Undone',
      'Part of this payment is refunded or due to be refunded, so it can’t be undone.',
      'destructive',
    );
  });
});

describe('a refund owed by hand', () => {
  it('is shown, and is marked as refunded with a note', async () => {
    const refund = (status: 'owed' | 'failed' | 'succeeded', findingId: string | null) => ({
      kind: 'refund' as const,
      id: status,
      at: '2026-12-01T15:00:00Z',
      method: 'e_transfer' as const,
      amount_cents: 9999,
      status,
      reason: 'cancelled_by_customer',
      finding_id: findingId,
    });
    const [booking, money] = [{ status: 'cancelled' as const }, { refunded_cents: 11999 }];
    const { sent, becomes } = open(
      aBookingPage({ booking, money, timeline: [refund('owed', 'f1')] }),
      { 'POST /functions/v1/mend-payment': { body: { outcome: 'mended' } } },
    );
    await user.click(await screen.findByRole('button', { name: 'Mark $99.99 as refunded' }));
    expect(screen.getAllByText('$99.99 to refund by hand')).toHaveLength(2);
    expect(screen.getByText(/^Refund \$99\.99 by hand/)).toBeTruthy();
    expect(screen.getByText('$20.00 is refunded to the card automatically.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Mark as refunded' }));
    expect(sent('mend-payment')).toEqual([]);
    await user.type(screen.getByLabelText(/^How you refunded it/), 'E-transfer today');
    becomes(
      aBookingPage({
        booking,
        money,
        timeline: [refund('succeeded', null), refund('failed', null)],
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Mark as refunded' }));
    await expectToast('Refund Recorded', '$99.99 refunded by hand.');
    expect(sent('mend-payment')).toEqual([
      { findingId: 'f1', action: 'given_back', note: 'E-transfer today', method: 'e_transfer' },
    ]);
    expect(await screen.findByText('$99.99 was refunded by hand.')).toBeTruthy();
    expect(screen.queryByText('$99.99 to refund by hand')).toBeNull();
  });
});

describe('a private note', () => {
  const saveCall = 'POST /rest/v1/rpc/do_visit_operation';

  it('does not overwrite a note that another session edited', async () => {
    const { sent, becomes } = open(aBookingPage(), {
      [saveCall]: ({ body }) =>
        (body as { based_on: { note_version: number } }).based_on.note_version === 1
          ? { body: { result: { note_version: 2 }, visit: null } }
          : refusal('note_changed'),
    });
    await user.type(await screen.findByLabelText('Note'), 'Mine');
    becomes(aBookingPage({ note: { text: 'Theirs', version: 1 } }));
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    expect(await screen.findByText('Current note: Theirs')).toBeTruthy();
    expect(valueOf(screen.getByLabelText('Note'))).toBe('Mine');
    await user.click(screen.getByRole('button', { name: 'Keep mine' }));
    becomes(aBookingPage({ note: { text: 'Mine', version: 2 } }));
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    await expectToast('Saved', 'The private note is saved.');
    expect(sent('do_visit_operation')).toMatchObject([
      { based_on: { note_version: 0 } },
      { based_on: { note_version: 1 }, input: { text: 'Mine' } },
    ]);
  });

  it("can use the other session's note instead", async () => {
    const { becomes } = open(aBookingPage(), { [saveCall]: refusal('note_changed') });
    await user.type(await screen.findByLabelText('Note'), 'Mine');
    becomes(aBookingPage({ note: { text: 'Theirs', version: 1 } }));
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    await user.click(await screen.findByRole('button', { name: 'Use theirs' }));
    expect(valueOf(screen.getByLabelText('Note'))).toBe('Theirs');
    expect(screen.queryByText('Current note: Theirs')).toBeNull();
  });

  it('accepts more text while the earlier text is being saved', async () => {
    let answer: (reply: Reply) => void = () => {};
    const { sent, becomes } = open(aBookingPage(), {
      [saveCall]: () => new Promise<Reply>((resolve) => (answer = resolve)),
    });
    const field = await screen.findByLabelText('Note');
    await user.type(field, 'Dog');
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    await user.type(field, ' and cat');
    becomes(aBookingPage({ note: { text: 'Dog', version: 1 } }));
    answer({ body: { result: { note_version: 1 }, visit: null } });
    await expectToast('Saved', 'The private note is saved.');
    expect(valueOf(field)).toBe('Dog and cat');
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    await waitFor(() => expect(sent('do_visit_operation')).toHaveLength(2));
    expect(sent('do_visit_operation')[1]).toMatchObject({
      input: { text: 'Dog and cat' },
      based_on: { note_version: 1 },
    });
  });

  it('stays in the field when it could not be saved', async () => {
    open(aBookingPage(), { [saveCall]: refusal('boom', 500) });
    await user.type(await screen.findByLabelText('Note'), 'Dog');
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(valueOf(screen.getByLabelText('Note'))).toBe('Dog');
  });
});

const aMail = (template: string) =>
  ({
    kind: 'mail',
    id: 'm',
    at: '2026-12-01T15:00:00Z',
    template_type: template,
    to_email: 'alex@example.com',
    status: 'sent',
    last_error: null,
    by: null,
  }) as const;

it('says of a dropped email that it was not sent, and why', async () => {
  const mail = { ...aMail('booking_reminder'), status: 'dropped', last_error: 'away' } as const;
  open(aBookingPage({ timeline: [mail] }));
  expect(await screen.findByText('Not sent to alex@example.com')).toBeTruthy();
  expect(screen.getByText('No longer relevant.')).toBeTruthy();
  expect(screen.getByText('away')).toBeTruthy();
});

it('says of a dropped email to an erased customer that it was not sent for that reason', async () => {
  const to = 'deleted-3f2b8c1e@account.invalid';
  const mail = { ...aMail('booking_reminder'), to_email: to, status: 'dropped' } as const;
  open(aBookingPage({ timeline: [mail] }));
  expect(await screen.findByText('The customer’s data was erased.')).toBeTruthy();
});

it('resends an email and says when', async () => {
  open(aBookingPage({ timeline: [aMail('booking_confirmation')] }), {
    'POST /rest/v1/rpc/resend_mail': { body: { mail_id: 'n', outcome: 'just_sent' } },
  });
  await user.click(
    await screen.findByRole('button', { name: 'Resend email: booking confirmation' }),
  );
  await expectToast('Already Sent', 'Resent a moment ago.');
});

it.each([
  [
    'booking_reminder',
    'visit_not_tomorrow',
    'Reminders say that the visit is tomorrow. This visit isn’t.',
  ],
  [
    'rain_day',
    'rain_times_gone',
    'The customer has answered, or these times are no longer held. If there’s no answer yet, send new times under Rain day.',
  ],
])('says why a %s is not resent', async (template, code, sentence) => {
  open(aBookingPage({ timeline: [aMail(template)] }), {
    'POST /rest/v1/rpc/resend_mail': refusal(code, 409),
  });
  await user.click(await screen.findByRole('button', { name: /^Resend email: / }));
  await expectToast('Not Sent', sentence, 'destructive');
});
