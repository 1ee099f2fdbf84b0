// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BookingPage } from '@contracts/owner-booking.ts';
import { setSession } from '@/lib/session.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { signIn } from '@/testing/sign-in.ts';
import { aBookingPage } from '../testing/booking-page.ts';
import OwnerBookingScreen from './owner-booking-screen.tsx';

const user = userEvent.setup();
const { id } = aBookingPage().booking;
const correct = 'POST /rest/v1/rpc/correct_booking';
const write = 'POST /rest/v1/rpc/send_booking_message';

afterEach(() => {
  cleanup();
  setSession({ status: 'guest' });
  vi.unstubAllGlobals();
});

function open(page: BookingPage, answers: Parameters<typeof startFakeBackend>[0] = {}) {
  signIn({ isAdmin: true });
  const backend = startFakeBackend({
    'POST /rest/v1/rpc/booking_page': { body: page },
    ...answers,
  });
  renderScreen(<OwnerBookingScreen privacyOf={() => null} />, {
    path: `/admin/bookings/${id}`,
    pattern: '/admin/bookings/:bookingId',
  });
  return backend;
}

const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

async function retype(label: string, text: string) {
  const field = screen.getByLabelText(label);
  await user.clear(field);
  if (text) await user.type(field, text);
}

describe('Correct details', () => {
  it('sends only what differs, with what it was', async () => {
    const backend = open(aBookingPage(), { [correct]: { body: { notified: 'alex@example.com' } } });
    await press('Correct details');
    await retype('Phone *', '905 555 0199');
    await retype('Notes', 'Dog hair');
    await press('Save corrections');
    expect(await screen.findByText('Details corrected')).toBeTruthy();
    expect(backend.sent(correct)[0]?.body).toEqual({
      target_booking_id: id,
      was: { customer_phone: '+19055550142', customer_notes: '' },
      changes: { customer_phone: '+19055550199', customer_notes: 'Dog hair' },
    });
  });

  it('sends nothing when nothing differs, or when an online booking loses its address', async () => {
    const backend = open(aBookingPage());
    await press('Correct details');
    await press('Save corrections');
    expect(await screen.findByText('Nothing has changed yet.')).toBeTruthy();
    await retype('Email Address', '');
    await press('Save corrections');
    expect(await screen.findByText('Please enter the email address.')).toBeTruthy();
    expect(backend.sent(correct)).toEqual([]);
  });

  it('keeps what was typed when another session changed the booking', async () => {
    open(aBookingPage(), {
      [correct]: { status: 409, body: { code: 'PT409', message: 'booking_changed' } },
    });
    await press('Correct details');
    await retype('City *', 'Bolton');
    await press('Save corrections');
    expect((await screen.findByRole('alert')).textContent).toContain('changed this booking');
    expect(screen.getByLabelText<HTMLInputElement>('City *').value).toBe('Bolton');
  });
});

describe('Send message', () => {
  it('sends what was written, and an empty message is refused', async () => {
    const backend = open(aBookingPage(), { [write]: { body: null } });
    await press('Send message');
    await press('Send message');
    expect(await screen.findByText('Please enter your message.')).toBeTruthy();
    await user.type(screen.getByLabelText('Message *'), 'Running late.');
    await press('Send message');
    expect(await screen.findByText('Message sent')).toBeTruthy();
    expect(backend.sent(write)).toMatchObject([
      { body: { target_booking_id: id, message: 'Running late.' } },
    ]);
  });

  it('offers a text where there is no email address', async () => {
    open(aBookingPage({ booking: { customer_email: null, source: 'phone' } }));
    expect(await screen.findByRole('link', { name: 'Text the customer' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send message' })).toBeNull();
  });

  it('is possible after a cancellation', async () => {
    open(aBookingPage({ booking: { status: 'cancelled' } }));
    await press('Send message');
    expect(screen.getByLabelText('Message *')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Correct details' })).toBeNull();
  });
});
