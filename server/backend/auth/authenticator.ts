import type { GoTrueClient } from '@supabase/auth-js';
import { TOTP } from 'otpauth';
import type { AuthTestHost } from './auth-test-host.ts';

/** An authenticator app. */
export type Authenticator = { factorId: string; secret: string; code: () => string };

/** Starts an enrolment; the factor is not active yet. */
export async function enrolled(
  host: AuthTestHost,
  client: GoTrueClient,
  friendlyName = 'Phone',
): Promise<Authenticator> {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  const { id, totp } = data;
  return {
    factorId: id,
    secret: totp.secret,
    code: () => new TOTP({ secret: totp.secret }).generate({ timestamp: host.now().getTime() }),
  };
}

/** Proves the factor to the session, with a code of an unused half minute. */
export async function proveFactor(host: AuthTestHost, client: GoTrueClient, app: Authenticator) {
  host.passTime(30_000);
  const { factorId } = app;
  const { error } = await client.mfa.challengeAndVerify({ factorId, code: app.code() });
  if (error) throw error;
}

/** A person with an active second factor, in a session that proved it. */
export async function protectedBy(host: AuthTestHost, client: GoTrueClient) {
  const app = await enrolled(host, client);
  await proveFactor(host, client, app);
  return app;
}
