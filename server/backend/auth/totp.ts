import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;

/** How many half minutes a phone's clock may be off. */
const window = 1;

/** A secret for an authenticator app, and the URI for a QR code. */
export function newTotp(issuer: string, account: string): { secret: string; uri: string } {
  const totp = new TOTP({ issuer, label: account, secret: new Secret({ size: 20 }) });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The half minute (since 1970) of the code, or null for a wrong one. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: periodSeconds });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window });
  if (delta === null) return null;
  return Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
}
