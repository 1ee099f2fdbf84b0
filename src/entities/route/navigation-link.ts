import type { Stop } from '@contracts/route.ts';

type Place = Pick<Stop, 'address' | 'city' | 'province' | 'postal_code'>;

/** Google Maps takes no more stops on the way than this. */
const mostWaypoints = 9;

/**
 * Opens the phone's navigation from where it is, by all of these stops in their order, and to the base if there is one.
 * Null without stops.
 */
export function navigationLink(stops: readonly Place[], base: string | null): string | null {
  const places = [...stops.map(inWords), ...(base === null ? [] : [base])];
  const destination = places[Math.min(places.length - 1, mostWaypoints)];
  if (stops.length === 0 || destination === undefined) return null;
  const query = new URLSearchParams({ api: '1', travelmode: 'driving', destination });
  const waypoints = places.slice(0, places.indexOf(destination));
  if (waypoints.length > 0) query.set('waypoints', waypoints.join('|'));
  return `https://www.google.com/maps/dir/?${query.toString()}`;
}

const inWords = ({ address, city, province, postal_code: code }: Place): string =>
  `${address}, ${city}, ${province} ${code}`;
