import { PostgrestClient } from '@supabase/postgrest-js';
import Stripe from 'stripe';
import { z } from 'zod';
import type { Database } from '../../../database-types.ts';
import type { FunctionDeps, Log, VerifiedUser } from './deps.ts';
import { CodedError } from './errors.ts';

type Environment = { get: (name: string) => string | undefined };

/** The dependencies on the hosted runtime; throws when a setting is missing. */
export function hostedDeps(): FunctionDeps {
  const url = setting('SUPABASE_URL');
  const serviceKey = setting('SUPABASE_SERVICE_ROLE_KEY');
  const anonKey = setting('SUPABASE_ANON_KEY');
  return {
    rest: new PostgrestClient<Database>(`${url}/rest/v1`, {
      headers: { apikey: serviceKey, authorization: `Bearer ${serviceKey}` },
    }),
    stripe: new Stripe(setting('STRIPE_SECRET_KEY'), {
      httpClient: Stripe.createFetchHttpClient(),
    }),
    stripeWebhookSecret: setting('STRIPE_WEBHOOK_SECRET'),
    now: () => new Date(),
    publicUrl: setting('PUBLIC_URL').replace(/\/+$/, ''),
    clientAddress,
    verifyUser: (request) => verifyUser(request, { url, anonKey }),
    // Nothing runs between requests here: the scheduled workers find queued work.
    wakeWorkers: () => undefined,
    log: consoleLog,
  };
}

function setting(name: string): string {
  const { Deno } = globalThis as { Deno?: { env: Environment } };
  const value = Deno?.env.get(name);
  if (!value) throw new Error(`The setting ${name} is missing`);
  return value;
}

// The edge in front of the runtime writes the first header itself and appends to the second; a caller's own
// entries are further left.
const clientAddress = ({ headers }: Request): string =>
  headers.get('cf-connecting-ip') ??
  headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ??
  'unknown';

const authRefusal = z.object({ error_code: z.string().optional() });
const authUser = z.object({ id: z.string(), email: z.string().optional() });

async function verifyUser(
  request: Request,
  auth: { url: string; anonKey: string },
): Promise<VerifiedUser | null> {
  const authorization = request.headers.get('authorization');
  if (!authorization || authorization === `Bearer ${auth.anonKey}`) return null;
  const response = await fetch(`${auth.url}/auth/v1/user`, {
    headers: { apikey: auth.anonKey, authorization },
  });
  if (!response.ok) {
    const refused = authRefusal.parse(await response.json());
    if (refused.error_code === 'session_not_found') throw new CodedError('session_ended');
    return null;
  }
  const { id, email = null } = authUser.parse(await response.json());
  return { id, email };
}

const write =
  (level: 'info' | 'warn' | 'error') =>
  (details: object, message: string): void =>
    console[level](message, details);

const consoleLog: Log = { info: write('info'), warn: write('warn'), error: write('error') };
