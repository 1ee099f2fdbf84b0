import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultBusiness } from '../domain/business/default-business.ts';
import { keysFrom } from './backend/keys.ts';
import { ConfigurationError, readConfig } from './config.ts';
import { buildHost, type Host } from './host.ts';
import { prepareDatabase } from './prepare-database.ts';
import { openCopy } from './testing/databases.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const secrets = {
  ADMIN_PASSWORD: 'a password of the owner',
  SMTP_URL: 'smtp://mailer:a-password-for-mail@127.0.0.1:9',
  STRIPE_SECRET_KEY: 'sk_test_the_secret_key',
  STRIPE_WEBHOOK_SECRET: 'whsec_the_webhook_secret',
  TWILIO_ACCOUNT_SID: 'AC0123456789',
  TWILIO_AUTH_TOKEN: 'a-token-for-text-messages',
};

let dataDir: string;
let host: Host;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'host-'));
  const database = await openCopy();
  await database.pool.query(`select public.set_info_email('old@example.com')`);
  const config = readConfig({
    ...secrets,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_public',
    TWILIO_FROM: '+14165550100',
    DATA_DIR: dataDir,
  });
  // The suite builds before it tests; a single run without a build looks through a page of its own.
  const isBuilt = existsSync(fileURLToPath(new URL('../dist/client', import.meta.url)));
  await writeFile(join(dataDir, 'index.html'), '<!doctype html><!--app-config-->');
  host = await buildHost(config, quiet, { database, ...(!isBuilt && { siteFolder: dataDir }) });
});
afterAll(async () => {
  host.hangUp();
  await host.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('a weak ADMIN_PASSWORD is refused if it would be used [S9.27]', async () => {
  const config = readConfig({ ADMIN_PASSWORD: 'short', DATA_DIR: dataDir });
  const database = await openCopy();
  await expect(buildHost(config, quiet, { database, siteFolder: dataDir })).rejects.toThrow(
    new ConfigurationError(
      'ADMIN_PASSWORD cannot be used. For an administrator’s password, use at least 12 characters.',
    ),
  );
});

test('an ADMIN_PASSWORD that has no effect is named at the start, with what to do', async () => {
  const again = async (password: string) => {
    const config = readConfig({ ADMIN_PASSWORD: password, DATA_DIR: dataDir });
    return await prepareDatabase(host.database, config);
  };
  expect(await again(secrets.ADMIN_PASSWORD)).toEqual([]);
  expect(await again('another password of the owner')).toEqual([
    expect.stringMatching(/^ADMIN_PASSWORD has no effect: .* run "npm run admin -- reset /),
  ]);
});

test('the start of a public site without keys has a line about an empty address of the database, one about email and one about payments', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'host-public-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><!--app-config-->');
  const config = readConfig({
    PUBLIC_URL: 'https://wash.example',
    DATA_DIR: folder,
    DATABASE_URL: '',
  });
  const open = await buildHost(config, quiet, { database: await openCopy(), siteFolder: folder });
  open.hangUp();
  await open.close();
  await rm(folder, { recursive: true, force: true });
  expect(open.notices).toEqual([
    expect.stringMatching(/^DATABASE_URL is empty: the embedded/),
    expect.stringMatching(/^SMTP_URL is not set/),
    expect.stringMatching(/^STRIPE_SECRET_KEY, .* no card is charged$/),
  ]);
});

test('the address that manages reviews follows the published business at each start', async () => {
  const { rows } = await host.database.pool.query('select info_email from private.business');
  expect(rows).toEqual([{ info_email: defaultBusiness.facts.infoEmail }]);
});

test('an unreachable DATABASE_URL is refused with one sentence, without its password', async () => {
  const DATABASE_URL = 'postgres://wash:a-secret@127.0.0.1:9/wash';
  const started = buildHost(readConfig({ DATABASE_URL, DATA_DIR: dataDir }), quiet, {
    siteFolder: dataDir,
  });
  await expect(started).rejects.toThrow(ConfigurationError);
  await expect(started).rejects.toThrow("DATABASE_URL can't be used: connect ECONNREFUSED");
  await expect(started).rejects.not.toThrow(/a-secret/);
});

test('the start refuses a database of a later version with one sentence', async () => {
  const database = await openCopy();
  await database.pool.query(
    `insert into supabase_migrations.schema_migrations (version, name) values ('29991231000000', 'to_the_moon')`,
  );
  const config = readConfig({ DATA_DIR: dataDir });
  const started = buildHost(config, quiet, { database, siteFolder: dataDir });
  await expect(started).rejects.toThrow(ConfigurationError);
  await expect(started).rejects.toThrow(/by a later version \(29991231000000_to_the_moon\)/);
});

test('the start refuses a database of a version that was never released', async () => {
  const database = await openCopy();
  await database.pool.query(
    `delete from supabase_migrations.schema_migrations where version > (
       select version from supabase_migrations.schema_migrations where name = 'baseline');
     update supabase_migrations.schema_migrations set version = '20261121000100' where name = 'baseline'`,
  );
  const config = readConfig({ DATA_DIR: dataDir });
  const started = buildHost(config, quiet, { database, siteFolder: dataDir });
  await expect(started).rejects.toThrow(ConfigurationError);
  await expect(started).rejects.toThrow(/a version that was never released/);
});

test('the first administrator is made, and the password told once, when the server listens', async () => {
  const database = await openCopy();
  const config = readConfig({ DATA_DIR: await mkdtemp(join(dataDir, 'start-')) });
  const first = await buildHost(config, quiet, { database, siteFolder: dataDir });
  // A start that ends here has made no account whose password was never seen.
  expect((await database.pool.query('select from public.admins')).rowCount).toBe(0);
  const printed: string[] = [];
  for (let start = 0; start < 2; start += 1) await first.welcomeOwner((line) => printed.push(line));
  expect(printed).toHaveLength(1);
  const password = / with the password (\S+) /.exec(printed[0] ?? '')?.[1];
  const answer = await first.app.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: defaultBusiness.facts.infoEmail, password }),
  });
  expect(answer.status).toBe(200);
  await first.close();
});

test('no served file reveals a server secret', async () => {
  const { rows } = await host.database.pool.query<{ value: string }>(
    'select value from host.secrets',
  );
  const kept = rows.map(({ value }) => value);
  const serviceKeys = await Promise.all(
    kept.map(async (text) => (await keysFrom(text)).serviceKey),
  );
  const words = [...Object.values(secrets), ...kept, ...serviceKeys, 'a-password-for-mail'];
  const spellings = words.flatMap((word) => [
    word,
    encodeURIComponent(word),
    Buffer.from(word).toString('base64').replace(/=+$/, ''),
  ]);
  const paths = [
    ...['/', '/login', '/admin', '/checkout', '/no-such-page', '/manifest.webmanifest'],
    ...[
      '/service-worker.js',
      '/offline.html',
      '/mailbox',
      '/healthz',
      '/readyz',
      '/sitemap.xml',
      '/robots.txt',
    ],
    ...['/auth/v1/user', '/rest/v1/', '/functions/v1/', '/payments-sandbox/'],
  ];
  for (const path of paths) {
    const answer = await host.app.request(path);
    const told = JSON.stringify([...answer.headers]) + (await answer.text());
    expect([path, spellings.filter((spelling) => told.includes(spelling))]).toEqual([path, []]);
  }
  expect(await (await host.app.request('/')).text()).toContain('pk_test_public');
});

test('the mailbox is closed when email is sent', async () => {
  for (const path of ['/mailbox', '/mailbox.json', '/mailbox/sms.json']) {
    const answer = await host.app.request(path);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await answer.text()).not.toContain('<h1>Mailbox');
  }
});

test('a stopping server lives and serves, and is no longer ready', async () => {
  const paths = ['/livez', '/readyz', '/readyz?exclude=database', '/healthz'];
  const statuses = async () =>
    Promise.all(paths.map(async (path) => (await host.app.request(path)).status));
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  host.leave();
  expect(await statuses()).toEqual([200, 503, 503, 200]);
});
