import { business } from '../domain/business.ts';
import type { S3Settings } from './backend/storage/s3-store.ts';
import type { OidcSettings } from './backend/auth/id-tokens.ts';
import type { TwilioSettings } from './sms/twilio-sender.ts';

/** The settings from the environment; the README's table describes them. */
export type Config = {
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string } | null;
  smtpUrl: string | null;
  /** A service that sends text messages, in Twilio's dialect. */
  sms: TwilioSettings | null;
  /** One provider whose tokens sign people in. */
  oidc: OidcSettings | null;
  mailFrom: string;
  /** A bucket for photos in place of the folder. */
  s3: S3Settings | null;
  schedulingPages: Record<string, string>;
  adminPassword: string | null;
  demo: boolean;
  /** Opens the sandbox's mailbox to administrators when other machines reach the server. */
  mailbox: boolean;
  trustedProxies: number;
};

/** An unusable setting; the owner reads only its one-line message. */
export class ConfigurationError extends Error {}

type Environment = Record<string, string | undefined>;

export function readConfig(env: Environment): Config {
  const port = wholeNumber(env, 'PORT', 3000, 65_535);
  return {
    port,
    host: env['HOST'] ?? '127.0.0.1',
    publicUrl:
      url(env, 'PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ??
      `http://localhost:${port}`,
    dataDir: env['DATA_DIR'] ?? './.data',
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    stripe: stripe(env),
    smtpUrl: url(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    sms: sms(env),
    oidc: oidc(env),
    mailFrom: env['MAIL_FROM'] ?? `${business.name} <${business.bookingEmail}>`,
    s3: s3(env),
    schedulingPages: schedulingPages(env['SCHEDULING_PAGES']),
    adminPassword: env['ADMIN_PASSWORD'] || null,
    demo: flag(env, 'DEMO'),
    mailbox: flag(env, 'MAILBOX'),
    trustedProxies: wholeNumber(env, 'TRUSTED_PROXIES', 0, 10),
  };
}

function flag(env: Environment, name: string): boolean {
  const text = env[name] ?? '';
  if (['', '0', '1'].includes(text)) return text === '1';
  throw new ConfigurationError(`${name} must be 1 or 0, not "${text}"`);
}

function wholeNumber(env: Environment, name: string, fallback: number, most: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new ConfigurationError(`${name} must be a whole number from 0 to ${most}, not "${text}"`);
}

function url(env: Environment, name: string, protocols: string[]): string | null {
  const text = env[name];
  if (!text) return null;
  const parsed = URL.canParse(text) ? new URL(text) : null;
  if (parsed && protocols.includes(parsed.protocol)) return text;
  // Without the value: it may contain a password.
  throw new ConfigurationError(
    `${name} must be an address that begins with ${protocols.join('// or ')}//`,
  );
}

function stripe(env: Environment): Config['stripe'] {
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
  const [secretKey, publishableKey, webhookSecret] = names.map((name) => env[name]);
  if (!secretKey && !publishableKey && !webhookSecret) return null;
  const missing = names.find((name) => !env[name]);
  if (missing || !secretKey || !publishableKey || !webhookSecret) {
    throw new ConfigurationError(
      `${missing ?? names[0]} is missing: live payments need ${names.join(', ')}`,
    );
  }
  if (!/^(sk|rk)_/.test(secretKey)) {
    throw new ConfigurationError('STRIPE_SECRET_KEY must begin with sk_ or rk_');
  }
  if (!publishableKey.startsWith('pk_')) {
    throw new ConfigurationError('STRIPE_PUBLISHABLE_KEY must begin with pk_');
  }
  return { secretKey, publishableKey, webhookSecret };
}

function sms(env: Environment): Config['sms'] {
  const names = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;
  const [accountSid, authToken, from] = names.map((name) => env[name]);
  const apiUrl = url(env, 'TWILIO_API_URL', ['http:', 'https:']);
  if (!accountSid && !authToken && !from && !apiUrl) return null;
  const missing = names.find((name) => !env[name]);
  if (missing || !accountSid || !authToken || !from) {
    throw new ConfigurationError(
      `${missing ?? names[0]} is missing: text messages need ${names.join(', ')}`,
    );
  }
  if (!/^(\+[1-9][0-9]{7,14}|MG[0-9A-Za-z]+)$/.test(from)) {
    throw new ConfigurationError(
      'TWILIO_FROM must be a number like +19055550142 or a messaging service (MG…)',
    );
  }
  return {
    accountSid,
    authToken,
    from,
    apiUrl: apiUrl?.replace(/\/+$/, '') ?? 'https://api.twilio.com',
  };
}

function oidc(env: Environment): Config['oidc'] {
  const issuer = url(env, 'OIDC_ISSUER', ['http:', 'https:']);
  const clientIds = (env['OIDC_CLIENT_ID'] ?? '').split(',').map((id) => id.trim());
  const isNamed = clientIds.some((id) => id !== '');
  if (!issuer && !isNamed) return null;
  if (!issuer) throw new ConfigurationError('OIDC_ISSUER is missing: OIDC_CLIENT_ID needs it');
  if (!isNamed) throw new ConfigurationError('OIDC_CLIENT_ID is missing: OIDC_ISSUER needs it');
  return {
    provider: env['OIDC_PROVIDER'] ?? 'google',
    issuer,
    clientIds: clientIds.filter((id) => id !== ''),
    jwksUrl: url(env, 'OIDC_JWKS_URL', ['http:', 'https:']),
  };
}

function s3(env: Environment): Config['s3'] {
  const names = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const [bucket, accessKeyId, secretAccessKey] = names.map((name) => env[name]);
  const endpoint = url(env, 'S3_ENDPOINT', ['http:', 'https:']);
  const region = env['S3_REGION'];
  if (!bucket && !accessKeyId && !secretAccessKey && !endpoint && !region) return null;
  const missing = names.find((name) => !env[name]);
  if (missing || !bucket || !accessKeyId || !secretAccessKey) {
    throw new ConfigurationError(
      `${missing ?? names[0]} is missing: photos in a bucket need ${names.join(', ')}`,
    );
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new ConfigurationError(
      'S3_BUCKET must be the name of a bucket: 3 to 63 of a-z, 0-9, dots and hyphens',
    );
  }
  return { bucket, accessKeyId, secretAccessKey, endpoint, region: region || 'us-east-1' };
}

function schedulingPages(text: string | undefined): Record<string, string> {
  if (!text) return {};
  const complaint = 'SCHEDULING_PAGES must be JSON like {"default":"https://…"} with web addresses';
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new ConfigurationError(complaint);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new ConfigurationError(complaint);
  }
  const pages = Object.entries(parsed);
  if (
    !pages.every(
      ([, page]) => typeof page === 'string' && /^https?:\/\//.test(page) && URL.canParse(page),
    )
  ) {
    throw new ConfigurationError(complaint);
  }
  return Object.fromEntries(pages);
}
