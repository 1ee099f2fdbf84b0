import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigurationError, readConfig, settings } from './config.ts';
import { misspeltNotices } from './misspelt-settings.ts';

describe('the configuration', () => {
  test('needs no setting: every one has a default', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      tls: null,
      publicUrl: 'http://localhost:3000',
      dataDir: './.data',
      databaseUrl: null,
      databaseDirectUrl: null,
      payments: null,
      smtpUrl: null,
      sms: null,
      oidc: null,
      s3: null,
      backups: null,
      schedulingPages: {},
      schedulingToken: null,
      travel: { routingUrl: null, geocoderUrl: null },
      map: null,
      demo: false,
      mailbox: false,
      trustedProxies: 0,
    });
  });

  test('removes a trailing slash from the public address', () => {
    expect(readConfig({ PUBLIC_URL: 'https://wash.example/' }).publicUrl).toBe(
      'https://wash.example',
    );
  });

  test('a token of the scheduling pages needs a page', () => {
    expect(() => readConfig({ SCHEDULING_TOKEN: 'zz' })).toThrow(
      'SCHEDULING_PAGES is missing: SCHEDULING_TOKEN needs it',
    );
  });

  test.each([
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['SMPT_URL', 'SMTP_URL'],
    ['BACKUP_SHEDULE', 'BACKUP_SCHEDULE'],
    ['PROT', 'PORT'],
    ['smtp_url', 'SMTP_URL'],
  ])('says that %s may be %s', (name, setting) => {
    expect(misspeltNotices({ [name]: 'x', MAIL_FROM: 'y' })).toEqual([
      `${name} is no setting and has no effect: ${setting} may be meant`,
    ]);
  });

  test('takes no other variable of a machine for a misspelt setting', () => {
    const names = [
      'HOME',
      'HOSTNAME',
      'PATH',
      'MAIL',
      'PWD',
      'LOGNAME',
      'USER',
      'TMPDIR',
      'NODE_ENV',
    ];
    const all = Object.fromEntries([...names, ...settings].map((name) => [name, 'x']));
    expect(misspeltNotices(all)).toEqual([]);
  });

  test('listens on this machine only for an empty HOST', () => {
    expect(readConfig({ HOST: '' }).host).toBe('127.0.0.1');
  });

  test.each([
    'booking@wash.example',
    'Wash <booking@wash.example>',
    '"Wash, Caledon" <b@wash.example>',
  ])('sends from %s', (from) => expect(readConfig({ MAIL_FROM: from }).mailFrom).toBe(from));

  test('has a public address with https when it names a certificate and its key', () => {
    expect(readConfig({ TLS_CERT: 'cert.pem', TLS_KEY: 'key.pem', PORT: '443' })).toMatchObject({
      tls: { certFile: 'cert.pem', keyFile: 'key.pem' },
      publicUrl: 'https://localhost:443',
    });
  });

  test('keeps fourteen backups in a folder or in a bucket, with or without one for photos', () => {
    const daily = { BACKUP_SCHEDULE: '03:30', BACKUP_TO: '/mnt/backups' };
    expect(readConfig(daily).backups).toEqual({
      at: '03:30',
      keep: 14,
      to: { folder: '/mnt/backups' },
    });
    const key = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
    const remote = readConfig({
      ...daily,
      ...key,
      BACKUP_TO: 's3://wash/daily/',
      BACKUP_KEEP: '3',
    });
    expect(remote.s3).toBeNull();
    expect(remote.backups).toMatchObject({ keep: 3, to: { prefix: 'daily/' } });
    const both = readConfig({ ...daily, ...key, BACKUP_TO: 's3://wash', S3_BUCKET: 'photos' });
    expect(both.s3).toMatchObject({ bucket: 'photos' });
    expect(both.backups?.to).toMatchObject({ settings: { bucket: 'wash' }, prefix: '' });
  });

  test('refuses backups in DATA_DIR under another name', () => {
    const folder = mkdtempSync(join(tmpdir(), 'config-'));
    const data = join(folder, 'data');
    mkdirSync(data);
    symlinkSync(data, join(folder, 'disk'));
    const to = (name: string) => () =>
      readConfig({ BACKUP_SCHEDULE: '03:30', DATA_DIR: data, BACKUP_TO: join(folder, name) });
    expect(to('disk/backups')).toThrow(/outside DATA_DIR/);
    expect(to('backups')).not.toThrow();
    rmSync(folder, { recursive: true });
  });

  test.each([
    ['BACKUP_TO', { BACKUP_SCHEDULE: '03:30' }],
    ['BACKUP_SCHEDULE', { BACKUP_TO: '/mnt/backups' }],
    ['BACKUP_SCHEDULE', { BACKUP_KEEP: '3' }],
    ['BACKUP_SCHEDULE', { BACKUP_SCHEDULE: '3:30', BACKUP_TO: '/mnt/backups' }],
    ['BACKUP_SCHEDULE', { BACKUP_SCHEDULE: '24:00', BACKUP_TO: '/mnt/backups' }],
    ['BACKUP_SCHEDULE', { BACKUP_SCHEDULE: '30 3 * * *', BACKUP_TO: '/mnt/backups' }],
    ['BACKUP_KEEP', { BACKUP_SCHEDULE: '03:30', BACKUP_TO: '/mnt/backups', BACKUP_KEEP: '0' }],
    ['BACKUP_TO', { BACKUP_SCHEDULE: '03:30', BACKUP_TO: './.data' }],
    ['BACKUP_TO', { BACKUP_SCHEDULE: '03:30', BACKUP_TO: '/d/x/../b', DATA_DIR: '/d' }],
    ['BACKUP_TO', { BACKUP_SCHEDULE: '03:30', BACKUP_TO: 'ftp://host/folder' }],
    ['BACKUP_TO', { BACKUP_SCHEDULE: '03:30', BACKUP_TO: 's3://A/b' }],
    ['S3_ACCESS_KEY_ID', { BACKUP_SCHEDULE: '03:30', BACKUP_TO: 's3://wash-backups' }],
    ['TLS_KEY', { TLS_CERT: 'cert.pem' }],
    ['TLS_CERT', { TLS_KEY: 'key.pem' }],
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '70000' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'wash.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://wash.example/book' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://wash.example/?from=1' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://owner:secret@wash.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://wash.example', TLS_CERT: 'c.pem', TLS_KEY: 'k.pem' }],
    ['DATA_DIR', { DATA_DIR: '' }],
    ['MAIL_FROM', { MAIL_FROM: 'Wash' }],
    ['MAIL_FROM', { MAIL_FROM: 'Wash <booking@wash>' }],
    ['MAIL_FROM', { MAIL_FROM: 'Wash <a@wash.example>, b@wash.example' }],
    ['MAIL_FROM', { MAIL_FROM: 'Wash <a@wash.example>\r\nBcc: b@wash.example' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://root@localhost/wash' }],
    ['DATABASE_URL is not a valid address', { DATABASE_URL: 'postgres://owner@localhost:99999/w' }],
    ['DATABASE_DIRECT_URL', { DATABASE_DIRECT_URL: 'postgres://owner@localhost/wash' }],
    [
      'DATABASE_DIRECT_URL',
      { DATABASE_URL: 'postgres://owner@pooler/wash', DATABASE_DIRECT_URL: 'localhost:5432' },
    ],
    ['SMTP_URL', { SMTP_URL: 'mail.example:25' }],
    [
      'STRIPE_WEBHOOK_SECRET',
      { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
    ],
    [
      'STRIPE_SECRET_KEY',
      {
        STRIPE_SECRET_KEY: 'pk_1',
        STRIPE_PUBLISHABLE_KEY: 'pk_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
      },
    ],
    ['TWILIO_AUTH_TOKEN', { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_FROM: '+19055550142' }],
    ['TWILIO_ACCOUNT_SID', { TWILIO_API_URL: 'https://sms.example' }],
    ['TWILIO_FROM', { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't', TWILIO_FROM: '905' }],
    ['TWILIO_API_URL', { TWILIO_API_URL: 'sms.example' }],
    ['OIDC_ISSUER', { OIDC_ISSUER: 'accounts.example', OIDC_CLIENT_ID: 'app' }],
    ['OIDC_ISSUER', { OIDC_CLIENT_ID: 'app' }],
    ['OIDC_ISSUER', { OIDC_PROVIDER: '!' }],
    ['OIDC_ISSUER', { OIDC_JWKS_URL: 'https://a.example/keys' }],
    ['OIDC_CLIENT_ID', { OIDC_ISSUER: 'https://accounts.example' }],
    [
      'OIDC_JWKS_URL',
      { OIDC_ISSUER: 'https://a.example', OIDC_CLIENT_ID: 'app', OIDC_JWKS_URL: 'x' },
    ],
    ['S3_SECRET_ACCESS_KEY', { S3_BUCKET: 'wash-photos', S3_ACCESS_KEY_ID: 'key' }],
    ['S3_BUCKET', { S3_REGION: 'ca-central-1' }],
    ['S3_BUCKET', { S3_BUCKET: 'a/b', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }],
    ['S3_ENDPOINT', { S3_ENDPOINT: 'minio:9000' }],
    ['SCHEDULING_PAGES', { SCHEDULING_PAGES: '{"default":' }],
    ['SCHEDULING_PAGES', { SCHEDULING_PAGES: '["https://a.example"]' }],
    ['SCHEDULING_PAGES', { SCHEDULING_PAGES: '{"default":"javascript:alert(1)"}' }],
    ['ROUTING_URL', { ROUTING_URL: 'routes.example' }],
    ['ROUTING_URL', { ROUTING_URL: 'https://routes.example/?key=1' }],
    ['GEOCODER_URL', { GEOCODER_URL: 'ftp://places.example' }],
    ['GEOCODER_URL', { GEOCODER_URL: 'https://me:secret@places.example' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'yes' }],
    ['STOP_NOTICE_SECONDS', { STOP_NOTICE_SECONDS: '-1' }],
    ['MAILBOX', { MAILBOX: 'yes' }],
    ['DEMO', { DEMO: 'yes' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['ACCESS_LOG', { ACCESS_LOG: 'yes' }],
    ['METRICS_PORT', { METRICS_PORT: 'nine' }],
    ['METRICS_PORT', { METRICS_PORT: '4000', PORT: '4000' }],
    ['MAP_STYLE_URL', { MAP_STYLE_URL: 'maps.example/style.json' }],
    ['MAP_STYLE_URL', { MAP_STYLE_URL: 'http://maps.example/style.json' }],
    ['MAP_STYLE_URL', { MAP_STYLE_URL: 'https://me:secret@maps.example/style.json' }],
    ['MAP_STYLE_URL', { MAP_STYLE_URL: 'https://maps.example;/style.json' }],
    ['MAP_STYLE_URL', { MAP_ORIGINS: 'https://tiles.example' }],
    ['MAP_ORIGINS', { MAP_STYLE_URL: 'https://maps.example/s', MAP_ORIGINS: 'https://*.example' }],
    ['MAP_ORIGINS', { MAP_STYLE_URL: 'https://maps.example/s', MAP_ORIGINS: 'https://a.example/' }],
  ])('names an unusable %s', (name, env) => {
    expect(() => readConfig(env)).toThrow(ConfigurationError);
    expect(() => readConfig(env)).toThrow(new RegExp(`^${name}\\b`));
  });

  test.each([
    ['https://maps.example/style.json?key=1', 'https://maps.example'],
    ['http://127.0.0.1:8081/style.json', 'http://127.0.0.1:8081'],
    ['http://localhost:8081/style.json', 'http://localhost:8081'],
    ['http://[::1]:8081/style.json', 'http://[::1]:8081'],
  ])('takes the map style %s and loads from its origin and those named', (styleUrl, origin) => {
    const env = {
      MAP_STYLE_URL: styleUrl,
      MAP_ORIGINS: 'https://tiles.example, https://b.example',
    };
    expect(readConfig(env).map).toEqual({
      styleUrl,
      origins: [origin, 'https://tiles.example', 'https://b.example'],
    });
  });

  test('never repeats a secret in its error', () => {
    const read = () => readConfig({ DATABASE_URL: 'http://owner:hunter2@localhost/wash' });
    expect(read).toThrow(/^(?!.*hunter2)/);
  });
});
