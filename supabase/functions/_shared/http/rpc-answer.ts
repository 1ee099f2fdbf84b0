import { couponRefusals } from '../../../../domain/money/coupon-refusals.ts';
import { z } from 'zod';
import type {
  ArgumentsOf,
  Contract,
  ReturnedBy,
  SqlFunction,
} from '../../../contracts/contract.ts';
import type { ServiceRest, SqlAnswer } from './deps.ts';
import { CodedError, isErrorCode, type ErrorFields } from './errors.ts';

// The data interface's codes when it gets no database connection, or none in time.
const isAway = /^PGRST00[0-3]$/;

const fieldOfCode: Readonly<Record<string, ErrorFields>> = {
  ...Object.fromEntries(
    Object.entries(couponRefusals).map(([code, couponCode]) => [code, { couponCode }]),
  ),
};

/**
 * The database's answer in the shape of its contract. A refusing function raises one of our codes as its message
 * with a `PTnnn` SQLSTATE; it becomes the same coded error here.
 */
export async function rpcAnswer<Answer>(
  call: PromiseLike<SqlAnswer>,
  shape: z.core.$ZodType<Answer>,
): Promise<Answer> {
  const { data, error } = await call;
  if (error) throw errorOf(error);
  const parsed = z.safeParse(shape, data);
  if (parsed.success) return parsed.data;
  throw new CodedError('internal_error', { cause: parsed.error });
}

/**
 * Calls an SQL function: by its contract if it returns JSON, otherwise by its name. Throws like {@link rpcAnswer}.
 */
export async function rpc<Name extends SqlFunction, Answer = ReturnedBy<Name>>(
  rest: ServiceRest,
  called: Name | Contract<Name, Answer>,
  args: ArgumentsOf<Name>,
): Promise<Answer> {
  if (typeof called !== 'string') return rpcAnswer(rest.call(called.name, args), called.shape);
  const { data, error } = await rest.call(called, args);
  if (error) throw errorOf(error);
  // The catalogue types it.
  return data as Answer;
}

function errorOf({ code, message }: { code: string; message: string }): CodedError {
  if (code.startsWith('PT') && isErrorCode(message)) {
    const fields = fieldOfCode[message];
    return new CodedError(message, fields && { fields });
  }
  const cause = new Error(`${code} ${message}`);
  return new CodedError(isAway.test(code) ? 'database_away' : 'internal_error', { cause });
}
