import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { awayRetrySeconds, isDatabaseAway } from '../database/database-away.ts';

/** A refusal in the dialect of the reference server: a status, a stable code, a sentence. */
export class AuthFailure extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly extra: AuthFailureExtra;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    extra: AuthFailureExtra = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

export type AuthFailureExtra = { retryAfterSeconds?: number; weakPasswordReasons?: string[] };

export const invalidInput = (message: string) => new AuthFailure(400, 'validation_failed', message);

const versionHeader = 'x-supabase-api-version';
const codedErrorsSince = '2024-01-01';

/**
 * Answers an error. Clients that name the API version of 2024-01-01 or later get `{ code, message }` and the
 * version; all others `{ code: <status>, error_code, msg }`. Any other error goes to `log` and reveals nothing to
 * the client.
 */
export function answerFailure(c: Context, error: unknown, log: (error: unknown) => void): Response {
  if (!(error instanceof AuthFailure)) log(error);
  const failure = failureOf(error);
  const { retryAfterSeconds, weakPasswordReasons } = failure.extra;
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds));
  const weakPassword = weakPasswordReasons && { weak_password: { reasons: weakPasswordReasons } };
  if (namesCodedErrors(c.req.header(versionHeader))) {
    c.header(versionHeader, codedErrorsSince);
    const body = { code: failure.code, message: failure.message, ...weakPassword };
    return c.json(body, failure.status);
  }
  const body = {
    code: failure.status,
    error_code: failure.code,
    msg: failure.message,
    ...weakPassword,
  };
  return c.json(body, failure.status);
}

function failureOf(error: unknown): AuthFailure {
  if (error instanceof AuthFailure) return error;
  if (isDatabaseAway(error)) {
    const sentence = 'Our system is unavailable right now. Please try again in a minute.';
    return new AuthFailure(503, 'database_away', sentence, { retryAfterSeconds: awayRetrySeconds });
  }
  return new AuthFailure(500, 'unexpected_failure', 'Something went wrong. Please try again.');
}

const namesCodedErrors = (version: string | undefined) =>
  version !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= codedErrorsSince;
