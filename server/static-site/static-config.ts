import { ConfigurationError, mapSettings, schedulingPages, type PaymentKeys } from '../config.ts';
import type { MapSettings } from '../content-policies.ts';

/** What the pages on a static host need to know; all of it becomes public. */
export type StaticConfig = {
  publicUrl: string;
  backendUrl: string;
  /** A publishable key, or the anon key of the old style. */
  backendKey: string;
  payments: Pick<PaymentKeys, 'provider' | 'publishableKey'>;
  schedulingPages: Record<string, string>;
  map: MapSettings | null;
};

type Environment = Record<string, string | undefined>;

/** Throws ConfigurationError with one line that names the setting. */
export function readStaticConfig(env: Environment): StaticConfig {
  return {
    publicUrl: origin(env, 'PUBLIC_URL'),
    backendUrl: origin(env, 'BACKEND_URL'),
    backendKey: publicKey(needed(env, 'BACKEND_KEY')),
    payments: { provider: 'stripe', publishableKey: paymentKey(env) },
    schedulingPages: schedulingPages(env['SCHEDULING_PAGES']),
    map: mapSettings(env),
  };
}

function needed(env: Environment, name: string): string {
  const value = env[name]?.trim();
  if (!value) throw new ConfigurationError(`${name} is missing`);
  return value;
}

function origin(env: Environment, name: string): string {
  const text = needed(env, name).replace(/\/+$/, '');
  const parsed = URL.canParse(text) ? new URL(text) : null;
  if (parsed && /^https?:$/.test(parsed.protocol) && parsed.origin === text) return text;
  throw new ConfigurationError(
    `${name} must be an address like https://wash.example, without a path`,
  );
}

// A key that opens everything must never become public.
function publicKey(key: string): string {
  if (key.startsWith('sb_publishable_') || roleIn(key) === 'anon') return key;
  throw new ConfigurationError(
    'BACKEND_KEY must be a publishable key (sb_publishable_…) or an anon key',
  );
}

function roleIn(token: string): unknown {
  try {
    const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    return (JSON.parse(claims) as { role?: unknown }).role;
  } catch {
    return null;
  }
}

function paymentKey(env: Environment): string {
  const key = needed(env, 'STRIPE_PUBLISHABLE_KEY');
  if (key.startsWith('pk_')) return key;
  throw new ConfigurationError('STRIPE_PUBLISHABLE_KEY must begin with pk_');
}
