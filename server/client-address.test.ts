import { expect, test } from 'vitest';
import { networkOf } from './client-address.ts';

test('an IPv4 address is itself, however it is written', () => {
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

test.each(['unknown', '', 'not an address', '1.2.3.4:5678'])('%j stays as it is', (text) => {
  expect(networkOf(text)).toBe(text);
});
