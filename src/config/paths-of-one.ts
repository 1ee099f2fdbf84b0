import { offerPaths } from './offer-paths.ts';
import { paths } from './paths.ts';

// Addresses that name one booking. Apart from the paths, because only late screens need them.

export function bookingConfirmationPath(
  bookingId: string,
  paymentStatus: 'deposit_paid' | 'full_paid',
  paymentSession?: string,
): string {
  const query = new URLSearchParams({ booking_id: bookingId, payment_status: paymentStatus });
  if (paymentSession) query.set('session_id', paymentSession);
  return `${paths.bookingConfirmation}?${query.toString()}`;
}

export function reschedulePath(bookingId: string): string {
  return paths.reschedule.replace(':bookingId', encodeURIComponent(bookingId));
}

/** The page behind the link in a confirmation mail: it opens that booking without signing in. */
export function myBookingPath(bookingId: string): string {
  return `${paths.myBookings}?${new URLSearchParams({ booking_id: bookingId }).toString()}`;
}

/** The photos of a visit, by the token of their link. */
export const carPhotosPath = (token: string) =>
  `${offerPaths.carPhotos}?${new URLSearchParams({ token }).toString()}`;
