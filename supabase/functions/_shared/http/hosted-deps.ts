import { PostgrestClient } from '@supabase/postgrest-js';
import { z } from 'zod';
import type { Database } from '../../../database-types.ts';
import type { TextService } from '../texts/text-sender.ts';
import { twilioSender } from '../texts/twilio-sender.ts';
import { stripePayments } from '../payments/stripe/stripe-payments.ts';
import type { FunctionDeps, Log, ServiceRest, VerifiedUser } from './deps.ts';
import { CodedError } from './errors.ts';
import { serviceStorage } from './service-storage.ts';

type Environment = { get: (name: string) => string | undefined };

/** The dependencies on the hosted runtime; throws when a setting is missing. */
export function hostedDeps(): FunctionDeps {
  const url = hostedSetting('SUPABASE_URL');
  const [serviceKey = ''] = keysOf('SUPABASE_SECRET_KEYS', 'SUPABASE_SERVICE_ROLE_KEY');
  const publicKeys = keysOf('SUPABASE_PUBLISHABLE_KEYS', 'SUPABASE_ANON_KEY');
  return {
    rest: overRest(
      new PostgrestClient<Database>(`${url}/rest/v1`, { headers: keyHeaders(serviceKey) }),
    ),
    storage: serviceStorage({
      send: (path, init) =>
        fetch(`${url}/storage/v1${path}`, withHeaders(init, keyHeaders(serviceKey))),
      hasWidths: false,
    }),
    payments: stripePayments({
      secretKey: hostedSetting('STRIPE_SECRET_KEY'),
      webhookSecret: hostedSetting('STRIPE_WEBHOOK_SECRET'),
      apiUrl: optionalSetting('STRIPE_API_URL'),
      fetch,
    }),
    texts: textService(),
    now: () => new Date(),
    publicUrl: hostedSetting('PUBLIC_URL').replace(/\/+$/, ''),
    travel: {
      routingUrl: optionalSetting('ROUTING_URL')?.replace(/\/+$/, '') ?? null,
      geocoderUrl: optionalSetting('GEOCODER_URL')?.replace(/\/+$/, '') ?? null,
    },
    schedulingToken: optionalSetting('SCHEDULING_TOKEN') ?? null,
    clientAddress,
    verifyUser: (request) => verifyUser(request, { url, publicKeys }),
    // Nothing runs between requests here: the scheduled workers find queued work.
    wakeWorkers: () => undefined,
    log: consoleLog,
  };
}

/** A client of the data interface, which calls functions there. */
export const overRest = (client: PostgrestClient<Database>): ServiceRest =>
  Object.assign(client, {
    call: (name: string, args: object, headers: Record<string, string> = {}) => {
      const call = (client as PostgrestClient).rpc(name, args);
      return Object.entries(headers).reduce((one, header) => one.setHeader(...header), call);
    },
  });

/** Undefined when it is not set. */
export function optionalSetting(name: string): string | undefined {
  const { Deno } = globalThis as { Deno?: { env: Environment } };
  return Deno?.env.get(name) || undefined;
}

/** Throws when it is missing. */
export function hostedSetting(name: string): string {
  const value = optionalSetting(name);
  if (!value) throw new Error(`The setting ${name} is missing`);
  return value;
}

/** A secret that we chose ourselves; throws when it is too short to withstand guesses. */
export function hostedSecret(name: string): string {
  const value = hostedSetting(name);
  if (value.length < 32) throw new Error(`The setting ${name} needs 32 characters or more`);
  return value;
}

const namedKeys = z.record(z.string(), z.string());

/** The keys of the new style, `default` first, then the one of the old style; throws when there is none. */
function keysOf(named: string, old: string): string[] {
  const byName = namedKeys.parse(JSON.parse(optionalSetting(named) ?? '{}'));
  const newStyle = [byName['default'], ...Object.values(byName)];
  const keys = [...newStyle, optionalSetting(old)].filter((key) => key !== undefined);
  if (keys.length === 0) throw new Error(`The setting ${named} is missing`);
  return keys;
}

// A key of the new style is no token: the platform takes it in its own header only.
const keyHeaders = (key: string): Record<string, string> =>
  key.startsWith('sb_') ? { apikey: key } : { apikey: key, authorization: `Bearer ${key}` };

const withHeaders = (init: RequestInit = {}, more: Record<string, string>): RequestInit => ({
  ...init,
  headers: { ...(init.headers as Record<string, string> | undefined), ...more },
});

/** Null without its settings. */
function textService(): TextService | null {
  const accountSid = optionalSetting('TWILIO_ACCOUNT_SID');
  const authToken = optionalSetting('TWILIO_AUTH_TOKEN');
  const from = optionalSetting('TWILIO_FROM');
  if (!accountSid || !authToken || !from) return null;
  const apiUrl = optionalSetting('TWILIO_API_URL') ?? 'https://api.twilio.com';
  const webhookUrl = `${hostedSetting('SUPABASE_URL')}/functions/v1/text-webhook`;
  return { sender: twilioSender({ accountSid, authToken, from, apiUrl }), webhookUrl, authToken };
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
  auth: { url: string; publicKeys: readonly string[] },
): Promise<VerifiedUser | null> {
  const authorization = request.headers.get('authorization');
  if (!authorization || auth.publicKeys.some((key) => authorization === `Bearer ${key}`)) {
    return null;
  }
  const response = await fetch(`${auth.url}/auth/v1/user`, {
    headers: { apikey: auth.publicKeys[0] ?? '', authorization },
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
