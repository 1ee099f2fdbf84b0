import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { clientAddress, networkOf, noteClientAddress, warnOfProxies } from './client-address.ts';

test('an IPv4 address is the same in every spelling', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1::3:4:5:6', '2001:db8:1:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
])('the IPv6 address %s counts as its network', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each(['unknown', '', 'not an address', '1.2.3.4:5678'])('%j is unchanged', (text) => {
  expect(networkOf(text)).toBe(text);
});

/** The address of a request behind that many proxies of our own. */
async function takenFor(trustedProxies: number, forwarded?: string) {
  const app = new Hono();
  app.use(noteClientAddress(trustedProxies));
  app.get('*', (context) => context.text(clientAddress(context.req.raw)));
  const headers: HeadersInit = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await app.request('/', { headers })).text();
}

test.each([
  [0, '203.0.113.7', 'unknown'],
  [1, '203.0.113.7', '203.0.113.7'],
  [1, 'made up, 198.51.100.1, 203.0.113.7', '203.0.113.7'],
  [2, 'made up, 203.0.113.7, 10.0.0.1', '203.0.113.7'],
  // Fewer entries than our proxies write: none of ours wrote this.
  [2, '203.0.113.7', 'unknown'],
  [1, undefined, 'unknown'],
  [1, '', 'unknown'],
  [1, '203.0.113.7:51234', '203.0.113.7'],
  [1, '[2001:db8:1:2::9]:51234', '2001:db8:1:2::/64'],
  [1, '[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  [1, 'made up', 'unknown'],
])('behind %i proxies, X-Forwarded-For %j is %s', async (proxies, forwarded, expected) => {
  expect(await takenFor(proxies, forwarded)).toBe(expected);
});

test.each([
  [0, ['203.0.113.7', '203.0.113.8'], 1],
  [2, ['203.0.113.7'], 1],
  [1, ['203.0.113.7', 'made up, 203.0.113.7'], 0],
  [0, [undefined], 0],
])('behind %i proxies, X-Forwarded-For %j is warned of %i times', async (proxies, sent, times) => {
  const warn = vi.fn();
  const app = new Hono();
  app.use(warnOfProxies(proxies, { warn }));
  app.get('*', (context) => context.text('seen'));
  for (const forwarded of sent) {
    const headers: HeadersInit = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    await app.request('/', { headers });
  }
  expect(warn).toHaveBeenCalledTimes(times);
});

test.each([
  ['wash.example', '127.0.0.1', 1],
  ['wash.example', '::1', 1],
  ['wash.example', '203.0.113.7', 0],
  ['localhost:3000', '127.0.0.1', 0],
])('a request for %s from %s is warned of %i times', async (host, remoteAddress, times) => {
  const warn = vi.fn();
  const app = new Hono();
  app.use(warnOfProxies(0, { warn }));
  app.get('*', (context) => context.text('seen'));
  const env = { incoming: { socket: { remoteAddress } } };
  for (const path of ['/', '/again']) await app.request(`http://${host}${path}`, {}, env);
  expect(warn).toHaveBeenCalledTimes(times);
});
