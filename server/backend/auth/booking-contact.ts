import type { Auth } from './auth-context.ts';
import { invalidInput } from './errors.ts';
import { isUuid } from './request-fields.ts';

/**
 * Where a visitor who only has a booking's id may receive a code. Nobody may once the email address was corrected: the
 * first emails with the id went to another person.
 */
export type BookingContact = {
  /** The email address, or null without such a booking or address. */
  email: string | null;
  /** What limits count by. */
  countedBy: string;
};

/** Throws validation_failed 400 if it is no id. */
export async function findBookingContact(
  auth: Pick<Auth, 'database'>,
  bookingId: string,
): Promise<BookingContact> {
  if (!isUuid(bookingId)) throw invalidInput('The booking id must be a UUID');
  const { rows } = await auth.database.pool.query<{ customer_email: string | null }>(
    'select customer_email from public.bookings where id = $1 and opens_by_id',
    [bookingId],
  );
  const email = rows[0]?.customer_email ?? null;
  return { email, countedBy: email ?? `booking ${bookingId.toLowerCase()}` };
}

/** "a…x@example.com": enough for its owner to recognize. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at);
  // Of one or two letters, the last one would show the whole name.
  const last = name.length > 2 ? name.slice(-1) : '';
  return `${name.slice(0, 1)}…${last}${email.slice(at)}`;
}
