import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkBeforeStart } from './check-before-start.ts';
import { ConfigurationError, readConfig, settings } from './config.ts';
import { openDataDir } from './data-dir.ts';

/**
 * Every setting with nonsense: refused in one line that names it, or listed here as accepted with the reason. An empty
 * value is an unset one: the default applies, or what needs it names it as missing.
 */
const nonsense = {
  empty: '',
  blanks: '  ',
  letters: 'abc',
  negative: '-1',
  'too large': '9'.repeat(5_000),
  'a wrong scheme': 'ftp://wash.example',
  'a placeholder': 'xx_live_…',
};
type Kind = keyof typeof nonsense;

const ownFile = fileURLToPath(import.meta.url);
const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const twilio = {
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+19055550142',
};
const bucket = { S3_BUCKET: 'photos', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
const backups = { BACKUP_SCHEDULE: '03:30', BACKUP_TO: '/mnt/backups' };
const tls = { TLS_CERT: ownFile, TLS_KEY: ownFile };
const oidc = { OIDC_ISSUER: 'https://accounts.example', OIDC_CLIENT_ID: 'app' };

/** What has to be set for the setting to be read. */
const beside: Record<string, Record<string, string>> = {
  DATABASE_DIRECT_URL: { DATABASE_URL: 'postgres://owner@pooler/wash' },
  METRICS_HOST: { METRICS_PORT: '0' },
  SCHEDULING_TOKEN: { SCHEDULING_PAGES: '{"default":"https://calendly.example/wash"}' },
  MAP_ORIGINS: { MAP_STYLE_URL: 'https://maps.example/style.json' },
  ...Object.fromEntries(
    [tls, stripe, twilio, bucket, backups, oidc].flatMap((group) =>
      Object.keys(group).map((name) => [name, group]),
    ),
  ),
  TWILIO_API_URL: twilio,
  S3_ENDPOINT: bucket,
  S3_REGION: bucket,
  BACKUP_KEEP: backups,
  OIDC_PROVIDER: oidc,
  OIDC_JWKS_URL: oidc,
};

const words: Kind[] = ['letters', 'negative', 'a wrong scheme'];
const accepted: Record<string, { kinds: Kind[]; because: string }> = {
  ADMIN_PASSWORD: { kinds: ['a wrong scheme'], because: 'it is a good enough password' },
  DATA_DIR: { kinds: ['letters', 'negative'], because: 'a folder may have any name' },
  BACKUP_TO: { kinds: ['letters', 'negative'], because: 'a folder may have any name' },
  S3_BUCKET: { kinds: ['letters'], because: 'it is a name' },
  S3_ACCESS_KEY_ID: { kinds: words, because: 'each store has its own form' },
  S3_SECRET_ACCESS_KEY: { kinds: words, because: 'each store has its own form' },
  S3_REGION: { kinds: ['letters'], because: 'it is a name' },
  TWILIO_AUTH_TOKEN: { kinds: words, because: 'the service says no form' },
  SCHEDULING_TOKEN: { kinds: words, because: 'the service says no form' },
  OIDC_CLIENT_ID: { kinds: words, because: 'each provider has its own form' },
  OIDC_PROVIDER: { kinds: ['letters'], because: 'it is a name' },
};
// Set for compose.postgres.yaml, not for the server.
const ofCompose = ['POSTGRES_PASSWORD', 'SITE'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settings-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** As a start does before it opens a database. */
async function check(env: Record<string, string>) {
  const mask = process.umask(0o022);
  try {
    const config = readConfig({ PORT: '0', DATA_DIR: folder, ...env });
    await checkBeforeStart(config);
    if (env['DATA_DIR'] && !['abc', '-1'].includes(env['DATA_DIR'])) {
      await (
        await openDataDir(config.dataDir)
      ).closing;
    }
  } finally {
    process.umask(mask);
  }
}

test('the list of settings is the one of .env.example', () => {
  const file = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
  const named = Array.from(file.matchAll(/^# ([A-Z0-9_]+)=/gm), ([, name]) => name);
  expect(named.filter((name) => !ofCompose.includes(name ?? '')).toSorted()).toEqual(
    settings.toSorted(),
  );
});

describe.each(settings)('%s', (name) => {
  test.each(Object.entries(nonsense) as [Kind, string][])('with %s', async (kind, value) => {
    const refused = await check({ ...beside[name], [name]: value }).catch(
      (error: unknown) => error,
    );
    const isAccepted = accepted[name]?.kinds.includes(kind) ?? false;
    if (isAccepted || (kind === 'empty' && refused === undefined)) {
      expect(refused).toBeUndefined();
      return;
    }
    expect(refused).toBeInstanceOf(ConfigurationError);
    // Nothing else may be named before it.
    expect((refused as Error).message).toMatch(
      new RegExp(`^(?:METRICS_HOST|HOST|${name})\\b[^\\n]*$`),
    );
    expect((refused as Error).message).toContain(name);
  });
});

test.each([
  ['SMTP_URL', { SMTP_URL: 'smtp://' }],
  ['SMTP_URL', { SMTP_URL: 'smtps://user:password@mail.example:465' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://user:password@127.0.0.1:5432/database' }],
  ['STRIPE_SECRET_KEY', { ...stripe, STRIPE_SECRET_KEY: 'sk_live_' }],
  ['STRIPE_PUBLISHABLE_KEY', { ...stripe, STRIPE_SECRET_KEY: 'sk_live_1' }],
  ['STRIPE_PUBLISHABLE_KEY', { ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }],
  ['STRIPE_WEBHOOK_SECRET', { ...stripe, STRIPE_WEBHOOK_SECRET: 'sk_test_1' }],
  ['BACKUP_KEEP', { BACKUP_KEEP: 'many' }],
  ['BACKUP_KEEP', { BACKUP_KEEP: '0', BACKUP_SCHEDULE: '03:30' }],
  ['PORT', { PORT: '1e3' }],
  ['PORT', { PORT: '0x50' }],
])('%s is named for %j', (name, env: Record<string, string>) => {
  expect(() => readConfig(env)).toThrow(new RegExp(`^${name} [^\\n]*$`));
});
