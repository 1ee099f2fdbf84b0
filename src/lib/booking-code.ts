import { guestHeaders, noAnswer } from './backend.ts';
import { backendUrl } from './backend-url.ts';
import { timedFetch } from './clock.ts';

/**
 * Emails a sign-in code to the address of a booking, with a link that leads to `redirectTo`. Answers the address as far
 * as anybody with the id may see it, "a…x@example.com"; null without one. Throws with a sentence.
 */
export async function sendBookingCode(
  bookingId: string,
  redirectTo: string,
): Promise<string | null> {
  const query = new URLSearchParams({ redirect_to: redirectTo }).toString();
  const response = await timedFetch(backendUrl(`/auth/v1/otp?${query}`), {
    method: 'POST',
    headers: { ...guestHeaders(), 'content-type': 'application/json' },
    body: JSON.stringify({ booking_id: bookingId }),
  }).catch(() => {
    throw new Error(noAnswer);
  });
  const answer = (await response.json().catch(() => null)) as Answer | null;
  if (!response.ok) throw new Error(answer?.msg ?? 'Something went wrong');
  return answer?.sent_to ?? null;
}

type Answer = { sent_to?: string | null; msg?: string };
