import { awayRetrySeconds, isDatabaseAway } from '../database/database-away.ts';
import type { Identity } from '../identity.ts';
import { RestError } from './errors.ts';

type DatabaseError = Error & {
  code: string;
  detail?: string;
  hint?: string;
  /** The schema of the violated constraint. */
  schema?: string;
  /** The functions it happened in; none for the request's own statement. */
  where?: string;
};

type Role = Identity['role'];

/**
 * The answer to a failed statement: PostgreSQL's code, message, detail and hint, with the reference server's
 * status for that code. Other errors are unchanged.
 */
export function restErrorFrom(error: unknown, role: Role): unknown {
  if (isDatabaseAway(error)) {
    return new RestError(
      503,
      { code: 'PGRST001', message: 'Database client error. Retrying the connection.' },
      { 'retry-after': String(awayRetrySeconds) },
    );
  }
  if (isDatabaseError(error)) {
    const status = statusOf(error, role === 'anon');
    return new RestError(
      status,
      {
        code: error.code,
        message: error.message,
        details: detailFor(error, role),
        hint: error.hint ?? null,
      },
      status === 401 ? { 'www-authenticate': 'Bearer' } : {},
    );
  }
  return error;
}

/**
 * PostgreSQL shows a row that violates a constraint to a role that may read it. In a function with its owner's
 * rights everybody would see it, so that detail is for the service role only.
 */
function detailFor({ code, detail, schema, where }: DatabaseError, role: Role) {
  const isOfFunction = code.startsWith('23') && schema !== undefined && where !== undefined;
  return isOfFunction && role !== 'service_role' ? null : detail;
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error &&
  'severity' in error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^[0-9A-Z]{5}$/.test(error.code);

const exactStatus: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '53400': 500,
  P0001: 400,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
};

const classStatus: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

function statusOf({ code, message }: DatabaseError, isAnonymous: boolean): number {
  if (code === '42501') return isAnonymous ? 401 : 403;
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  if (code.startsWith('PT')) {
    const status = Number(code.slice(2));
    return status >= 200 && status <= 599 ? status : 500;
  }
  return exactStatus[code] ?? classStatus[code.slice(0, 2)] ?? 400;
}
