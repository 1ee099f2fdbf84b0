import type { Context } from 'hono';
import type { Auth } from './auth-context.ts';
import type { CodeChallenge } from './code-flow.ts';
import { safeRedirect } from './redirects.ts';
import { type ChallengeFields, readChallenge } from './request-fields.ts';

/** How a mailed link leads back to the app: where to, and for a client of the code flow its challenge. */
export type WayBack = { redirectTo: string; challenge: CodeChallenge | null };

/** Throws validation_failed 400 for a challenge that is none. */
export function readWayBack(auth: Auth, c: Context, body: ChallengeFields): WayBack {
  const challenge = readChallenge(body);
  return { challenge, redirectTo: safeRedirect(c.req.query('redirect_to'), auth.publicUrl) };
}
