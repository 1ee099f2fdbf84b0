import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Keys } from '../keys.ts';

const algorithm = 'aes-256-gcm';

const keyOf = (keys: Keys) =>
  Buffer.from(hkdfSync('sha256', keys.secret, '', 'second factor secrets', 32));

/** Encrypts a factor's secret, for this factor only: unlike a password, it is needed in full. */
export function sealSecret(keys: Keys, factorId: string, secret: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, keyOf(keys), iv).setAAD(Buffer.from(factorId));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts the secret. Throws if it was sealed for another factor or with another key, or was changed. */
export function openSecret(keys: Keys, factorId: string, kept: string): string {
  const bytes = Buffer.from(kept, 'base64url');
  const decipher = createDecipheriv(algorithm, keyOf(keys), bytes.subarray(0, 12))
    .setAAD(Buffer.from(factorId))
    .setAuthTag(bytes.subarray(12, 28));
  return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
}
