import type { Context } from 'hono';
import type { Auth } from './auth-context.ts';
import type { CodeChallenge } from './code-flow.ts';
import { safeRedirect } from './redirects.ts';
import { type ChallengeFields, readChallenge } from './request-fields.ts';

/** How an emailed link leads back to the app: the address, and the challenge of a client of the code flow. */
export type WayBack = { redirectTo: string; challenge: CodeChallenge | null };

/** Throws validation_failed 400 for an invalid challenge. */
export function readWayBack(auth: Auth, c: Context, body: ChallengeFields): WayBack {
  const challenge = readChallenge(body);
  return { challenge, redirectTo: safeRedirect(c.req.query('redirect_to'), auth.publicUrl) };
}
