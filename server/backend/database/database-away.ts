/** Soon enough for somebody who waits, and late enough for a database that starts. */
export const awayRetrySeconds = 5;

const connectionFailures = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

// PostgreSQL's own: it stops or starts, or has no room on its disk. Class 08 is about the connection itself.
const ownWords = /^(57P0[1-3]|53100|58030|08...)$/;

// It has no connection left. A function may raise the same for reasons of its own, which are told.
const isFull = ({ code, severity }: { code: string; severity: unknown }) =>
  code === '53300' && severity === 'FATAL';

const clientWords =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client (was closed|has encountered a connection error) and is not queryable|Cannot use a pool after)/;

/**
 * Whether this says nothing about the request but that the database cannot be asked, or cannot write, for
 * the moment. The answer to it is 503 with `Retry-After`, in the dialect of the endpoint.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if ('severity' in error) {
    return ownWords.test(code) || isFull({ code, severity: error.severity });
  }
  return connectionFailures.has(code) || clientWords.test(error.message);
}
