import type { Inquiry } from '@domain/contact/inquiry.ts';
import { guestRest } from '@/lib/backend.ts';

/** Leaves the inquiry with the business. Throws when it could not be kept. */
export async function sendInquiry(inquiry: Inquiry): Promise<void> {
  const { name, email, subject, message, bookingId } = inquiry;
  await guestRest()
    .from('inquiries')
    .insert({ name, email, subject, message, booking_id: bookingId })
    .throwOnError();
}
