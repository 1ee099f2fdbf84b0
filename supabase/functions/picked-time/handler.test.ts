import { afterEach, expect, test, vi } from 'vitest';
import type { FunctionDeps } from '../_shared/http/deps.ts';
import { pickedTimeHandler } from './handler.ts';

afterEach(() => vi.unstubAllGlobals());

const event = 'https://api.calendly.com/scheduled_events/GBGBDCAADAEDCRZ2';
const warn = vi.fn();

function ask(body: unknown, schedulingToken: string | null = 'secret-token') {
  const log = { info: vi.fn(), warn, error: vi.fn() };
  const handler = pickedTimeHandler({ schedulingToken, log } as unknown as FunctionDeps);
  return handler(
    new Request('http://site.test/functions/v1/picked-time', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
}

function provider(body: unknown, status = 200) {
  const fetched = vi.fn(() => Promise.resolve(Response.json(body, { status })));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

const resource = { status: 'active', start_time: '2026-11-26T17:00:00.000000Z' };

test('reads the start of an event with the token and answers nothing else', async () => {
  const fetched = provider({ resource: { ...resource, name: 'Alex', location: 'Private' } });
  const response = await ask({ event });
  expect(await response.json()).toEqual({ startsAt: '2026-11-26T17:00:00.000Z' });
  expect(fetched).toHaveBeenCalledExactlyOnceWith(
    event,
    expect.objectContaining({ headers: { authorization: 'Bearer secret-token' } }),
  );
});

test('asks nobody without a token', async () => {
  const fetched = provider({ resource });
  expect(await (await ask({ event }, null)).json()).toEqual({ startsAt: null });
  expect(fetched).not.toHaveBeenCalled();
});

test.each([
  ['https://evil.example/scheduled_events/GBGBDCAADAEDCRZ2'],
  ['https://api.calendly.com.evil.example/scheduled_events/GBGBDCAADAEDCRZ2'],
  ['https://api.calendly.com/scheduled_events/../users/me'],
  ['https://api.calendly.com/scheduled_events/GBGBDCAADAEDCRZ2?count=1'],
  ['http://api.calendly.com/scheduled_events/GBGBDCAADAEDCRZ2'],
])('refuses another address and sends the token nowhere (%s)', async (address) => {
  const fetched = provider({ resource });
  expect((await ask({ event: address })).status).toBe(400);
  expect(fetched).not.toHaveBeenCalled();
});

test.each([
  ['is unknown', { title: 'Resource Not Found' }, 404],
  ['was cancelled', { resource: { ...resource, status: 'canceled' } }, 200],
  ['has no readable time', { resource: { status: 'active', start_time: 'soon' } }, 200],
])('answers no time when the event %s', async (_, body, status) => {
  provider(body, status);
  expect(await (await ask({ event })).json()).toEqual({ startsAt: null });
});

test('answers no time when the provider cannot be reached, and never logs the token', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('line cut')));
  expect(await (await ask({ event })).json()).toEqual({ startsAt: null });
  expect(JSON.stringify(warn.mock.calls)).not.toContain('secret-token');
});
