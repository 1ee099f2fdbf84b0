import type { Context } from 'hono';
import { countersFor } from '../../networks.ts';
import type { Auth } from './auth-context.ts';
import { isKnownNetwork } from './guess-limits.ts';
import { takeAttempt } from './rate-limit.ts';

/**
 * Counts a request that may send a text message, to a known number or not: by its address and by the number, each
 * in a short window and in a day, and in total, because each message costs money. A request refused earlier does
 * not count in the total, so that one sender cannot block everyone's codes.
 * Strangers don't use up the short window of a network that has signed in with the number, unless it is only `wanted`:
 * another account asks for it. Throws over_sms_send_rate_limit 429.
 */
export async function takeSmsAttempt(
  auth: Auth,
  c: Context,
  phone: string,
  whose: 'own' | 'wanted' = 'own',
) {
  const { limits } = auth;
  const address = auth.clientAddress(c.req.raw);
  const isKnown = whose === 'own' && (await isKnownNetwork(auth, c, phone));
  await takeAttempt(
    auth,
    [
      ...countersFor('sms:address', address, limits.smsPerAddress),
      ...countersFor('sms:address-day', address, limits.smsPerAddressAndDay),
      ...(isKnown ? [] : [{ key: `sms:number:${phone}`, limit: limits.smsPerNumber }]),
      { key: `sms:day:${phone}`, limit: limits.smsPerNumberAndDay },
      { key: 'sms:everybody', limit: limits.smsPerDay },
    ],
    'over_sms_send_rate_limit',
  );
}
