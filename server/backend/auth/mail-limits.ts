import type { Context } from 'hono';
import { countersFor } from '../../networks.ts';
import type { Auth } from './auth-context.ts';
import { takeAttempt } from './rate-limit.ts';

/**
 * Counts a request that may send an email, to a known address or not. Throws over_email_send_rate_limit 429.
 */
export async function takeMailAttempt(auth: Auth, c: Context, kind: string, email: string) {
  const { mailsPerRecipient, mailsPerAddress } = auth.limits;
  await takeAttempt(
    auth,
    [
      ...countersFor('mail:address', auth.clientAddress(c.req.raw), mailsPerAddress),
      { key: `mail:${kind}:${email}`, limit: mailsPerRecipient },
    ],
    'over_email_send_rate_limit',
  );
}
