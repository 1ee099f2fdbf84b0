import type { Context } from 'hono';
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
      { key: `sms:address:${address}`, limit: limits.smsPerAddress },
      { key: `sms:address-day:${address}`, limit: limits.smsPerAddressAndDay },
      { key: `sms:number:${phone}`, limit: limits.smsPerNumber },
      { key: `sms:day:${phone}`, limit: limits.smsPerNumberAndDay },
      { key: 'sms:everybody', limit: limits.smsPerDay },
    ],
    'over_sms_send_rate_limit',
  );
}
