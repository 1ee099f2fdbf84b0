import * as z from 'zod/mini';
import { askService } from './ask-service.ts';

type Coordinates = { longitude: number; latitude: number };

const found = z.array(z.object({ lat: z.coerce.number(), lon: z.coerce.number() }));

/**
 * Where an address is, by Nominatim's search; null when it does not know it. `site` is ours, as its
 * usage policy wants to know who asks. Throws when it fails.
 */
export async function findAddress(
  { url, answerWithinMs }: { url: string; answerWithinMs?: number | undefined },
  { street, postalCode }: { street: string; postalCode: string },
  site: string,
): Promise<Coordinates | null> {
  const query = new URLSearchParams({
    format: 'jsonv2',
    postalcode: postalCode,
    street,
    countrycodes: 'ca',
    limit: '1',
  });
  const [first] = await askService(`${url}/search?${query.toString()}`, found, {
    headers: { 'user-agent': `mobile-detailing-booking (${site})` },
    answerWithinMs,
  });
  if (!first || Math.abs(first.lat) > 90 || Math.abs(first.lon) > 180) return null;
  return { longitude: first.lon, latitude: first.lat };
}
