import type { Counter } from './backend/auth/rate-limit.ts';
import type { Limit } from './backend/auth/limits.ts';

/** A network that limits count, and the multiple of one visitor's limit that it may use. */
type Network = { name: string; times: number };

/**
 * Providers give one customer a /64, a /56 or a /48, so each is counted. A wider network may also have many
 * customers, such as a phone network's, so it is allowed more, but far less than one limit for each /64.
 */
const wider = [
  { bits: 56, times: 1.5 },
  { bits: 48, times: 2 },
] as const;

const ipv6 = /^([\da-f]{1,4}):([\da-f]{1,4}):([\da-f]{1,4}):([\da-f]{1,4})::\/64$/;

/** The networks of an address, the closest first. `address` comes from `clientAddress`. */
export function networksOf(address: string): Network[] {
  const own = { name: address, times: 1 };
  const groups = ipv6
    .exec(address)
    ?.slice(1)
    .map((group) => Number.parseInt(group, 16));
  // Loopback and link-local addresses belong to no provider.
  if (!groups || groups[0] === 0 || groups[0] === 0xfe80) return [own];
  return [own, ...wider.map(({ bits, times }) => ({ name: prefixOf(groups, bits), times }))];
}

function prefixOf([one = 0, two = 0, three = 0, four = 0]: number[], bits: 56 | 48): string {
  const last = bits === 48 ? 0 : four & 0xff00;
  return `${[one, two, three, last].map((group) => group.toString(16)).join(':')}::/${bits}`;
}

/** The counters of a visitor, one for each network: all must be within their limits. */
export const countersFor = (name: string, address: string, limit: Limit): Counter[] =>
  networksOf(address).map((network) => ({
    key: `${name}:${network.name}`,
    limit: { ...limit, attempts: allowed(limit.attempts, network) },
  }));

/** A network's share of a limit for one visitor. */
export const allowed = (attempts: number, { times }: Network): number =>
  Math.ceil(attempts * times);
