import { z } from 'zod';
import { formatPhone } from '../../../../domain/contact/format-phone.ts';
import type { StoredBooking } from '../../../contracts/booking.ts';
import { earlierStart } from './booking-mail.ts';
import type { QueuedMail } from './mail-calls.ts';
import type { TemplateVariables } from './render-template.ts';

const about = z.object({
  booking_id: z.string(),
  old_date: z.string().optional(),
  old_time: z.string().optional(),
});

const subjectOf = ({ data }: QueuedMail) => about.safeParse(data['about']).data;

/** The booking that an email is about: the customer's, or the one that the owner gets news of. */
export const bookingOfMail = (mail: QueuedMail): string | null =>
  mail.booking_id ?? subjectOf(mail)?.booking_id ?? null;

/** What the owner needs beside the booking to act on its news; empty for other emails. */
export function newsVariables(
  mail: QueuedMail,
  booking: StoredBooking | null,
  { publicUrl, arrivalWindowMinutes }: { publicUrl: string; arrivalWindowMinutes: number },
): TemplateVariables {
  const news = subjectOf(mail);
  if (!news || !booking) return {};
  const { old_date: date, old_time: time } = earlierStart(
    { old_date: booking.booking_date, old_time: booking.booking_time.slice(0, 5), ...news },
    arrivalWindowMinutes,
  );
  const wasMoved = news.old_date !== undefined || news.old_time !== undefined;
  return {
    former_time: wasMoved ? `${date}, ${time}` : '',
    customer_phone: formatPhone(booking.customer_phone),
    owner_booking_url: `${publicUrl}/admin/bookings/${booking.id}`,
  };
}
