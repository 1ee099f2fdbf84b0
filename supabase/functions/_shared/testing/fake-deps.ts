import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '../../../database-types.ts';
import { defaultBusiness } from '../../../../domain/business/default-business.ts';
import { overRest } from '../http/hosted-deps.ts';
import type { FunctionDeps } from '../http/deps.ts';
import { stripePayments } from '../payments/stripe/stripe-payments.ts';

export type RpcCall = { name: string; args: Record<string, unknown> };
export type RpcRefusal = { status: number; message: string };

const quiet = () => undefined;

/**
 * Deps whose database returns a fixed value for each SQL function, to test a handler's decisions; anything that
 * depends on data is tested on a real database.
 */
export function fakeDeps(
  answers: Record<string, unknown>,
  changes: Partial<FunctionDeps> = {},
): { deps: FunctionDeps; calls: RpcCall[] } {
  const calls: RpcCall[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const name = pathname.replace('/rpc/', '');
    const args: unknown =
      request.method === 'GET' ? Object.fromEntries(searchParams) : await request.json();
    calls.push({ name, args: args as Record<string, unknown> });
    const answer = { current_business: { version: 1, business: defaultBusiness }, ...answers }[
      name
    ];
    if (!isRefusal(answer)) return Response.json(answer);
    const { status, message } = answer;
    const body = { code: `PT${status}`, message, details: null, hint: null };
    return Response.json(body, { status });
  };
  const deps: FunctionDeps = {
    rest: overRest(new PostgrestClient<Database>('http://rest.test', { fetch })),
    storage: { read: () => Promise.resolve(null), remove: () => Promise.resolve(0) },
    payments: stripePayments({
      secretKey: 'sk_test_fake',
      webhookSecret: 'whsec_test',
      fetch: noNetwork,
      retries: 0,
    }),
    texts: null,
    now: () => new Date('2026-12-01T15:01:00Z'),
    publicUrl: 'https://site.test',
    clientAddress: () => '203.0.113.7',
    verifyUser: () => Promise.resolve(null),
    wakeWorkers: quiet,
    log: { info: quiet, warn: quiet, error: quiet },
    ...changes,
  };
  return { deps, calls };
}

const noNetwork: typeof fetch = () =>
  Promise.reject(new Error('No call to the payment provider was expected'));

const isRefusal = (answer: unknown): answer is RpcRefusal =>
  typeof answer === 'object' && answer !== null && 'status' in answer && 'message' in answer;

export const post = (body: unknown): Request =>
  new Request('http://functions.test', { method: 'POST', body: JSON.stringify(body) });
