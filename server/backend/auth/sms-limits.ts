import type { Context } from 'hono';
import { countersFor } from '../../networks.ts';
import type { Auth } from './auth-context.ts';
import { takeAttempt } from './rate-limit.ts';

/**
 * Counts a request that may send a text message, known number or not: by the address it comes from and by
 * the number, each within a short time and within a day, and all together, for each one costs money.
 * Whoever is refused before the last counts nothing there, so that one sender cannot keep codes from everybody.
 * Throws over_sms_send_rate_limit 429.
 */
export async function takeSmsAttempt(auth: Auth, c: Context, phone: string) {
  const { limits } = auth;
  const address = auth.clientAddress(c.req.raw);
  await takeAttempt(
    auth,
    [
      ...countersFor('sms:address', address, limits.smsPerAddress),
      ...countersFor('sms:address-day', address, limits.smsPerAddressAndDay),
      { key: `sms:number:${phone}`, limit: limits.smsPerNumber },
      { key: `sms:day:${phone}`, limit: limits.smsPerNumberAndDay },
      { key: 'sms:everybody', limit: limits.smsPerDay },
    ],
    'over_sms_send_rate_limit',
  );
}
