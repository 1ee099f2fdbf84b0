import { z } from 'zod';
import type { Contract } from '../../../contracts/contract.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { FunctionHandler, Log } from './deps.ts';
import { CodedError } from './errors.ts';
import { parseKeptJson } from '../mail/kept-text.ts';
import { readText } from './read-body.ts';

// As in the hosted runtime's examples: any site may call, because a token is never a cookie.
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
};

const jsonBodyLimit = 32 * 1024;

const jsonResponse = (body: unknown, status = 200): Response =>
  Response.json(body, { status, headers: { ...corsHeaders, 'cache-control': 'no-store' } });

/** A function's answer; the compiler checks it against its contract. */
export const answer = <Body>(_: Contract<string, Body>, body: Body, status = 200): Response =>
  jsonResponse(body, status);

/** The one place that turns an error into a response: `{ error: { code, message, fields? } }`. */
function errorResponse(error: unknown, log: Log): Response {
  const coded =
    error instanceof CodedError ? error : new CodedError('internal_error', { cause: error });
  if (coded.status >= 500) log.error({ err: coded.cause ?? coded }, coded.code);
  const { code, message, fields } = coded;
  const refusal: Refusal = { error: { code, message, ...(fields && { fields }) } };
  const response = jsonResponse(refusal, coded.status);
  if (coded.status === 503) response.headers.set('retry-after', '5');
  return response;
}

/** Answers CORS preflights, accepts only POST, and turns any thrown error into a response. */
export const postOnly = (log: Log, run: FunctionHandler): FunctionHandler =>
  answering(log, async (request) => {
    if (request.method !== 'POST') throw new CodedError('method_not_allowed');
    return await run(request);
  });

/** For programs that only read. Other methods find nothing here. */
export const getOnly = (log: Log, run: FunctionHandler): FunctionHandler =>
  answering(log, async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new CodedError('not_found');
    return await run(request);
  });

const answering =
  (log: Log, run: FunctionHandler): FunctionHandler =>
  async (request) => {
    if (request.method === 'OPTIONS')
      return new Response(null, { status: 204, headers: corsHeaders });
    try {
      return await run(request);
    } catch (error) {
      return errorResponse(error, log);
    }
  };

/** A POST function with a JSON body of the given shape; other keys are dropped. */
export const jsonFunction = <Body>(
  log: Log,
  shape: z.core.$ZodType<Body>,
  run: (body: Body, request: Request) => Promise<Response>,
  bodyLimit?: number,
): FunctionHandler =>
  postOnly(log, async (request) => run(await readBody(request, shape, bodyLimit), request));

/** The JSON body. Throws `body_too_large`, `invalid_json`, and `invalid_input` with the fields that are wrong. */
export async function readBody<Body>(
  request: Request,
  shape: z.core.$ZodType<Body>,
  bodyLimit = jsonBodyLimit,
): Promise<Body> {
  const parsed = z.safeParse(shape, parseJson(await readText(request, bodyLimit)), {
    error: () => 'This is missing or isn’t valid.',
  });
  if (!parsed.success) throw new CodedError('invalid_input', { fields: fieldsOf(parsed.error) });
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return parseKeptJson(text);
  } catch {
    throw new CodedError('invalid_json');
  }
}

const fieldsOf = (error: z.core.$ZodError) =>
  Object.fromEntries(error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message]));
