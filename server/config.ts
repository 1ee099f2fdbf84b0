import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { minutesOfDay, type LocalTime } from '../domain/time/wall-time.ts';
import type { S3Settings } from './backend/storage/s3-store.ts';
import type { OidcSettings } from './backend/auth/id-tokens.ts';
import type { BackupPlace } from './backup/backup-store.ts';
import type { MapSettings } from './content-policies.ts';
import type { TwilioSettings } from '../supabase/functions/_shared/texts/twilio-sender.ts';

/** The settings from the environment; the README's table describes them. */
export type Config = {
  port: number;
  host: string;
  /** Files in PEM. With them the server speaks HTTP/2 over TLS; without, HTTP/1.1. */
  tls: { certFile: string; keyFile: string } | null;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  /** Set to nothing, as when a deployment has lost it: the start then says which database it uses. */
  isDatabaseUrlEmpty: boolean;
  /** Past the pooler of `databaseUrl`, for what needs a session; null if that one keeps sessions. */
  databaseDirectUrl: string | null;
  payments: PaymentKeys | null;
  smtpUrl: string | null;
  /** A service that sends text messages, in Twilio's dialect. */
  sms: TwilioSettings | null;
  /** One provider whose tokens sign people in. */
  oidc: OidcSettings | null;
  mailFrom: string | null;
  /** A bucket for photos in place of the folder. */
  s3: S3Settings | null;
  /** A backup every day at that local time, of which the newest `keep` stay; null for none. */
  backups: { at: LocalTime; keep: number; to: BackupPlace } | null;
  schedulingPages: Record<string, string>;
  /** With it the server reads when an event of the page starts. */
  schedulingToken: string | null;
  /** A routing service in OSRM's dialect and a geocoder in Nominatim's. */
  travel: { routingUrl: string | null; geocoderUrl: string | null };
  /** Map tiles on the owner's route; null for a drawing of our own. */
  map: MapSettings | null;
  adminPassword: string | null;
  demo: boolean;
  /** Opens the sandbox's mailbox to administrators when other machines reach the server. */
  mailbox: boolean;
  trustedProxies: number;
  /** How long a stopping server serves on while `/readyz` says that it stops. */
  stopNoticeSeconds: number;
  logLevel: LogLevel;
  /** Logs a line for each request, not only for refusals and the use of accounts. */
  accessLog: boolean;
  /** Where Prometheus reads measurements; null for nowhere. */
  metrics: { host: string; port: number } | null;
};

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

/** An unusable setting; the owner reads only its one-line message. */
export class ConfigurationError extends Error {}

type Environment = Record<string, string | undefined>;

/** Those that connect a payment provider, the one that names its account first. */
export const paymentSettings = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const;

export type PaymentKeys = {
  provider: 'stripe';
  /** In sentences. */
  name: string;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
};

/** Every setting of the server, as in .env.example. */
export const settings = [
  ...['PORT', 'HOST', 'PUBLIC_URL', 'TLS_CERT', 'TLS_KEY', 'TRUSTED_PROXIES'],
  ...['STOP_NOTICE_SECONDS', 'DATA_DIR', 'DATABASE_URL', 'DATABASE_DIRECT_URL'],
  ...['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_ENDPOINT', 'S3_REGION'],
  ...['BACKUP_SCHEDULE', 'BACKUP_TO', 'BACKUP_KEEP'],
  ...paymentSettings,
  ...['SMTP_URL', 'MAIL_FROM', 'MAILBOX'],
  ...['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM', 'TWILIO_API_URL'],
  ...['ADMIN_PASSWORD', 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_PROVIDER', 'OIDC_JWKS_URL'],
  ...['ROUTING_URL', 'GEOCODER_URL', 'MAP_STYLE_URL', 'MAP_ORIGINS'],
  ...['SCHEDULING_PAGES', 'SCHEDULING_TOKEN', 'LOG_LEVEL', 'ACCESS_LOG'],
  ...['METRICS_PORT', 'METRICS_HOST', 'DEMO'],
];

const longest = 4_000;

/** Refuses what no setting can be. An empty value is an unset one. The messages never repeat a value. */
function refuseNonsense(env: Environment) {
  for (const name of settings) {
    const text = env[name] ?? '';
    if (text !== '' && text.trim() === '')
      throw new ConfigurationError(`${name} has only spaces: give it a value, or leave it unset`);
    if (text.includes('…'))
      throw new ConfigurationError(`${name} is still the placeholder of .env.example`);
    if (text.length > longest)
      throw new ConfigurationError(`${name} is too long: it has more than ${longest} characters`);
  }
}

export function readConfig(env: Environment): Config {
  refuseNonsense(env);
  const port = ownPort(env);
  const tls = tlsFiles(env);
  const folder = dataDir(env['DATA_DIR'] ?? './.data');
  return {
    port,
    // Empty would mean every address of the machine.
    host: ownHost(env),
    tls,
    publicUrl:
      publicUrl(env, tls ? ['https:'] : ['http:', 'https:']) ??
      `${tls ? 'https' : 'http'}://localhost:${port}`,
    dataDir: folder,
    databaseUrl: databaseUrl(env, 'DATABASE_URL'),
    isDatabaseUrlEmpty: env['DATABASE_URL'] === '',
    databaseDirectUrl: databaseDirectUrl(env),
    payments: paymentKeys(env),
    smtpUrl: url(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    sms: sms(env),
    oidc: oidc(env),
    mailFrom: env['MAIL_FROM'] ? sender(env['MAIL_FROM']) : null,
    s3: s3(env),
    backups: backups(env, folder),
    schedulingPages: schedulingPages(env['SCHEDULING_PAGES']),
    schedulingToken: schedulingToken(env),
    travel: {
      routingUrl: serviceUrl(env, 'ROUTING_URL'),
      geocoderUrl: serviceUrl(env, 'GEOCODER_URL'),
    },
    map: mapSettings(env),
    adminPassword: env['ADMIN_PASSWORD'] || null,
    demo: flag(env, 'DEMO'),
    mailbox: flag(env, 'MAILBOX'),
    trustedProxies: wholeNumber(env, 'TRUSTED_PROXIES', 0, 10),
    stopNoticeSeconds: wholeNumber(env, 'STOP_NOTICE_SECONDS', 0, 300),
    logLevel: logLevel(env['LOG_LEVEL'] || 'info'),
    accessLog: flag(env, 'ACCESS_LOG'),
    metrics: metrics(env),
  };
}

function logLevel(text: string): LogLevel {
  const level = logLevels.find((one) => one === text);
  if (level) return level;
  throw new ConfigurationError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${text}"`);
}

const ownHost = (env: Environment) => env['HOST'] || '127.0.0.1';
const ownPort = (env: Environment) => wholeNumber(env, 'PORT', 3000, 65_535);

function metrics(env: Environment): Config['metrics'] {
  if (!env['METRICS_PORT']) return null;
  const port = wholeNumber(env, 'METRICS_PORT', 0, 65_535);
  const host = env['METRICS_HOST'] || '127.0.0.1';
  if (port !== 0 && port === ownPort(env) && host === ownHost(env))
    throw new ConfigurationError(`METRICS_PORT ${port} is also PORT: choose another METRICS_PORT`);
  return { host, port };
}

function flag(env: Environment, name: string): boolean {
  const text = env[name] ?? '';
  if (['', '0', '1'].includes(text)) return text === '1';
  throw new ConfigurationError(`${name} must be 1 or 0, not "${text}"`);
}

function wholeNumber(
  env: Environment,
  name: string,
  fallback: number,
  most: number,
  least = 0,
): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new ConfigurationError(
    `${name} must be a whole number from ${least} to ${most}, not "${text}"`,
  );
}

function url(env: Environment, name: string, protocols: string[]): string | null {
  const text = env[name];
  if (!text) return null;
  const parsed = URL.canParse(text) ? new URL(text) : null;
  if (parsed?.username === 'user' && parsed.password === 'password')
    throw new ConfigurationError(`${name} is still the placeholder of .env.example`);
  // The address of a PostgreSQL may name only a database on this machine.
  if (parsed && protocols.includes(parsed.protocol) && /^\w+:\/{2,3}[^/]/.test(text)) return text;
  // Without the value: it may contain a password.
  throw new ConfigurationError(
    protocols.some((one) => text.startsWith(`${one}//`))
      ? `${name} is not a valid address: please check its host, its port and the characters of its password`
      : `${name} must be an address that begins with ${protocols.join('// or ')}//`,
  );
}

/** The beginning of a service's addresses, without a slash at its end. */
function serviceUrl(env: Environment, name: string): string | null {
  const text = url(env, name, ['http:', 'https:']);
  if (text === null) return null;
  const { search, hash, username, password } = new URL(text);
  if (search || hash || username || password || text.endsWith('?') || text.endsWith('#'))
    throw new ConfigurationError(
      `${name} must be an address without a query and a password, like https://routes.example`,
    );
  return text.replace(/\/+$/, '');
}

/** The style's own origin is the first; MAP_ORIGINS adds those of its tiles, fonts and icons. */
export function mapSettings(env: Environment): MapSettings | null {
  const style = env['MAP_STYLE_URL'];
  const others = (env['MAP_ORIGINS'] ?? '').split(',').map((one) => one.trim());
  const named = others.filter((one) => one !== '');
  if (!style) {
    if (named.length === 0) return null;
    throw new ConfigurationError('MAP_STYLE_URL is missing: MAP_ORIGINS needs it');
  }
  const styleOrigin = mapOrigin(style);
  // Without the value: it may contain a key.
  if (styleOrigin === null) {
    throw new ConfigurationError(
      'MAP_STYLE_URL must be the address of a map style that begins with https://, or with http:// on this machine',
    );
  }
  if (named.some((one) => mapOrigin(one) !== one)) {
    throw new ConfigurationError(
      'MAP_ORIGINS must be origins separated by commas, like https://tiles.example',
    );
  }
  return { styleUrl: style, origins: [...new Set([styleOrigin, ...named])] };
}

const onThisMachine = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Null for what browsers should not load a map from, and for names that a policy cannot hold. */
function mapOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, origin, username, password, hash } = new URL(text);
  if (username || password || hash) return null;
  const isNear = protocol === 'http:' && onThisMachine.test(hostname);
  if (isNear) return origin;
  return protocol === 'https:' && /^[a-z0-9.-]+$/.test(hostname) ? origin : null;
}

const databaseUrl = (env: Environment, name: string) =>
  url(env, name, ['postgres:', 'postgresql:']);

function databaseDirectUrl(env: Environment): string | null {
  const found = databaseUrl(env, 'DATABASE_DIRECT_URL');
  if (!found || env['DATABASE_URL']) return found;
  throw new ConfigurationError(
    'DATABASE_DIRECT_URL needs DATABASE_URL: without it, the embedded database is used',
  );
}

function publicUrl(env: Environment, protocols: string[]): string | null {
  const text = url(env, 'PUBLIC_URL', protocols)?.replace(/\/+$/, '');
  if (text === undefined) return null;
  if (new URL(text).origin === text) return text;
  throw new ConfigurationError(
    'PUBLIC_URL must be an origin in lower case and nothing more, like https://wash.example',
  );
}

function dataDir(text: string): string {
  if (/^\w+:\/\//.test(text))
    throw new ConfigurationError('DATA_DIR must be a folder, not an address');
  if (text !== '') return text;
  throw new ConfigurationError('DATA_DIR is empty: name a folder, or leave it unset for ./.data');
}

const address = z.email();

/** A sender as emails write it. */
function sender(text: string): string {
  const [, named, bare] = /^(?:[^<>\r\n]*<([^<>\s]+)>|([^<>\s]+))$/.exec(text.trim()) ?? [];
  if (address.safeParse(named ?? bare).success) return text.trim();
  throw new ConfigurationError(
    'MAIL_FROM must be an address like booking@wash.example or Wash <booking@wash.example>',
  );
}

/** The values of settings that go together; null if none is set, nor any of the `others`. */
function allOf<Name extends string>(
  env: Environment,
  purpose: string,
  names: readonly Name[],
  others: readonly string[] = [],
): Record<Name, string> | null {
  if (![...names, ...others].some((name) => env[name])) return null;
  const missing = names.find((name) => !env[name]);
  if (missing) {
    throw new ConfigurationError(`${missing} is missing: ${purpose} need ${names.join(', ')}`);
  }
  return Object.fromEntries(names.map((name) => [name, env[name]])) as Record<Name, string>;
}

function tlsFiles(env: Environment): Config['tls'] {
  const found = allOf(env, 'encrypted connections', ['TLS_CERT', 'TLS_KEY']);
  return found && { certFile: found.TLS_CERT, keyFile: found.TLS_KEY };
}

function paymentKeys(env: Environment): PaymentKeys | null {
  const found = allOf(env, 'live payments', paymentSettings);
  if (!found) return null;
  const mode = /^[sr]k_(live|test)_\w+$/.exec(found.STRIPE_SECRET_KEY)?.[1];
  if (!mode) {
    throw new ConfigurationError(
      'STRIPE_SECRET_KEY must be a key that begins with sk_live_, sk_test_, rk_live_ or rk_test_',
    );
  }
  // Payments would begin in one mode and be confirmed in the other.
  if (!new RegExp(`^pk_${mode}_\\w+$`).test(found.STRIPE_PUBLISHABLE_KEY)) {
    throw new ConfigurationError(
      `STRIPE_PUBLISHABLE_KEY must be a key that begins with pk_${mode}_, like STRIPE_SECRET_KEY`,
    );
  }
  if (!/^whsec_\S+$/.test(found.STRIPE_WEBHOOK_SECRET)) {
    throw new ConfigurationError('STRIPE_WEBHOOK_SECRET must be a secret that begins with whsec_');
  }
  return {
    provider: 'stripe',
    name: 'Stripe',
    secretKey: found.STRIPE_SECRET_KEY,
    publishableKey: found.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: found.STRIPE_WEBHOOK_SECRET,
  };
}

function sms(env: Environment): Config['sms'] {
  const names = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;
  const apiUrl = url(env, 'TWILIO_API_URL', ['http:', 'https:']);
  const found = allOf(env, 'text messages', names, ['TWILIO_API_URL']);
  if (!found) return null;
  if (!/^AC[0-9A-Za-z]+$/.test(found.TWILIO_ACCOUNT_SID)) {
    throw new ConfigurationError('TWILIO_ACCOUNT_SID must begin with AC');
  }
  if (!/^(\+[1-9][0-9]{7,14}|MG[0-9A-Za-z]+)$/.test(found.TWILIO_FROM)) {
    throw new ConfigurationError(
      'TWILIO_FROM must be a number like +19055550142 or a messaging service (MG…)',
    );
  }
  return {
    accountSid: found.TWILIO_ACCOUNT_SID,
    authToken: found.TWILIO_AUTH_TOKEN,
    from: found.TWILIO_FROM,
    apiUrl: apiUrl?.replace(/\/+$/, '') ?? 'https://api.twilio.com',
  };
}

function oidc(env: Environment): Config['oidc'] {
  const issuer = url(env, 'OIDC_ISSUER', ['http:', 'https:']);
  const clientIds = (env['OIDC_CLIENT_ID'] ?? '').split(',').map((id) => id.trim());
  const isNamed = clientIds.some((id) => id !== '');
  const jwksUrl = url(env, 'OIDC_JWKS_URL', ['http:', 'https:']);
  if (!issuer) {
    const other = [
      ...(isNamed ? ['OIDC_CLIENT_ID'] : []),
      ...['OIDC_PROVIDER', 'OIDC_JWKS_URL'].filter((name) => env[name]),
    ][0];
    if (other === undefined) return null;
    throw new ConfigurationError(`OIDC_ISSUER is missing: ${other} needs it`);
  }
  if (!isNamed) throw new ConfigurationError('OIDC_CLIENT_ID is missing: OIDC_ISSUER needs it');
  const provider = env['OIDC_PROVIDER'] || 'google';
  if (!/^[a-z][\w.-]*$/i.test(provider))
    throw new ConfigurationError('OIDC_PROVIDER must be a name of letters and digits, like google');
  return {
    provider,
    issuer,
    clientIds: clientIds.filter((id) => id !== ''),
    jwksUrl,
  };
}

const s3Key = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

function s3(env: Environment): Config['s3'] {
  const access = s3Access(env);
  // The store may be for backups only.
  if (!env['S3_BUCKET'] && env['BACKUP_TO']?.startsWith('s3:')) return null;
  const others = ['S3_ENDPOINT', 'S3_REGION'];
  const found = allOf(env, 'photos in a bucket', ['S3_BUCKET', ...s3Key], others);
  if (!found) return null;
  if (bucketName.test(found.S3_BUCKET)) return { ...access, bucket: found.S3_BUCKET };
  throw new ConfigurationError(
    'S3_BUCKET must be the name of a bucket: 3 to 63 of a-z, 0-9, dots and hyphens',
  );
}

/** The address and the key of the store; the key is empty where it is not set. */
const s3Access = (env: Environment): Omit<S3Settings, 'bucket'> => ({
  accessKeyId: env['S3_ACCESS_KEY_ID'] ?? '',
  secretAccessKey: env['S3_SECRET_ACCESS_KEY'] ?? '',
  endpoint: url(env, 'S3_ENDPOINT', ['http:', 'https:']),
  region: s3Region(env['S3_REGION'] || 'us-east-1'),
});

function s3Region(text: string): string {
  if (/^[a-z][a-z0-9-]*$/i.test(text)) return text;
  throw new ConfigurationError('S3_REGION must be a name like us-east-1');
}

function backups(env: Environment, data: string): Config['backups'] {
  const names = ['BACKUP_SCHEDULE', 'BACKUP_TO'] as const;
  const keep = wholeNumber(env, 'BACKUP_KEEP', 14, 1000, 1);
  const found = allOf(env, 'backups on a schedule', names, ['BACKUP_KEEP']);
  if (!found) return null;
  const at = found.BACKUP_SCHEDULE;
  if (!/^[0-9]{2}:[0-9]{2}$/.test(at) || minutesOfDay(at) === null) {
    throw new ConfigurationError(`BACKUP_SCHEDULE must be a time of day like 03:30, not "${at}"`);
  }
  return {
    at,
    keep,
    to: backupPlace(env, found.BACKUP_TO, data),
  };
}

function backupPlace(env: Environment, text: string, data: string): BackupPlace {
  const [isBucket, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(text) ?? [];
  if (isBucket && bucketName.test(bucket) && /^[\w./-]*$/.test(prefix)) {
    allOf(env, 'backups in a bucket', s3Key, ['BACKUP_TO']);
    return { settings: { ...s3Access(env), bucket }, prefix: prefix && `${prefix}/` };
  }
  if (/^[a-z0-9]+:/i.test(text)) {
    throw new ConfigurationError(
      'BACKUP_TO must be a folder, or a bucket and a folder in it like s3://wash-backups/daily',
    );
  }
  const folder = resolve(text);
  const path = relative(realPath(resolve(data)), realPath(folder));
  if (isAbsolute(path) || /^\.\.($|[\\/])/.test(path)) return { folder };
  throw new ConfigurationError(
    'BACKUP_TO must be outside DATA_DIR, so that the backups are left when that folder is lost',
  );
}

/** Without symbolic links, also for a folder that is not there yet. */
function realPath(folder: string): string {
  if (existsSync(folder)) return realpathSync(folder);
  const above = dirname(folder);
  return above === folder ? folder : join(realPath(above), basename(folder));
}

function schedulingToken(env: Environment): string | null {
  if (!env['SCHEDULING_TOKEN']) return null;
  if (env['SCHEDULING_PAGES']) return env['SCHEDULING_TOKEN'];
  throw new ConfigurationError('SCHEDULING_PAGES is missing: SCHEDULING_TOKEN needs it');
}

const pagesByName = z.record(z.string(), z.url({ protocol: /^https?$/ }));

export function schedulingPages(text: string | undefined): Record<string, string> {
  if (!text) return {};
  try {
    return pagesByName.parse(JSON.parse(text));
  } catch {
    throw new ConfigurationError(
      'SCHEDULING_PAGES must be JSON like {"default":"https://…"} with web addresses',
    );
  }
}
