import { connect } from 'node:net';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultBusiness } from '../domain/business/default-business.ts';
import { clientAddress, noteClientAddress } from './client-address.ts';
import { logRequests } from './log-requests.ts';
import { openCopy } from './testing/databases.ts';
import { startListeningHost } from './testing/listening-host.ts';

const entries: Record<string, unknown>[] = [];
const note = (level: string) => (details: object, message: string) =>
  void entries.push({ level, message, ...details });
const log = { info: note('info'), warn: note('warn'), error: note('error') };

let host: Awaited<ReturnType<typeof startListeningHost>>;
beforeAll(async () => {
  const settings = { ADMIN_PASSWORD: 'a password for tests' };
  host = await startListeningHost(await openCopy(), settings, undefined, null, log);
});
afterAll(() => host.stop());
beforeEach(() => void entries.splice(0));

const email = defaultBusiness.facts.infoEmail;

async function post(path: string, body: object, token?: string) {
  const answer = await fetch(`${host.origin}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { access_token: string; user: { id: string } };
}

const signIn = () =>
  post('/auth/v1/token?grant_type=password', { email, password: 'a password for tests' });

test('logs a sign-in with its method, account and address', async () => {
  const { user } = await signIn();
  expect(entries).toEqual([
    {
      level: 'info',
      message: 'An account was used',
      requestId: expect.any(String) as string,
      method: 'POST',
      route: '/auth/v1/token',
      grant: 'password',
      status: 200,
      code: undefined,
      address: '127.0.0.1',
      account: user.id,
    },
  ]);
});

test('logs a refused sign-in without the email address and the password', async () => {
  await post('/auth/v1/token?grant_type=password', { email, password: 'a wrong guess' });
  expect(entries).toMatchObject([
    { level: 'warn', route: '/auth/v1/token', status: 400, code: 'invalid_credentials' },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/wrong guess|@/);
});

test('logs a refused request of an account with its code, and without its query', async () => {
  const { access_token: token, user } = await signIn();
  entries.splice(0);
  await post('/rest/v1/stripe_events?token=secret', {}, token);
  expect(entries).toMatchObject([
    {
      level: 'warn',
      route: '/rest/v1/stripe_events',
      status: 400,
      code: 'PGRST100',
      account: user.id,
    },
  ]);
  expect(JSON.stringify(entries)).not.toContain('secret');
});

test('logs an opened link without its token', async () => {
  const link = `${host.origin}/auth/v1/verify?token=secret&type=signup`;
  await (await fetch(link, { redirect: 'manual' })).text();
  expect(entries).toMatchObject([{ method: 'GET', route: '/auth/v1/verify' }]);
  expect(JSON.stringify(entries)).not.toContain('secret');
});

test('logs a request with a forged token for no account', async () => {
  await post('/rest/v1/reviews', {}, 'forged.token.here');
  expect(entries).toMatchObject([{ level: 'warn', status: 401, account: undefined }]);
});

test('logs neither successful reads nor pages', async () => {
  for (const path of ['/rest/v1/reviews?select=id', '/', '/nowhere']) {
    await (await fetch(`${host.origin}${path}`)).text();
  }
  expect(entries).toEqual([]);
});

test('logs 600 refusals a minute, and then the number of further ones', async () => {
  let at = 0;
  const app = new Hono();
  app.use(noteClientAddress(1));
  const accountOf = () => Promise.resolve(null);
  app.use(logRequests({ log, now: () => new Date(at), clientAddress, accountOf }));
  app.all('*', () => new Response(null, { status: 429 }));
  const ask = () =>
    app.request('/rest/v1/reviews', { headers: { 'x-forwarded-for': '203.0.113.7' } });
  for (let count = 0; count < 700; count += 1) await ask();
  expect(entries).toHaveLength(600);
  at = 60_000;
  await ask();
  expect(entries.slice(600)).toMatchObject([{ unlogged: 100 }, { status: 429 }]);
});

test.each([
  '/rest/v1/inquiries',
  '/auth/v1/token?grant_type=password',
  '/functions/v1/create-booking',
  '/functions/v1/stripe-webhook',
  '/storage/v1/object/review-photos/photo.webp',
])(
  "logs a body that ends early at %s as a refusal, because it is the client's fault",
  async (path) => {
    const line = connect(Number(new URL(host.origin).port), '127.0.0.1');
    line.end(
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{"a`,
    );
    await expect.poll(() => entries.length).toBeGreaterThan(0);
    expect(entries).toMatchObject([
      { level: 'warn', message: 'A request was refused', status: 400 },
    ]);
  },
);
