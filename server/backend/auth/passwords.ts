import { hash, verify } from '@node-rs/argon2';
import { AuthFailure, invalidInput } from './errors.ts';

const shortestPassword = 6;
const longestPassword = 200;

/** Throws what is wrong with a new password: weak_password 422, or validation_failed 400. */
export function checkNewPassword(password: string) {
  if (password.length < shortestPassword) {
    const message = `Password should be at least ${shortestPassword} characters.`;
    throw new AuthFailure(422, 'weak_password', message, { weakPasswordReasons: ['length'] });
  }
  if (password.length > longestPassword) {
    throw invalidInput(`Password cannot be longer than ${longestPassword} characters`);
  }
}

/** argon2id, on the thread pool and so off the main thread. */
export const hashPassword = (password: string) => inTurn(() => hash(password));

/**
 * Stands in the place of a hash while an address that nobody has confirmed was signed up with different
 * passwords. No password belongs to it.
 */
export const contestedPassword = '!';

/**
 * Whether the password belongs to the hash. Without a hash (no such account, or one without a
 * password) it takes the same time and says no.
 */
export async function isPasswordOf(encrypted: string | null, password: string): Promise<boolean> {
  if (password.length > longestPassword) return false;
  const own = encrypted === contestedPassword ? null : encrypted;
  const isRight = await inTurn(async () => verify(own ?? (await decoy()), password));
  return own !== null && isRight;
}

let decoyHash: Promise<string> | null = null;
const decoy = () => (decoyHash ??= hash('a password that no account has'));

// More than that would wait longer than anybody does, each holding its request open.
const mostWaiting = 100;

// The thread pool has four threads and serves files and name look-ups too. Two at a time leaves
// room for them however many people sign in at once.
const atOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

const tooBusy = () =>
  new AuthFailure(503, 'request_timeout', 'Too many people sign in right now. Please try again.', {
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
