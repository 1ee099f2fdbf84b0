import { couponRefusals } from '../../../../domain/money/coupon-refusals.ts';
import type { PostgrestClient } from '@supabase/postgrest-js';
import { z } from 'zod';
import type {
  ArgumentsOf,
  Contract,
  ReturnedBy,
  SqlFunction,
} from '../../../contracts/contract.ts';
import type { ServiceRest } from './deps.ts';
import { CodedError, isErrorCode, type ErrorFields } from './errors.ts';

type Refusal = { code: string; message: string };

type RestAnswer<Data> = { data: Data; error: null } | { data: null; error: Refusal };

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
  call: PromiseLike<RestAnswer<unknown>>,
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
  // The client's types cannot follow a name that is a type parameter; the signature has checked both.
  const client: PostgrestClient = rest;
  if (typeof called !== 'string') return rpcAnswer(client.rpc(called.name, args), called.shape);
  const answer: RestAnswer<Answer> = await client.rpc(called, args);
  if (answer.error) throw errorOf(answer.error);
  return answer.data;
}

function errorOf({ code, message }: Refusal): CodedError {
  if (code.startsWith('PT') && isErrorCode(message)) {
    const fields = fieldOfCode[message];
    return new CodedError(message, fields && { fields });
  }
  const cause = new Error(`${code} ${message}`);
  return new CodedError(isAway.test(code) ? 'database_away' : 'internal_error', { cause });
}
