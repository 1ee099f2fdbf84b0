import type { z } from 'zod';
import { CodedError, isErrorCode, type ErrorFields } from './errors.ts';

type RestAnswer = {
  data: unknown;
  error: { code: string; message: string; details: string; hint: string } | null;
};

// What the data interface says when it gets no connection to the database, or none in time.
const isAway = /^PGRST00[0-3]$/;

const fieldOfCode: Readonly<Record<string, ErrorFields>> = {
  coupon_used: {
    couponCode: 'This coupon was already used with this email address, phone number or account.',
  },
};

/**
 * What a SQL function answered, in the shape we expect of it. A function that refuses raises one of
 * our codes as its message with a `PTnnn` SQLSTATE; that becomes the same coded error here.
 */
export async function rpcAnswer<Answer>(
  call: PromiseLike<RestAnswer>,
  shape: z.ZodType<Answer>,
): Promise<Answer> {
  const { data, error } = await call;
  if (error) throw errorOf(error);
  const parsed = shape.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new CodedError('internal_error', { cause: parsed.error });
}

function errorOf(error: NonNullable<RestAnswer['error']>): CodedError {
  const { code, message } = error;
  if (code.startsWith('PT') && isErrorCode(message)) {
    const fields = fieldOfCode[message];
    return new CodedError(message, fields && { fields });
  }
  const cause = new Error(`${code} ${message}`);
  return new CodedError(isAway.test(code) ? 'database_away' : 'internal_error', { cause });
}
