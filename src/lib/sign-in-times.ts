import { clockNow, timedFetch } from './clock.ts';

/**
 * As fetch, for the account service's client: it holds the end of a sign-in against this device's clock, so it
 * is told how long the sign-in lasts (`expires_in`) and not until when. On a device that is ahead it would renew
 * without end.
 */
export const signInFetch: typeof fetch = async (input, init) => {
  const answer = await timedFetch(input, init);
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  if (!isSignIn(body)) return answer;
  const { status, headers } = answer;
  return new Response(JSON.stringify({ ...body, expires_at: undefined }), { status, headers });
};

const isSignIn = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && 'expires_in' in body && 'expires_at' in body;

/** Whether a token has ended by the server's clock; one that cannot be read has not. */
export function hasEnded(token: string): boolean {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' && exp * 1000 <= clockNow();
}

/** The sign-in that a token belongs to, the same after each renewal; undefined for one that cannot be read. */
export const signInOf = (token: string): string | undefined => claimsOf(token).session_id;

/** The level of a sign-in, `aal2` once the second factor is proved; undefined for a token that cannot be read. */
export const levelOf = (token: string): string | undefined => claimsOf(token).aal;

function claimsOf(token: string): { exp?: number; session_id?: string; aal?: string } {
  try {
    const claims = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    return JSON.parse(atob(claims)) as ReturnType<typeof claimsOf>;
  } catch {
    return {};
  }
}
