import type { Context } from 'hono';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import {
  applyVerification,
  noProof,
  oneOfTwoConfirmed,
  type Proof,
  tokenTypesFor,
} from './apply-verification.ts';
import type { Auth } from './auth-context.ts';
import { findBookingContact } from './booking-contact.ts';
import { digest, makeAuthCode } from './code-flow.ts';
import { AuthFailure, invalidInput } from './errors.ts';
import { takeGuess, takeGuessOfOwn } from './guess-limits.ts';
import {
  codeFlowPrefix,
  findLinkToken,
  isTexted,
  type OneTimeToken,
  type TokenType,
  useCode,
  useLinkToken,
} from './one-time-tokens.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { readBody, readEmail, readPhone, text } from './request-fields.ts';
import { endSessions, requireSession, startSession } from './sessions.ts';
import type { Session } from './tokens.ts';
import { inTransaction } from '../database/transaction.ts';

const shape = z.object({
  type: text,
  token: text,
  token_hash: text,
  email: text,
  phone: text,
  booking_id: text,
  password: text,
  code_verifier: text,
});

type Body = z.infer<typeof shape>;
type UseToken = (client: PoolClient) => Promise<OneTimeToken | null>;

/** Changes of an account: made by the person who is signed in to it, not by the reader of a message alone. */
const changes: readonly TokenType[] = ['email_change_current', 'email_change_new', 'phone_change'];

/**
 * POST /verify: a link's secret as `token_hash`, or a six-digit code with its address, or with the id of the booking that
 * it was sent for. A confirmation keeps the password of the sign-up only with the sign-up's `code_verifier`; a `password`
 * given here replaces it. A code flow's link without either is answered with the `auth_code` for the browser that requested
 * it, and stays unused. A change of address or number needs a session of the account.
 */
export const verifyToken = (auth: Auth) => async (c: Context) => {
  const body = await readBody(c, shape);
  if (!body.type) throw invalidInput('Verify requires a verification type');
  const types = tokenTypesFor(body.type);
  if (!types) throw invalidInput('Invalid verification type');
  const isChange = types.every((type) => changes.includes(type));
  const session = isChange ? (await requireSession(auth, c)).session : null;

  const { token_hash: linkToken, code_verifier: verifier, password } = body;
  if (password) checkNewPassword(password);
  const sent = linkToken ? null : await readCode(auth, body, types);
  const guess = await guessAt(auth, c, { sent, session, linkToken });
  if (linkToken.startsWith(codeFlowPrefix) && !verifier && !password) {
    // The official client passes on what is called a user, and nothing beside it.
    const code = await codeFor(auth, { linkToken, types, method: body.type });
    await guess.wasRight();
    return c.json({ user: { auth_code: code } });
  }
  // Hashing is a thousand times the work of a look at the link.
  if (password && linkToken) await requireLink(auth, types, linkToken);
  const encryptedPassword = password ? await hashPassword(password) : null;
  const answer = await finish(auth, c, { verifier, encryptedPassword, session }, (client) =>
    sent
      ? useCode(auth, client, types, { ...sent, userId: session?.user_id })
      : useLinkToken(auth, client, types, linkToken),
  );
  await guess.wasRight();
  return answer;
};

/** A signed-in person's guess at the code of a change counts for that account, not for the address that it names. */
function guessAt(
  auth: Auth,
  c: Context,
  at: { sent: { relatesTo: string } | null; session: Session | null; linkToken: string },
) {
  if (!at.sent) return takeGuessOfOwn(auth, c, 'link', at.linkToken);
  if (at.session) return takeGuessOfOwn(auth, c, 'change', at.session.user_id);
  return takeGuess(auth, c, 'code', at.sent.relatesTo);
}

async function requireLink(auth: Auth, types: readonly TokenType[], linkToken: string) {
  const found = await inTransaction(auth.database, (client) =>
    findLinkToken(auth, client, types, linkToken),
  );
  if (!found) throw expired();
}

const otherAccount = () =>
  new AuthFailure(
    403,
    'other_account',
    'This belongs to another account. Sign in to that account, then try again.',
  );

const expired = () => new AuthFailure(403, 'otp_expired', 'Token has expired or is invalid');

const codeFor = (
  auth: Auth,
  link: { linkToken: string; types: readonly TokenType[]; method: string },
) =>
  inTransaction(auth.database, async (client) => {
    const token = await findLinkToken(auth, client, link.types, link.linkToken);
    if (!token?.code_challenge || !token.code_challenge_method) throw expired();
    const { user_id: userId, code_challenge: value, code_challenge_method: method } = token;
    const challenge = { value, method };
    return makeAuthCode(auth, client, { userId, method: link.method, challenge });
  });

async function readCode(auth: Auth, body: Body, types: readonly TokenType[]) {
  if (!body.token) throw invalidInput('Verify requires a token or a token hash');
  if ([body.email, body.phone, body.booking_id].filter(Boolean).length !== 1) {
    throw invalidInput('Only an email address or phone number should be provided on verify');
  }
  if (Boolean(body.phone) !== types.every(isTexted)) {
    throw invalidInput('The verification type does not go with what it was sent to');
  }
  return { relatesTo: await recipientOf(auth, body), code: body.token.trim() };
}

async function recipientOf(auth: Auth, { email, phone, booking_id: bookingId }: Body) {
  if (email) return readEmail(email);
  if (phone) return readPhone(phone);
  const { countedBy } = await findBookingContact(auth, bookingId);
  return countedBy;
}

type Given = { verifier: string; encryptedPassword: string | null; session: Session | null };

async function finish(auth: Auth, c: Context, given: Given, use: UseToken) {
  const result = await inTransaction(auth.database, async (client) => {
    const token = await use(client);
    // Not thrown: the count of wrong codes must be committed.
    if (!token) return expired();
    const { session } = given;
    // Thrown, so that the token stays for the right browser.
    if (session && session.user_id !== token.user_id) throw otherAccount();
    const proof = proofOf(token, given);
    if ((await applyVerification(auth, client, token, proof)) === 'waiting') return 'waiting';
    if (session) await endSessions(client, session, 'others');
    const start = { userId: token.user_id, method: 'otp', request: c.req.raw };
    return startSession(auth, client, start);
  });
  if (result instanceof AuthFailure) throw result;
  if (result === 'waiting') return c.json({ code: '200', msg: oneOfTwoConfirmed });
  return c.json(result);
}

/** Throws bad_code_verifier 400 for a verifier of another request. */
function proofOf(token: OneTimeToken, { verifier, encryptedPassword }: Given): Proof {
  if (!verifier) return { ...noProof, encryptedPassword };
  if (digest(verifier) !== token.code_challenge) {
    const message = 'code challenge does not match previously saved code verifier';
    throw new AuthFailure(400, 'bad_code_verifier', message);
  }
  return { ...noProof, isOfRequest: true };
}
