/** Short enough for a waiting client, long enough for a starting database. */
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

// PostgreSQL stops, starts, or has no disk space. Class 08 is the connection itself.
const ownWords = /^(57P0[1-3]|53100|58030|08...)$/;

// No connection left. A function may raise the same code for its own reasons, which are passed on.
const isFull = ({ code, severity }: { code: string; severity: unknown }) =>
  code === '53300' && severity === 'FATAL';

const clientWords =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client (was closed|has encountered a connection error) and is not queryable|Cannot use a pool after)/;

/** A standby cannot write. An address that is to lead to the primary leads to one for a while after a failover. */
export class StandbyError extends Error {
  constructor() {
    super('this PostgreSQL is a standby, which cannot write');
  }
}

/** Whether PostgreSQL had no room for a write: a full disk, or one that fails. */
export const isOutOfRoom = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:53100|58030)$/.test(String(error.code));

/**
 * Whether the error means only that the database cannot be reached, or cannot write, for the moment. The answer is
 * then 503 with `Retry-After`, in the endpoint's dialect.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StandbyError) return true;
  const code = 'code' in error ? String(error.code) : '';
  if ('severity' in error) {
    return ownWords.test(code) || isFull({ code, severity: error.severity });
  }
  return connectionFailures.has(code) || clientWords.test(error.message);
}
