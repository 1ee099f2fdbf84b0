import { SignJWT } from 'jose';
import type { Auth } from './auth-context.ts';
import { type User, userResponse } from './users.ts';

export const accessTokenSeconds = 3600;

/** How and when a person signed in (seconds since 1970). */
type AuthenticationMethod = { method: string; timestamp: number };

export type Session = {
  id: string;
  user_id: string;
  aal: 'aal1' | 'aal2';
  amr: AuthenticationMethod[];
  created_at: string | Date;
};

const secondsOf = (instant: Date) => Math.floor(instant.getTime() / 1000);

const issuerOf = (publicUrl: string) => new URL('/auth/v1', publicUrl).href;

/** The signed token for REST, storage and functions: valid for an hour. */
function accessToken(auth: Auth, user: User, session: Session, issuedAt: number): Promise<string> {
  return new SignJWT({
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuerOf(auth.publicUrl))
    .setSubject(user.id)
    .setAudience(user.aud)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenSeconds)
    .sign(auth.keys.signing.current);
}

export type SessionResponse = Awaited<ReturnType<typeof sessionResponse>>;

/** The session in the client's format. */
export async function sessionResponse(
  auth: Auth,
  user: User,
  session: Session,
  refreshToken: string,
) {
  // Read once, so that the client's expiry equals the token's.
  const issuedAt = secondsOf(auth.now());
  return {
    access_token: await accessToken(auth, user, session, issuedAt),
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    expires_at: issuedAt + accessTokenSeconds,
    refresh_token: refreshToken,
    user: userResponse(user),
  };
}
