import { expect, test } from 'vitest';
import { countersFor, networksOf } from './networks.ts';

test('counts an IPv6 address by its /64, its /56 and its /48, with growing allowances', () => {
  const limit = { attempts: 5, windowSeconds: 60 };
  const counters = countersFor('counter', '2001:db8:1:2fe::/64', limit);
  expect(counters.map(({ key, limit: { attempts } }) => [key, attempts])).toEqual([
    ['counter:2001:db8:1:2fe::/64', 5],
    ['counter:2001:db8:1:200::/56', 8],
    ['counter:2001:db8:1:0::/48', 10],
  ]);
});

test.each(['203.0.113.7', 'unknown', '0:0:0:0::/64', 'fe80:0:0:0::/64'])(
  'counts %s alone',
  (address) => {
    expect(networksOf(address)).toEqual([{ name: address, times: 1 }]);
  },
);
