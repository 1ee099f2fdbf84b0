import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { GoTrueClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { JSDOM } from 'jsdom';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultBusiness } from '../../domain/business/default-business.ts';
import type { Database as Types } from '../../supabase/database-types.ts';
import type { Database } from '../backend/database/database.ts';
import { openCopy } from '../testing/databases.ts';
import { startListeningHost } from '../testing/listening-host.ts';

const paths = ['/mailbox', '/mailbox.json', '/mailbox/sms.json', '/mailbox/some-mail.json'];
const password = 'a password for tests';

type Server = Awaited<ReturnType<typeof startListeningHost>>;

/** Passes every byte on, as a proxy does that adds no header. */
const silentProxy = `const { connect, createServer } = require('node:net');
  createServer((from) => {
    const to = connect(process.argv[1], '127.0.0.1');
    from.pipe(to).pipe(from);
    for (const end of [from, to]) end.on('error', () => undefined);
  }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

/** A program that may write any header, unlike fetch. */
async function get(server: Server, path: string, headers: Record<string, string> = {}) {
  const asked = request(`${server.origin}${path}`, { headers });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of answer) body += String(chunk);
  return { status: answer.statusCode, body, headers: answer.headers };
}

/** Requests the administrator's recovery link, which then is in the mailbox. */
async function recover(server: Server) {
  const asked = await fetch(`${server.origin}/auth/v1/recover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: defaultBusiness.facts.infoEmail }),
  });
  expect(asked.status).toBe(200);
}

describe('the mailbox on the machine it runs on', () => {
  let database: Database;
  let server: Server;
  beforeAll(async () => {
    database = await openCopy();
    server = await startListeningHost(database);
  });
  afterAll(() => server.stop());

  it('opens under each name of this machine', async () => {
    const { port } = new URL(server.origin);
    for (const name of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST']) {
      const answer = await get(server, '/mailbox.json', { host: `${name}:${port}` });
      expect([name, answer.status]).toEqual([name, 200]);
    }
  });

  it('is closed to a page whose name points at this machine', async () => {
    const { port } = new URL(server.origin);
    for (const host of [
      `attacker.example:${port}`,
      `localhost.attacker.example:${port}`,
      `127.0.0.1.attacker.example:${port}`,
      'localhost:1',
      'localhost',
      `192.168.1.5:${port}`,
    ]) {
      for (const path of paths) {
        const answer = await get(server, path, { host });
        expect([host, path, answer.status]).toEqual([host, path, 403]);
        expect(answer.headers['cache-control']).toBe('no-store');
      }
    }
  });

  it('is closed to requests through a proxy', async () => {
    for (const [name, value] of [
      ['x-forwarded-for', '203.0.113.9'],
      ['x-forwarded-proto', 'https'],
      ['forwarded', 'for=203.0.113.9'],
      ['x-real-ip', '203.0.113.9'],
      ['via', '1.1 proxy'],
      ['cf-connecting-ip', '203.0.113.9'],
    ] as const) {
      const answer = await get(server, '/mailbox.json', { [name]: value });
      expect([name, answer.status]).toEqual([name, 403]);
      expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'mailbox_closed' } });
    }
  });

  it('and the payments of the sandbox are closed to another name of the site', async () => {
    const { port } = new URL(server.origin);
    const path = '/payments-sandbox/intents/pi_1';
    const statusAt = async (headers: Record<string, string>) =>
      (await get(server, path, headers)).status;
    expect(await statusAt({ host: `localhost:${port}` })).not.toBe(403);
    expect(await statusAt({ host: 'wash.example' })).toBe(403);
    expect(await statusAt({ 'x-forwarded-for': '203.0.113.9' })).toBe(403);
  });

  // Only root can start a program as another user.
  it.skipIf(process.geteuid?.() !== 0)(
    'is closed behind a silent proxy that another user runs',
    async () => {
      const { port } = new URL(server.origin);
      for (const [uid, status] of [
        [0, 200],
        [65_534, 403],
      ] as const) {
        const proxy = spawn(process.execPath, ['-e', silentProxy, port], { uid, gid: uid });
        const [started] = (await once(proxy.stdout, 'data')) as [Buffer];
        const origin = `http://127.0.0.1:${String(started).trim()}`;
        const answer = await get({ ...server, origin }, '/mailbox.json', {
          host: `localhost:${port}`,
        });
        proxy.kill();
        expect([uid, answer.status]).toEqual([uid, status]);
      }
    },
  );

  it('is closed to a request without a connection', async () => {
    expect((await server.host.app.request('http://localhost:3000/mailbox.json')).status).toBe(403);
  });

  it('says how to open it when it is closed', async () => {
    const answer = await get(server, '/mailbox', { via: '1.1 proxy' });
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.body).toContain('MAILBOX=1');
  });
});

describe.each([
  ['a proxy in front', { TRUSTED_PROXIES: '1' }],
  ['a server that others reach', { HOST: '0.0.0.0' }],
  ['a public address', { PUBLIC_URL: 'https://wash.example' }],
])('the mailbox with %s', (_, env) => {
  let server: Server;
  beforeAll(async () => {
    server = await startListeningHost(await openCopy(), env);
  });
  afterAll(() => server.stop());

  it('does not exist, and the start says how to open it', async () => {
    await recover(server);
    const { body: noScreen } = await get(server, '/no-such-screen');
    for (const path of paths) {
      for (const headers of [undefined, { 'x-forwarded-for': '203.0.113.9' }]) {
        expect([path, (await get(server, path, headers)).body]).toEqual([path, noScreen]);
      }
    }
    // The other notice is about payments.
    const about = server.host.notices.filter((notice) => notice.includes('/mailbox'));
    expect(about).toHaveLength(1);
    expect(about[0]).toMatch(/\/mailbox is closed.*MAILBOX=1/);
  });
});

describe('the mailbox opened with MAILBOX=1', () => {
  let database: Database;
  let server: Server;
  let skewMs = 0;
  const now = () => new Date(Date.now() + skewMs);
  beforeAll(async () => {
    database = await openCopy();
    const env = { MAILBOX: '1', TRUSTED_PROXIES: '1', PUBLIC_URL: 'https://wash.example' };
    server = await startListeningHost(database, env, now);
  });
  afterAll(() => server.stop());

  const post = (fields: Record<string, string>, address = '203.0.113.9') =>
    fetch(`${server.origin}/mailbox/sign-in`, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: server.origin,
        'x-forwarded-for': address,
      },
      redirect: 'manual',
    });
  const cookieOf = (answer: Response) => (answer.headers.get('set-cookie') ?? '').split(';')[0];
  const statusFor = async (cookie: string | undefined, path = '/mailbox') =>
    (await get(server, path, { cookie: cookie ?? '' })).status;
  const administrator = { email: defaultBusiness.facts.infoEmail, password };
  const formOf = async (answer: Response) => {
    const { document } = new JSDOM(await answer.text()).window;
    return {
      alert: document.querySelector('[role=alert]')?.textContent ?? null,
      fields: [...document.querySelectorAll('input')].map(({ name }) => name),
    };
  };
  const sessionOf = async (email: string) => {
    const client = new GoTrueClient({
      url: `${server.origin}/auth/v1`,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      persistSession: false,
    });
    const { data, error } = await client.signInWithPassword({ email, password });
    if (error) throw error;
    return { client, token: data.session.access_token };
  };

  it('requires a sign-in, also from a visitor who claims to be this machine', async () => {
    const { port } = new URL(server.origin);
    for (const path of paths) {
      const answer = await get(server, path, { host: `localhost:${port}` });
      expect([path, answer.status]).toEqual([path, 401]);
    }
    const page = await fetch(`${server.origin}/mailbox`);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect((await formOf(page)).fields).toEqual(['email', 'password', 'code']);
  });

  it('accepts an administrator, whose cookie no script and no other site can use', async () => {
    const answer = await post(administrator);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/mailbox']);
    const set = answer.headers.get('set-cookie') ?? '';
    // With this prefix a browser accepts it only from this host, over TLS.
    expect(set).toMatch(/^__Host-mailbox=/);
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Secure']) {
      expect(set.split('; ')).toContain(part);
    }
    expect(set).not.toContain('Domain');
    expect(await statusFor(cookieOf(answer))).toBe(200);
    expect(await statusFor('__Host-mailbox=forged')).toBe(401);
    expect(await statusFor(cookieOf(answer)?.replace('__Host-', ''))).toBe(401);
  });

  it("accepts a program with an administrator's token", async () => {
    const { token } = await sessionOf(defaultBusiness.facts.infoEmail);
    const authorization = `Bearer ${token}`;
    expect((await get(server, '/mailbox.json', { authorization })).status).toBe(200);
  });

  it('refuses a wrong password with a sentence and counts it for the visitor’s address', async () => {
    const wrong = await post({ ...administrator, password: 'a wrong password' });
    expect(wrong.status).toBe(401);
    expect((await formOf(wrong)).alert).toBe('Email or password is incorrect.');
    const guess = (number: number, address: string) =>
      post({ email: `guess-${number}@example.com`, password: 'a guess' }, address);
    for (let number = 0; number < 20; number += 1) await guess(number, '203.0.113.20');
    expect((await formOf(await guess(20, '203.0.113.20'))).alert).toMatch(/^Too many attempts/);
    expect((await formOf(await guess(20, '203.0.113.21'))).alert).toMatch(/incorrect/);
  });

  it('refuses a customer', async () => {
    await database.pool.query(
      `insert into auth.users (email, encrypted_password, email_confirmed_at)
       select 'ada@example.com', encrypted_password, now() from auth.users where email = $1`,
      [defaultBusiness.facts.infoEmail],
    );
    const answer = await post({ email: 'ada@example.com', password });
    expect(answer.status).toBe(403);
    expect((await formOf(answer)).alert).toContain('isn’t an administrator');
    const { token } = await sessionOf('ada@example.com');
    expect(await statusFor(`__Host-mailbox=${token}`, '/mailbox.json')).toBe(403);
  });

  it('is closed to an ended session', async () => {
    const cookie = cookieOf(await post(administrator));
    const { client } = await sessionOf(defaultBusiness.facts.infoEmail);
    await client.signOut({ scope: 'global' });
    expect(await statusFor(cookie)).not.toBe(200);
  });

  it('requires the second factor of an administrator who has one', async () => {
    const { client, token } = await sessionOf(defaultBusiness.facts.infoEmail);
    const enrolled = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    if (enrolled.error) throw enrolled.error;
    const { id: factorId, totp } = enrolled.data;
    const next = () => {
      skewMs += 30_000;
      return new TOTP({ secret: totp.secret }).generate({ timestamp: now().getTime() });
    };
    expect((await client.mfa.challengeAndVerify({ factorId, code: next() })).error).toBeNull();
    const headers = { authorization: `Bearer ${token}` };
    const rest = new PostgrestClient<Types>(`${server.origin}/rest/v1`, { headers });
    expect((await rest.rpc('is_admin')).data).toBe(false);

    for (const code of ['', '000000']) {
      const wrong = await post({ ...administrator, code });
      expect([wrong.status, (await formOf(wrong)).alert]).toEqual([
        401,
        'Enter the code that your app shows now.',
      ]);
      expect(wrong.headers.get('set-cookie')).toBeNull();
    }
    const right = await post({ ...administrator, code: next() });
    expect([right.status, right.headers.get('location')]).toEqual([303, '/mailbox']);
    expect(await statusFor(cookieOf(right))).toBe(200);
    expect(await statusFor(`__Host-mailbox=${token}`)).toBe(403);
  });
});
