import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedCopy } from './testing/embedded-copies.ts';
import { startListeningHost } from './testing/listening-host.ts';

let host: Awaited<ReturnType<typeof startListeningHost>>;
let knocks = 0;
beforeAll(async () => {
  host = await startListeningHost(await openEmbeddedCopy(), { TRUSTED_PROXIES: '1' });
});
afterAll(() => host.stop());

type Sent = { method?: string; type?: string; body?: string | ReadableStream };

/** Asks as a visitor of its own, for the doors count who knocks. */
async function ask(path: string, { method = 'POST', type = 'application/json', body }: Sent) {
  knocks += 1;
  const response = await fetch(`${host.origin}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      'content-type': type,
      'x-forwarded-for': `198.51.${Math.floor(knocks / 250)}.${knocks % 250}`,
    },
    ...(body !== undefined && { body, duplex: 'half' }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const functions = [
  'create-booking',
  'join-waiting-list',
  'extend-hold',
  'create-payment-intent',
  'verify-payment',
  'cancel-booking',
  'cancel-booking-as-owner',
  'take-phone-booking',
  'stripe-webhook',
  'mend-payment',
  'preview-template',
  'send-test-mail',
  'unsubscribe?token=abc',
].map((name) => `/functions/v1/${name}`);

const accounts = [
  'signup',
  'token?grant_type=password',
  'token?grant_type=refresh_token',
  'token?grant_type=pkce',
  'verify',
  'otp',
  'recover',
  'resend',
].map((name) => `/auth/v1/${name}`);

const tables = ['reviews', 'inquiries', 'rpc/rain_offer', 'rpc/decline_waiting_offer'].map(
  (name) => `/rest/v1/${name}`,
);

const doors = [...functions, ...accounts, ...tables];

const unknown = '00000000-0000-4000-8000-000000000001';

/** What no answer to a stranger tells: our files, our SQL, our stack. */
const inside = /node_modules|\.ts:\d|\bat .+:\d+:\d+|select .+ from|syntax error|stack/i;

const stream = (bytes: number) => {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      const size = Math.min(left, 64 * 1024);
      if (size === 0) controller.close();
      else controller.enqueue(new Uint8Array(size).fill(0x20));
      left -= size;
    },
  });
};

describe.each(doors)('%s', (path) => {
  it('refuses two megabytes, announced or not', async () => {
    const announced = await ask(path, { body: JSON.stringify({ a: 'x'.repeat(2 * 1024 * 1024) }) });
    expect(announced.status).toBe(413);
    const unannounced = await ask(path, { body: stream(2 * 1024 * 1024) });
    expect(unannounced.status).toBe(413);
  });

  it.each([
    ['nested very deeply', `{"data":${'['.repeat(15_000)}${']'.repeat(15_000)}}`],
    ['nested in objects', `${'{"a":'.repeat(4000)}1${'}'.repeat(4000)}`],
    [
      'with the names of prototypes',
      '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
    ],
    ['that is a list', '[]'],
    ['that is null', 'null'],
    ['that is no JSON', '{"a":'],
    ['that is not UTF-8', '{"a":"\ud800"}'],
    ['that is empty', ''],
  ])(
    'refuses JSON %s as a mistake of the sender, and tells nothing of the inside',
    async (_, body) => {
      const { status, text } = await ask(path, { body });
      expect(status, text).toBeGreaterThanOrEqual(200);
      expect(status, text).toBeLessThan(500);
      expect(text).not.toMatch(inside);
      expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
    },
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/xml',
  ])('is not led astray by a body that calls itself %s', async (type) => {
    const { status, text } = await ask(path, {
      type,
      body: 'email=a%40b.example&password=secret-1',
    });
    expect(status, text).toBeGreaterThanOrEqual(400);
    expect(status, text).toBeLessThan(500);
  });

  it.each(['PUT', 'DELETE', 'PATCH'])('knows no %s', async (method) => {
    const { status, text } = await ask(path, { method, body: `{"id":"${unknown}"}` });
    expect(status, text).toBeGreaterThanOrEqual(400);
    expect(status, text).toBeLessThan(500);
    expect(text).not.toMatch(inside);
  });
});

describe('pages of other sites', () => {
  const preflight = (path: string) =>
    fetch(`${host.origin}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });

  it.each([
    '/rest/v1/bookings',
    '/auth/v1/token',
    '/storage/v1/object/reviews/a.jpg',
    '/live/v1/changes',
  ])('may not read %s', async (path) => {
    expect((await preflight(path)).headers.get('access-control-allow-origin')).toBeNull();
    const read = await fetch(`${host.origin}${path}`, {
      headers: { origin: 'https://evil.example' },
    });
    await read.body?.cancel();
    expect(read.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('may call the functions, as on the hosted backend, but never with what a browser keeps for us', async () => {
    const { headers } = await preflight('/functions/v1/create-booking');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('find no cookie to ride on: none is ever set', async () => {
    for (const path of ['/', '/login', '/auth/v1/settings', '/rest/v1/reviews', '/healthz']) {
      expect((await fetch(`${host.origin}${path}`)).headers.get('set-cookie')).toBeNull();
    }
  });
});
