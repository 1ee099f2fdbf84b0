import { isBookingNumber } from '@domain/booking/booking-number.ts';
import type { Inquiry } from '@domain/contact/inquiry.ts';
import { idOfNumber } from '@/entities/booking/booking-of-number.ts';
import { guestRest } from '@/lib/backend.ts';

/**
 * Leaves the inquiry with the business. Sends nothing and returns 'unknown_booking' when no booking has the number and
 * email address. Throws when it could not be kept.
 */
export async function sendInquiry(inquiry: Inquiry): Promise<'sent' | 'unknown_booking'> {
  const { name, email, subject, message, bookingId: typed } = inquiry;
  const isNumber = typed !== null && isBookingNumber(typed);
  const bookingId = isNumber ? await idOfNumber(typed, email) : typed;
  if (isNumber && bookingId === null) return 'unknown_booking';
  await guestRest()
    .from('inquiries')
    .insert({ name, email, subject, message, booking_id: bookingId })
    .throwOnError();
  return 'sent';
}
