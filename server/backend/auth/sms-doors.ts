import type { Context } from 'hono';
import type { Auth } from './auth-context.ts';
import { takeAttempt } from './rate-limit.ts';

/**
 * Counts a request that may send a text message, known number or not: by the address it comes from, by
 * the number within minutes and within a day, and all together, for each one costs money.
 * Throws over_sms_send_rate_limit 429.
 */
export async function takeSmsAttempt(auth: Auth, c: Context, phone: string) {
  const { limits } = auth;
  await takeAttempt(
    auth,
    [
      { key: `sms:address:${auth.clientAddress(c.req.raw)}`, limit: limits.smsPerAddress },
      { key: `sms:number:${phone}`, limit: limits.smsPerNumber },
      { key: `sms:day:${phone}`, limit: limits.smsPerNumberAndDay },
      { key: 'sms:everybody', limit: limits.smsPerDay },
    ],
    'over_sms_send_rate_limit',
  );
}
