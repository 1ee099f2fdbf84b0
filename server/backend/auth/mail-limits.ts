import type { Context } from 'hono';
import { countersFor } from '../../networks.ts';
import type { Auth } from './auth-context.ts';
import { isKnownNetwork } from './guess-limits.ts';
import { takeAttempt } from './rate-limit.ts';

/**
 * Counts a request that may send an email, known address or not, for the mailbox that gets it. Strangers elsewhere use up
 * no limit of a network that has signed in with the address, unless it is only `wanted`: another account asks for it.
 * Throws over_email_send_rate_limit 429.
 */
export async function takeMailAttempt(
  auth: Auth,
  c: Context,
  kind: string,
  email: string,
  whose: 'own' | 'wanted' = 'own',
) {
  const { mailsPerRecipientAndNetwork, mailsPerRecipient, mailsPerAddress } = auth.limits;
  const mailbox = await mailboxOf(auth, email);
  const ofDay = { key: `mail:day:${mailbox}`, limit: auth.limits.mailsPerRecipientAndDay };
  const address = auth.clientAddress(c.req.raw);
  const key = `mail:${kind}:${mailbox}`;
  const isKnown = whose === 'own' && (await isKnownNetwork(auth, c, email));
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

/** The same for every spelling of one mailbox. What is no address stays as it is. */
async function mailboxOf({ database }: Auth, email: string): Promise<string> {
  const { rows } = await database.pool.query<{ mailbox: string | null }>(
    'select private.mailbox_of($1) as mailbox',
    [email],
  );
  return rows[0]?.mailbox ?? email;
}
