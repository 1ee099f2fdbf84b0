// The hosted backend: a stand-in of its platform, the official CLI, the functions under Deno, the site on a static host.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  mkdtempSync,
  rmSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { build } from 'vite';
import * as journey from '../../e2e/fixtures/booking-journey.ts';
import { launchChromium } from '../../e2e/fixtures/chromium.ts';
import { serveFakeStripe } from '../../e2e/fixtures/fake-stripe.ts';
import { freePort } from '../../e2e/fixtures/server-process.ts';
import { openProviderBooks } from '../chaos/fixtures/provider-books.ts';
import { check } from './fixtures/checks.ts';
import { startMailProvider } from './fixtures/hosted/mail-provider.ts';
import { startPlatform, type Platform } from './fixtures/hosted/platform.ts';
import { serveStaticSite } from './fixtures/hosted/static-host.ts';
import { run } from './fixtures/run.ts';

const tools = { supabase: '3.1.0', deno: '2.9.6' };
const root = fileURLToPath(new URL('../../', import.meta.url));
const functions = join(root, 'supabase/functions');
const folder = mkdtempSync(join(tmpdir(), 'hosted-'));
chmodSync(folder, 0o755);

const secret = () => randomBytes(32).toString('base64url');
const secrets = { token: secret(), jobs: secret(), mail: 're_stand_in' };
const keys = { publishable: 'sb_publishable_stand_in', secret: 'sb_secret_stand_in' };
const [database, gateway, deno, site, mail, stripe] = await Promise.all(
  Array.from({ length: 6 }, freePort),
);
const at = (port: number | undefined) => `http://127.0.0.1:${port}`;
const email = 'robin@customer.example';
const infoAddress = 'owner@shop.example';

const ends: (() => unknown)[] = [];
try {
  await play();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const end of ends.reverse()) await end();
  rmSync(folder, { recursive: true, force: true });
}

async function play() {
  installTools();
  const platform = await startPlatform(folder, database ?? 0);
  ends.push(platform.stop);
  const { query } = platform;

  await check('an update without a condition is refused for requests', async () => {
    await query(
      'supabase_admin',
      'create table private_probe (id int); grant all on private_probe to authenticator',
    );
    await expect(query('authenticator', 'update private_probe set id = 1')).rejects.toThrow(
      'UPDATE requires a WHERE clause',
    );
    await expect(
      query(
        'authenticator',
        'with gone as (delete from private_probe returning id) select * from gone',
      ),
    ).rejects.toThrow('DELETE requires a WHERE clause');
    await query('supabase_admin', 'drop table private_probe');
  });
  await check(
    'the official CLI pushes the migrations for a role that is no superuser',
    async () => {
      pushMigrations(platform);
      const files = readdirSync(join(root, 'supabase/migrations')).filter((file) =>
        file.endsWith('.sql'),
      );
      const applied = await query(
        'postgres',
        'select version from supabase_migrations.schema_migrations order by 1',
      );
      expect(applied.map(({ version }) => version)).toEqual(
        files.map((file) => file.split('_')[0]).sort(),
      );
    },
  );
  // Our data interface asks for the session before it takes the role of the request.
  await query(
    'supabase_admin',
    `grant usage on schema private to authenticator;
     grant execute on function private.require_session to authenticator`,
  );
  await check('the database calls run-jobs every minute', async () => {
    const jobs = await query('supabase_admin', 'select schedule, active from cron.job');
    expect(jobs).toEqual([{ schedule: '* * * * *', active: true }]);
  });
  await check('every function analyses with updates and deletes that have conditions', () =>
    analyseFunctions(platform),
  );

  const books = openProviderBooks();
  const payments = servePayments(books.answer);
  const mails = startMailProvider(mail ?? 0, secrets.mail);
  ends.push(mails.close);
  await start(
    'gateway',
    process.execPath,
    [await builtGateway()],
    {
      DATABASE: platform.url('ROLE'),
      TOKEN_SECRET: secrets.token,
      PUBLISHABLE_KEY: keys.publishable,
      SECRET_KEY: keys.secret,
      FUNCTIONS: at(deno),
      PUBLIC_URL: at(site),
      DATA_DIR: join(folder, 'storage'),
      PORT: String(gateway),
    },
    `${at(gateway)}/ready`,
  );
  await startFunctions();

  const runJobs = (jobsSecret: string) =>
    fetch(`${at(gateway)}/functions/v1/run-jobs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${jobsSecret}` },
    });
  await check('run-jobs refuses a call without its secret', async () => {
    expect((await runJobs('wrong')).status).toBe(401);
    expect((await runJobs(keys.secret)).status).toBe(401);
  });
  await check('run-jobs finishes every job under Deno', async () => {
    const response = await runJobs(secrets.jobs);
    expect(await response.json()).toEqual({ done: expect.any(Object), failed: [], unfinished: [] });
  });
  await check('the first administrator and the info address are made once', async () => {
    await query(
      'supabase_auth_admin',
      'insert into auth.users (email, email_confirmed_at) values ($1, now())',
      [infoAddress],
    );
    await query('postgres', 'select private.make_first_administrator($1)', [infoAddress]);
    await expect(
      query('postgres', 'select private.make_first_administrator($1)', [infoAddress]),
    ).rejects.toThrow('There is an administrator already');
    expect(await query('supabase_admin', 'select info_email from private.business')).toEqual([
      { info_email: infoAddress },
    ]);
  });

  await query('supabase_admin', 'select vault.create_secret($1, $2)', [at(gateway), 'project_url']);
  await query('supabase_admin', 'select vault.create_secret($1, $2)', [
    secrets.jobs,
    'jobs_secret',
  ]);
  const answers = sendRequests(platform);

  await check('the static site is built from the backend', () => {
    run('npm', ['run', '-s', 'build:static'], {
      cwd: root,
      env: {
        ...process.env,
        PUBLIC_URL: at(site),
        BACKEND_URL: at(gateway),
        BACKEND_KEY: keys.publishable,
        STRIPE_PUBLISHABLE_KEY: 'pk_test_stand_in',
      },
    });
    expect(readFileSync(join(root, 'dist/static/index.html'), 'utf8')).not.toContain(keys.secret);
  });
  ends.push(serveStaticSite(join(root, 'dist/static'), site ?? 0).close);

  await check('an unknown address is a 404 with a page, and each page has its policy', async () => {
    const unknown = await fetch(`${at(site)}/no-such-page`);
    expect(unknown.status).toBe(404);
    expect(await unknown.text()).toContain('<h1');
    const home = await fetch(`${at(site)}/`);
    expect(home.headers.get('content-security-policy')).toContain(at(gateway));
    expect((await fetch(`${at(site)}/admin/bookings/1`)).status).toBe(200);
  });

  const browser = await launchChromium();
  ends.push(() => browser.close());
  const page = await browser.newPage({ serviceWorkers: 'block' });
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await serveFakeStripe(page);
  let bookingId = '';
  /** As `check`; a failure tells what the page shows. */
  const checkPage = (what: string, work: () => Promise<unknown>) =>
    check(what, async () => {
      try {
        await work();
      } catch (error) {
        console.error(await page.locator('body').innerText(), problems);
        throw error;
      }
    });
  await check('every kind of page of the static site starts', async () => {
    const visitor = await browser.newPage({ serviceWorkers: 'block' });
    const failures: Error[] = [];
    visitor.on('pageerror', (failure) => failures.push(failure));
    for (const path of [
      '/',
      '/my-bookings',
      '/checkout',
      '/account',
      '/crew',
      '/admin',
      '/nowhere',
    ]) {
      await visitor.goto(`${at(site)}${path}`);
      await expect(visitor.getByRole('heading', { level: 1 }), path).toBeVisible();
    }
    expect(failures).toEqual([]);
    await visitor.close();
  });
  await checkPage('a customer books and pays the deposit in the browser', async () => {
    await journey.chooseService(page, 'Basic Wash', 'Sedan', at(site));
    await journey.pickTime(page);
    await journey.fillDetails(page, { email });
    await journey.continueToPayment(page, journey.payDeposit);
    await page.getByLabel('Card number').fill('4242424242424242');
    const [intent] = books.intents();
    if (!intent) throw new Error('There is no payment');
    books.charge(intent.id);
    await page.getByRole('button', { name: `Pay ${journey.deposit}` }).click();
    bookingId = await journey.expectConfirmed(page);
  });
  const mailed = async (subject: RegExp) => {
    await expect(() => {
      const found = mails
        .mails()
        .filter((one) => one.to.includes(email) && subject.test(one.subject));
      expect(found).toHaveLength(1);
    }).toPass({ timeout: 150_000, intervals: [1000] });
  };
  await check('run-jobs, called by the schedule, sends the confirmation once', () =>
    mailed(/is booked/),
  );

  await checkPage('the customer cancels while the payment provider is unavailable', async () => {
    payments.refuseRefunds(true);
    await page.goto(`${at(site)}/my-bookings`);
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel('Booking ID').fill(bookingId);
    await page.getByRole('button', { name: /find/i }).click();
    await page.getByRole('button', { name: /^Cancel/ }).click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Cancel booking' })
      .click();
    await expect(page.getByText('Booking Cancelled').first()).toBeVisible();
    expect(books.refunds()).toEqual([]);
    payments.refuseRefunds(false);
  });
  await check('run-jobs makes the refund and sends the cancellation', async () => {
    await expect(() => expect(books.refunds()).toHaveLength(1)).toPass({
      timeout: 240_000,
      intervals: [1000],
    });
    expect(books.refunds()[0]).toMatchObject({ amount: 2000 });
    await mailed(/cancel/i);
  });
  await check('overlapping calls send each email once', async () => {
    await query(
      'supabase_admin',
      `insert into public.mail_outbox (key, template_type, to_email, data)
      select 'template_test:' || n, 'template_test', 'reader' || n || '@customer.example', '{"subject":"Hello","content":"<p>Hi</p>","template_type":"booking_confirmation"}'
      from generate_series(1, 20) as n`,
    );
    const responses = await Promise.all(Array.from({ length: 6 }, () => runJobs(secrets.jobs)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    await expect(() => {
      expect(mails.mails().filter(({ to }) => to[0]?.startsWith('reader'))).toHaveLength(20);
    }).toPass({ timeout: 60_000 });
    expect(mails.repeats()).toBe(0);
  });
  await check('the schedule was answered every time, and the browser reported no error', () => {
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.filter((status) => status !== 200)).toEqual([]);
    expect(problems).toEqual([]);
  });
}

/** Our data interface, accounts and storage as the gateway of the platform; beside node_modules, which it loads. */
async function builtGateway() {
  const outDir = join(root, '.cache/hosted-gateway');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: 'server/testing/hosted-gateway.ts',
      outDir,
      target: 'node20',
      copyPublicDir: false,
    },
  });
  return join(outDir, 'hosted-gateway.js');
}

/** In a folder of their own: the product needs neither. */
function installTools() {
  const place = join(folder, 'tools');
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), '{"private":true}');
  const packages = Object.entries(tools).map(([name, version]) => `${name}@${version}`);
  run('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: place });
}

function pushMigrations(platform: Platform) {
  const project = join(folder, 'project');
  for (const part of ['migrations', 'config.toml']) {
    cpSync(join(root, 'supabase', part), join(project, 'supabase', part), { recursive: true });
  }
  run(
    join(folder, 'tools/node_modules/.bin/supabase'),
    ['db', 'push', `--remote=${platform.url('postgres')}`, '--yes', '--workdir', project],
    { cwd: project, env: { ...process.env, HOME: folder } },
  );
}

/**
 * Prepares every statement of every function with the library of requests loaded, and names the functions that it
 * refuses. A planted one shows that it can.
 */
async function analyseFunctions({ query }: Platform) {
  await query(
    'supabase_admin',
    `create extension if not exists plpgsql_check;
     create function private.planted() returns void language plpgsql as 'begin delete from public.reviews; end';
     create function private.planted_in_sql() returns void language sql as 'update public.reviews set rating = 1'`,
  );
  const checked = readFileSync(
    new URL('fixtures/hosted/check-functions.sql', import.meta.url),
    'utf8',
  );
  await query('supabase_admin', checked);
  const rows = await query(
    'supabase_admin',
    'select name, problem from private.checked_functions order by name',
  );
  expect(rows.length).toBeGreaterThan(250);
  expect(
    rows
      .filter(({ problem }) => problem !== null)
      .map(({ name, problem }) => `${String(name)}: ${String(problem)}`),
  ).toEqual([
    'private.planted(): DELETE requires a WHERE clause',
    'private.planted_in_sql(): UPDATE requires a WHERE clause',
  ]);
  await query(
    'supabase_admin',
    'drop function private.planted(), private.planted_in_sql(); drop table private.checked_functions; drop extension plpgsql_check',
  );
}

/** What pg_net's worker does. Returns the answers' status, as they come. */
function sendRequests({ query }: Platform): number[] {
  const answers: number[] = [];
  const over = new AbortController();
  const work = (async () => {
    while (!over.signal.aborted) {
      const requests = await query(
        'supabase_admin',
        'delete from net.http_request_queue where true returning url, headers, body',
      );
      for (const { url, headers, body } of requests) {
        const response = await fetch(String(url), {
          method: 'POST',
          headers: headers as Record<string, string>,
          body: JSON.stringify(body),
        });
        answers.push(response.status);
      }
      await pause(500);
    }
  })();
  ends.push(async () => {
    over.abort();
    await work;
  });
  return answers;
}

/** The provider's API, with refunds that can be made to fail. */
function servePayments(answer: ReturnType<typeof openProviderBooks>['answer']) {
  let isRefusing = false;
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://provider');
      const form = new URLSearchParams(await text(request));
      const idempotencyKey = String(request.headers['idempotency-key'] ?? '');
      const method = request.method ?? 'GET';
      const isRefused = isRefusing && url.pathname === '/v1/refunds';
      const { status, body } = isRefused
        ? { status: 503, body: { error: { type: 'api_error', message: 'Unavailable' } } }
        : answer({ method, url, form, idempotencyKey });
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    })();
  });
  server.listen(stripe, '127.0.0.1');
  ends.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { refuseRefunds: (refuse: boolean) => (isRefusing = refuse) };
}

async function startFunctions() {
  const names = readdirSync(functions, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== '_shared')
    .map(({ name }) => name);
  const imports = Object.assign({}, ...names.map((name) => importsOf(name))) as Record<
    string,
    string
  >;
  const map = join(folder, 'import-map.json');
  writeFileSync(map, JSON.stringify({ imports }));
  await check('every function passes the check of its types under Deno', () => {
    const files = names.map((name) => join(functions, name, 'index.ts'));
    run(
      denoBinary(),
      ['check', '--quiet', '--no-lock', '--node-modules-dir=none', '--import-map', map, ...files],
      { cwd: folder, env: { ...process.env, ...denoEnvironment() } },
    );
  });
  await start(
    'functions',
    denoBinary(),
    [
      'run',
      '--no-prompt',
      '--no-lock',
      '--node-modules-dir=none',
      '--allow-net',
      '--allow-env',
      `--allow-read=${root}`,
      '--import-map',
      map,
      join(root, 'quality/deploy/fixtures/hosted/serve-functions.ts'),
      String(deno),
      `file://${functions}`,
      ...names,
    ],
    {
      ...denoEnvironment(),
      SUPABASE_URL: at(gateway),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
      STRIPE_SECRET_KEY: 'sk_test_stand_in',
      STRIPE_WEBHOOK_SECRET: 'whsec_stand_in',
      STRIPE_API_URL: at(stripe),
      PUBLIC_URL: at(site),
      JOBS_SECRET: secrets.jobs,
      MAIL_API_KEY: secrets.mail,
      MAIL_API_URL: `${at(mail)}/emails`,
      MAIL_FROM: 'Shop <bookings@shop.example>',
    },
    `${at(deno)}/none`,
  );
}

function denoBinary() {
  return join(folder, 'tools/node_modules/.bin/deno');
}

function denoEnvironment() {
  return {
    DENO_DIR: join(folder, 'deno'),
    HOME: process.env['HOME'] ?? folder,
    NO_COLOR: '1',
    // As npm does on this machine.
    DENO_TLS_CA_STORE: 'mozilla,system',
    NPM_CONFIG_REGISTRY: run('npm', ['config', 'get', 'registry'], { cwd: folder }).trim(),
  };
}

function importsOf(name: string) {
  const file = readFileSync(join(functions, name, 'deno.json'), 'utf8');
  return (JSON.parse(file) as { imports: Record<string, string> }).imports;
}

/** Starts a program and waits until its address answers anything. */
async function start(
  name: string,
  command: string,
  args: string[],
  env: Record<string, string>,
  address: string,
) {
  const child: ChildProcess = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  ends.push(async () => {
    if (process.exitCode) console.error(`${name}:\n${output.slice(-4000)}`);
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  for (const until = Date.now() + 120_000; Date.now() < until;) {
    if (child.exitCode !== null) break;
    if (await fetch(address).catch(() => null)) return;
    await pause(250);
  }
  throw new Error(`The ${name} did not start:\n${output}`);
}
