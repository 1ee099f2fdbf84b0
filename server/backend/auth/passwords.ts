import { hash, verify } from '@node-rs/argon2';
import { isMostCommon } from './administrator-passwords.ts';
import { AuthFailure, invalidInput } from './errors.ts';

const shortestPassword = 6;
const longestPassword = 200;

/** Throws for an invalid or very common new password: weak_password 422 or validation_failed 400. */
export function checkNewPassword(password: string) {
  if (password.length < shortestPassword) {
    const message = `Password should be at least ${shortestPassword} characters.`;
    throw new AuthFailure(422, 'weak_password', message, { weakPasswordReasons: ['length'] });
  }
  if (isMostCommon(password)) {
    const message =
      'This password is too common. Please use another one: three unrelated words make a good one.';
    throw new AuthFailure(422, 'weak_password', message, { weakPasswordReasons: ['pwned'] });
  }
  if (password.length > longestPassword) {
    throw invalidInput(`Password cannot be longer than ${longestPassword} characters`);
  }
}

/** argon2id, on the thread pool and so off the main thread. */
export const hashPassword = (password: string) => inTurn(() => hash(password));

/**
 * Whether the password matches the hash. Without a hash (no account, or one without a password) it takes the same
 * time and returns false.
 */
export async function isPasswordOf(encrypted: string | null, password: string): Promise<boolean> {
  if (password.length > longestPassword) return false;
  const isRight = await inTurn(async () => verify(encrypted ?? (await decoy()), password));
  return encrypted !== null && isRight;
}

let decoyHash: Promise<string> | null = null;
const decoy = () => (decoyHash ??= hash('a password that no account has'));

// About two seconds of work: with more, a flood would delay every sign-in for longer than people wait.
const mostWaiting = 20;

// The thread pool has four threads and also serves files and DNS lookups. Two at a time leave room for those.
const atOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

const tooBusy = () =>
  new AuthFailure(503, 'request_timeout', 'Too many sign-ins right now. Please try again.', {
    retryAfterSeconds: 5,
  });

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running += 1;
  else if (waiting.length < mostWaiting) await new Promise<void>((go) => waiting.push(go));
  else throw tooBusy();
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
