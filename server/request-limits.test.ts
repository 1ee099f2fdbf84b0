import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCopy } from './testing/databases.ts';
import { startListeningHost } from './testing/listening-host.ts';

let host: Awaited<ReturnType<typeof startListeningHost>>;
let knocks = 0;
beforeAll(async () => {
  host = await startListeningHost(await openCopy(), { TRUSTED_PROXIES: '1' });
});
afterAll(() => host.stop());

type Sent = { method?: string; type?: string; body?: string | ReadableStream };

/** Sends as a visitor of its own, because endpoints count by address. */
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
  'open-times',
  'extend-hold',
  'create-payment-intent',
  'verify-payment',
  'cancel-booking',
  'cancel-booking-as-owner',
  'refund-booking',
  'change-visit',
  'take-phone-booking',
  'stripe-webhook',
  'mend-payment',
  'preview-template',
  'publish-business',
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

type Endpoint = { path: string; method?: string };

/** Storage endpoints with JSON bodies. Uploads have limits of their own (`uploads.test.ts`). */
const photos: Endpoint[] = [{ path: '/storage/v1/object/reviews', method: 'DELETE' }];

const endpoints: Endpoint[] = [
  ...[...functions, ...accounts, ...tables].map((path) => ({ path })),
  ...photos,
];

const unknown = '00000000-0000-4000-8000-000000000001';

/** Internals that no answer may contain: our files, our SQL, our stack. */
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

type Answer = Awaited<ReturnType<typeof ask>> & { endpoint: string };

/** The real status: the photo storage puts it into the body, as the reference server does. */
const statusOf = ({ endpoint, status, text }: Answer) =>
  endpoint.includes('/storage/v1/') && status === 400
    ? Number((JSON.parse(text) as { statusCode: string }).statusCode)
    : status;

/** Calls every endpoint at once, which is faster than one after the other. */
const atEveryEndpoint = (sent: () => Sent): Promise<Answer[]> =>
  Promise.all(
    endpoints.map(async ({ path, method = 'POST' }) => ({
      endpoint: `${method} ${path}`,
      ...(await ask(path, { method, ...sent() })),
    })),
  );

/** The endpoints with an unexpected answer, and their answers. */
const otherThan = (answers: Answer[], isRight: (answer: Answer) => boolean) =>
  answers
    .filter((answer) => !isRight(answer))
    .map(({ endpoint, status, text }) => `${endpoint}: ${status} ${text.slice(0, 500)}`);

const isMistake = ({ status }: Answer) => status >= 400 && status < 500;
const tellsNothing = ({ text }: Answer) => !inside.test(text);

describe('every endpoint', () => {
  it.each<[string, () => string | ReadableStream]>([
    ['announced', () => JSON.stringify({ a: 'x'.repeat(2 * 1024 * 1024) })],
    ['unannounced', () => stream(2 * 1024 * 1024)],
  ])('refuses two megabytes, %s', async (_, body) => {
    const answers = await atEveryEndpoint(() => ({ body: body() }));
    // A function of the owner refuses a stranger without reading what was sent.
    const isUnread = ({ status, text }: Answer) =>
      status === 401 && text.includes('sign_in_needed');
    expect(otherThan(answers, (answer) => statusOf(answer) === 413 || isUnread(answer))).toEqual(
      [],
    );
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
    "refuses JSON %s as the sender's mistake, without internals in the answer",
    async (_, body) => {
      const answers = await atEveryEndpoint(() => ({ body }));
      const isNoFault = ({ status }: Answer) => status >= 200 && status < 500;
      expect(otherThan(answers, (answer) => isNoFault(answer) && tellsNothing(answer))).toEqual([]);
      expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
    },
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/xml',
  ])("ignores a body's claim to be %s", async (type) => {
    const body = 'email=a%40b.example&password=secret-1';
    expect(otherThan(await atEveryEndpoint(() => ({ type, body })), isMistake)).toEqual([]);
  });

  it.each(['PUT', 'DELETE', 'PATCH'])('refuses %s', async (method) => {
    const answers = await atEveryEndpoint(() => ({ method, body: `{"id":"${unknown}"}` }));
    expect(otherThan(answers, (answer) => isMistake(answer) && tellsNothing(answer))).toEqual([]);
  });
});

it.each(['/rest/v1/', '/rest/v1', '/rest/v1/?select=*'])(
  'does not describe the data interface at %s',
  async (path) => {
    const answer = await ask(path, { method: 'GET' });
    expect(answer.status).toBe(404);
    expect(answer.text).not.toMatch(/bookings|paths|definitions/);
  },
);

it.each(['/', '/rest/v1/reviews', '/auth/v1/user', '/functions/v1/create-booking', '/healthz'])(
  'does not echo TRACE at %s',
  async (path) => {
    const { port } = new URL(host.origin);
    const sent = httpRequest({ port, path, method: 'TRACE', headers: { 'x-secret': 'traced' } });
    sent.end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const body = await text(answer);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(body + JSON.stringify(answer.headers)).not.toContain('traced');
  },
);

it.each([
  ['reviews', { customer_name: 'Bo', rating: 5 }],
  ['inquiries', { name: 'Bo', email: 'bo@example.com', subject: 'S', message: 'M' }],
])('one request to %s writes one row, not a list', async (table, row) => {
  const send = (rows: unknown) => ask(`/rest/v1/${table}`, { body: JSON.stringify(rows) });
  const { status, text } = await send([row, row]);
  expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'PGRST127' }]);
  expect((await send(row)).status).toBe(201);
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
    '/functions/v1/create-booking',
    '/functions/v1/calendar-feed?token=x',
  ])('may not read %s', async (path) => {
    expect((await preflight(path)).headers.get('access-control-allow-origin')).toBeNull();
    const read = await fetch(`${host.origin}${path}`, {
      headers: { origin: 'https://evil.example' },
    });
    await read.body?.cancel();
    expect(read.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('find no cookie to use: none is ever set', async () => {
    for (const path of ['/', '/login', '/auth/v1/user', '/rest/v1/reviews', '/healthz']) {
      expect((await fetch(`${host.origin}${path}`)).headers.get('set-cookie')).toBeNull();
    }
  });
});
