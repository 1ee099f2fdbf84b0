import { request as ask } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCopy } from './testing/databases.ts';
import { startListeningHost } from './testing/listening-host.ts';

let server: Awaited<ReturnType<typeof startListeningHost>>;
let requests = 0;
beforeAll(async () => {
  server = await startListeningHost(await openCopy(), { TRUSTED_PROXIES: '1' });
});
afterAll(() => server.stop());

type Answer = { status: number; headers: Record<string, unknown>; body: string };

/** Sends exactly these headers; `fetch` sets `Sec-Fetch` itself. */
const send = (method: string, path: string, headers: Record<string, string>, body = '') =>
  new Promise<Answer>((resolve, reject) => {
    requests += 1;
    const address = `198.51.${Math.floor(requests / 250)}.${requests % 250}`;
    const sent = ask(
      `${server.origin}${path}`,
      {
        method,
        headers: {
          'x-forwarded-for': address,
          ...(body !== '' && { 'content-length': String(body.length) }),
          ...headers,
        },
      },
      (answer) => {
        // A live stream never ends.
        const isStream = answer.headers['content-type'] === 'text/event-stream';
        let text = '';
        const done = () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text });
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.on('end', done);
        if (isStream) {
          done();
          answer.destroy();
        }
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

const refusals = {
  rest: (status: number, code: string, sentence: string) => ({
    status,
    body: { code: `PT${status}`, message: code, details: sentence, hint: null },
  }),
  auth: (status: number, code: string, sentence: string) => ({
    status,
    body: { code: status, error_code: code, msg: sentence },
  }),
  storage: (status: number, code: string, sentence: string) => ({
    status: 400,
    body: { statusCode: String(status), code, error: code, message: sentence },
  }),
  functions: (status: number, code: string, sentence: string) => ({
    status,
    body: { error: { code, message: sentence } },
  }),
};

const writes = [
  ['POST', '/rest/v1/reviews', refusals.rest],
  ['PATCH', '/rest/v1/bookings?id=eq.1', refusals.rest],
  ['POST', '/rest/v1/rpc/rain_offer', refusals.rest],
  ['POST', '/auth/v1/signup', refusals.auth],
  ['POST', '/auth/v1/token?grant_type=password', refusals.auth],
  ['PUT', '/auth/v1/user', refusals.auth],
  ['DELETE', '/storage/v1/object/reviews', refusals.storage],
  ['POST', '/functions/v1/create-booking', refusals.functions],
  ['POST', '/functions/v1/cancel-booking', refusals.functions],
  ['POST', '/payments-sandbox/intents/pi_1/confirm', refusals.functions],
] as const;

const refused = ({ status, body }: Answer) => ({ status, body: JSON.parse(body) as unknown });

describe("A request like another site's form", () => {
  const sentence = 'Send this request as application/json.';
  const types = {
    'as text': 'text/plain',
    'as a form': 'application/x-www-form-urlencoded',
    'as a form of several parts': 'multipart/form-data; boundary=x',
    'with JSON behind a text': 'text/plain;application/json',
    'without a type': null,
  };

  describe.each(Object.entries(types))('%s', (_, type) => {
    it.each(writes)('is refused by %s %s', async (method, path, dialect) => {
      const answer = await send(
        method,
        path,
        type === null ? {} : { 'content-type': type },
        '{"email":"ada@example.com","password":"a password for tests"}',
      );
      expect(refused(answer)).toEqual(dialect(415, 'json_needed', sentence));
    });
  });

  it('is accepted from an email program', async () => {
    const path = '/functions/v1/unsubscribe?token=x';
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await send('POST', path, form, 'List-Unsubscribe=One-Click');
    expect(refused(answer)).toMatchObject({
      status: 404,
      body: { error: { code: 'link_unknown' } },
    });
  });

  it('is accepted for a photo upload and a payment webhook', async () => {
    const photo = { 'content-type': 'image/jpeg' };
    const upload = await send('POST', '/storage/v1/object/reviews/public/a.jpg', photo, 'x');
    expect(refused(upload)).toMatchObject({ body: { statusCode: '415', code: 'InvalidMimeType' } });
    const webhook = await send('POST', '/functions/v1/stripe-webhook', {}, '{}');
    expect(refused(webhook)).toMatchObject({ body: { error: { code: 'invalid_signature' } } });
  });

  it.each(['/mailbox/sign-in', '/payments-sandbox/authorize/pi_1/pm_1'])(
    'is accepted by %s only from its own page',
    async (path) => {
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      const from = async (sender: Record<string, string>) =>
        (await send('POST', path, { ...type, ...sender }, 'decision=approve')).status;
      expect(await from({})).toBe(415);
      expect(await from({ origin: 'null' })).toBe(415);
      expect(await from({ origin: 'https://other.example' })).toBe(415);
      expect(await from({ 'sec-fetch-site': 'same-site' })).toBe(415);
      expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(403);
      // Both refuse: the mailbox is closed, and there is no such payment.
      expect(await from({ origin: server.origin })).toBe(404);
      expect(await from({ 'sec-fetch-site': 'same-origin' })).toBe(404);
    },
  );

  it('is accepted without a body', async () => {
    const answer = await send('POST', '/auth/v1/logout', {});
    expect(refused(answer)).toMatchObject({
      status: 401,
      body: { error_code: 'no_authorization' },
    });
  });

  it.each(['application/json', 'Application/JSON; charset=utf-8', 'application/ld+json'])(
    'is accepted as %s',
    async (type) => {
      const answer = await send(
        'POST',
        '/rest/v1/rpc/opening_rules',
        { 'content-type': type },
        '{}',
      );
      expect(answer.status).toBe(200);
    },
  );
});

describe("A request from another site's page", () => {
  const sentence = 'Pages of other sites can’t use this address.';
  const crossSite = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' };
  const reads = [
    ['GET', '/rest/v1/reviews?select=id', refusals.rest],
    ['HEAD', '/rest/v1/reviews?select=id', null],
    ['GET', '/auth/v1/user', refusals.auth],
    ['GET', '/functions/v1/calendar-feed?token=x', refusals.functions],
    ['GET', '/live/v1/changes', refusals.functions],
    ['GET', '/mailbox', refusals.functions],
    ['GET', '/mailbox.json', refusals.functions],
    ['GET', '/mailbox/sms.json', refusals.functions],
    ['POST', '/storage/v1/object/reviews/public/a.jpg', refusals.storage],
    ['POST', '/functions/v1/stripe-webhook', refusals.functions],
    ['OPTIONS', '/functions/v1/create-booking', refusals.functions],
  ] as const;

  it.each([...writes, ...reads])('is refused by %s %s', async (method, path, dialect) => {
    const answer = await send(method, path, crossSite);
    if (dialect === null) expect(answer.status).toBe(403);
    else expect(refused(answer)).toEqual(dialect(403, 'cross_site', sentence));
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each(['iframe', 'object', 'embed'])('is refused in an %s', async (destination) => {
    const headers = { ...crossSite, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': destination };
    expect((await send('GET', '/mailbox', headers)).status).toBe(403);
  });

  it('is refused by the data interface when it is a link', async () => {
    const link = { ...crossSite, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await send('GET', '/rest/v1/reviews?select=id', link)).status).toBe(403);
  });

  it.each([
    '/auth/v1/verify?type=signup&token=x',
    '/mailbox',
    '/functions/v1/unsubscribe?token=x',
    '/functions/v1/calendar-feed?token=x',
  ])('is accepted as a link to %s', async (path) => {
    const link = { ...crossSite, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await send('GET', path, link)).status).not.toBe(403);
    expect((await send('POST', path, link, '{}')).status).toBe(403);
  });

  it.each(['/', '/storage/v1/object/public/reviews/public/a.jpg', '/healthz', '/robots.txt'])(
    'is accepted when it reads %s',
    async (path) => {
      expect((await send('GET', path, crossSite)).status).not.toBe(403);
    },
  );
});

describe('A request of this site or of a program', () => {
  it.each(['same-origin', 'same-site', 'none', null])('is accepted from %s', async (site) => {
    const headers: Record<string, string> = site === null ? {} : { 'sec-fetch-site': site };
    expect((await send('GET', '/rest/v1/reviews?select=id', headers)).status).toBe(200);
  });
});
