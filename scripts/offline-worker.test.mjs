/* global Request, Response */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

/** Runs the worker with the test's own caches; returns how to send it an event. */
function startWorker({ cacheNames, fetch }) {
  const names = new Set(cacheNames);
  const heard = {};
  const self = {
    addEventListener: (type, listener) => (heard[type] = listener),
    skipWaiting: async () => undefined,
    clients: { claim: async () => undefined },
    location: { origin: 'https://site.example' },
  };
  const kept = { match: async (pathname) => `kept ${pathname}` };
  const caches = {
    keys: async () => [...names],
    delete: async (name) => names.delete(name),
    open: async () => kept,
  };
  const source = readFileSync(new URL('../offline/worker.js', import.meta.url), 'utf8');
  runInNewContext(source, { self, caches, fetch, URL, Request, Response });
  const send = async (type, event = {}) => {
    let outcome;
    const wait = (promise) => (outcome = promise);
    heard[type]({ ...event, waitUntil: wait, respondWith: wait });
    return outcome;
  };
  return { names, send };
}

const noNetwork = {
  cacheNames: ['offline-1a2b'],
  fetch: () => Promise.reject(new TypeError('No network')),
};
const opening = (path, more = {}) => ({
  request: { method: 'GET', mode: 'navigate', url: `https://site.example${path}`, ...more },
});

test('a new version deletes the page of the last one', async () => {
  const worker = startWorker({ cacheNames: ['offline-1a2b', 'another'] });
  await worker.send('activate');
  expect([...worker.names]).toEqual(['another']);
});

test('a page that cannot be loaded is answered with the offline page', async () => {
  const worker = startWorker(noNetwork);
  expect(await worker.send('fetch', opening('/my-bookings?booking_id=1'))).toBe(
    'kept /offline.html',
  );
});

test.each([
  ['a link that confirms an account', opening('/auth/v1/verify?token=1')],
  ['what a screen asks the backend', opening('/rest/v1/bookings', { mode: 'cors' })],
  ['what a form sends', opening('/', { method: 'POST' })],
  ['a script', opening('/assets/app-1a2b.js', { mode: 'cors' })],
])('%s bypasses the worker', async (_what, event) => {
  expect(await startWorker(noNetwork).send('fetch', event)).toBeUndefined();
});
