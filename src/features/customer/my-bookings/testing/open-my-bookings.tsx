import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import type { BookingDetails } from '@contracts/booking.ts';
import type { BookingRecord } from '@/entities/booking/booking-record.ts';
import { someDetails } from '@/entities/booking/testing/booking-details.ts';
import { aBooking } from '@/entities/booking/testing/booking-record.ts';
import { startFakeBackend } from '@/testing/fake-backend.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { MyBookingsScreen } from '../components/my-bookings-screen.tsx';

export const read = 'GET /rest/v1/bookings';
export const rain = 'GET /rest/v1/rpc/rained_out_bookings';
export const readDetails = 'POST /rest/v1/rpc/booking_details';
export const byNumber = 'POST /rest/v1/rpc/booking_of_number';
export const cancel = 'POST /functions/v1/cancel-booking';
export const sendCode = 'POST /auth/v1/otp';
export const { id } = aBooking();

export function startWith(
  booking: Partial<BookingRecord> | null,
  refundAmount = 2000,
  details: Partial<BookingDetails> = {},
  depositAmount = 2000,
) {
  return startFakeBackend({
    [read]: { body: booking ? [aBooking(booking)] : [] },
    [readDetails]: { body: booking ? [someDetails(details)] : [] },
    [rain]: { body: [] },
    [cancel]: { body: { refundAmount, bookingStatus: 'cancelled', depositAmount } },
  });
}

export const open = (query = '') =>
  renderScreen(<MyBookingsScreen />, { path: `/my-bookings${query && `?${query}`}` });

export async function lookUp(email: string, bookingId: string) {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText(/Email Address/), email);
  await user.type(screen.getByLabelText(/Booking ID/), bookingId);
  await user.click(screen.getByRole('button', { name: 'Find Booking' }));
  return user;
}

export const card = () => screen.findByRole('article', { name: 'Premium Detailing' });

/** Before and after each test. */
export const onADay = () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T15:00:00Z') });
};

export const leave = () => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
};
