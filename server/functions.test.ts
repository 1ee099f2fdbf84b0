import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { routesFor } from './functions.ts';

describe('the mount of the server functions', () => {
  const errors: unknown[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (details: object) => errors.push(details),
  };
  const seen: Request[] = [];
  const functions = routesFor(
    {
      'say-hello': async (request) => {
        seen.push(request);
        const headers = { 'access-control-allow-origin': '*' };
        return Response.json({ hello: await request.text() }, { status: 201, headers });
      },
      'fall-over': () => Promise.reject(new Error('the secret reason')),
      'stripe-webhook': () => Promise.resolve(Response.json({ received: true })),
    },
    log,
  );
  const app = new Hono().route('/functions/v1', functions);
  const call = (name: string, init: RequestInit = { method: 'POST', body: 'x' }) =>
    app.request(`http://localhost/functions/v1/${name}`, init);
  const sized = (length: number) => ({
    method: 'POST',
    body: 'x',
    headers: { 'content-length': String(length) },
  });

  it('passes the request to the function of that name and returns its answer', async () => {
    const request = new Request('http://localhost/functions/v1/say-hello', {
      method: 'POST',
      body: 'Ada',
    });
    const response = await app.request(request);
    expect([response.status, await response.json()]).toEqual([201, { hello: 'Ada' }]);
    expect(seen.at(-1)).toBe(request);
  });

  it.each(['no-such-function', 'constructor', '__proto__', 'say-hello/more', ''])(
    'answers 404 for the name %j',
    async (name) => {
      const response = await call(name);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: 'function_not_found' } });
    },
  );

  it('lets no page of another origin read an answer, even if a function would', async () => {
    for (const name of ['say-hello', 'no-such-function']) {
      const { headers } = await call(name);
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('refuses a body above 64 kB, and above 1 MB for webhooks', async () => {
    expect((await call('say-hello', sized(64 * 1024 + 1))).status).toBe(413);
    expect((await call('stripe-webhook', sized(64 * 1024 + 1))).status).toBe(200);
    expect((await call('stripe-webhook', sized(1024 * 1024 + 1))).status).toBe(413);
  });

  it('answers our own error with a sentence, and logs the reason', async () => {
    const response = await call('fall-over');
    const body = await response.text();
    expect(response.status).toBe(500);
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'internal_error' } });
    expect(body).not.toContain('secret reason');
    expect(errors).toMatchObject([{ err: new Error('the secret reason') }]);
  });
});
