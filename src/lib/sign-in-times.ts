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
  try {
    const claims = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const { exp } = JSON.parse(atob(claims)) as { exp?: number };
    return typeof exp === 'number' && exp * 1000 <= clockNow();
  } catch {
    return false;
  }
}
