import type { Context } from 'hono';
import { countersFor } from '../../networks.ts';
import type { Auth } from './auth-context.ts';
import { isKnownNetwork } from './guess-limits.ts';
import { takeAttempt } from './rate-limit.ts';

/**
 * Counts a request that may send an email, to a known address or not. Strangers elsewhere use up no limit of a network
 * that has signed in with the address. Throws over_email_send_rate_limit 429.
 */
export async function takeMailAttempt(auth: Auth, c: Context, kind: string, email: string) {
  const { mailsPerRecipientAndNetwork, mailsPerRecipient, mailsPerAddress } = auth.limits;
  const ofDay = { key: `mail:day:${email}`, limit: auth.limits.mailsPerRecipientAndDay };
  const address = auth.clientAddress(c.req.raw);
  const key = `mail:${kind}:${email}`;
  const isKnown = await isKnownNetwork(auth, c, email);
  await takeAttempt(
    auth,
    [
      ...countersFor('mail:address', address, mailsPerAddress),
      ...countersFor(key, address, mailsPerRecipientAndNetwork),
      ...(isKnown ? [] : [{ key, limit: mailsPerRecipient }, ofDay]),
    ],
    'over_email_send_rate_limit',
  );
}
