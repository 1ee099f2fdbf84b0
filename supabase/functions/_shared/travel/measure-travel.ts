import { addressToFind, waysToAsk } from '../../../contracts/travel.ts';
import type { FunctionDeps } from '../http/deps.ts';
import { rpc } from '../http/rpc-answer.ts';
import { findAddress } from './geocoder.ts';
import { measureTable } from './routing.ts';

/** A stopping server waits for the round. */
const roundMs = 5_000;
/** Nominatim's usage policy: one request a second. The database holds all hosts to it. */
const betweenAddressesMs = 1_050;

/**
 * Measures ways that are missing or old by the routing service, one table after the other. Returns how many changed.
 * While the service fails, drives are estimated.
 */
export async function measureWays(deps: FunctionDeps): Promise<number> {
  const url = deps.travel?.routingUrl;
  if (!url) return 0;
  const service = { ...deps.travel, url };
  return untilLate(async () => {
    const asked = await rpc(deps.rest, waysToAsk, {});
    if (!asked) return null;
    const ways = await orFailed(deps, 'routing', () =>
      measureTable(service, asked.hub, asked.places),
    );
    return ways && rpc(deps.rest, 'keep_ways', { hub: asked.hub.key, ways });
  });
}

/** Finds addresses of visits ahead by the geocoder. Returns how many it found. */
export async function findVisitPlaces(deps: FunctionDeps): Promise<number> {
  const url = deps.travel?.geocoderUrl;
  if (!url) return 0;
  const service = { ...deps.travel, url };
  return untilLate(async () => {
    const address = await rpc(deps.rest, addressToFind, {});
    if (!address) return null;
    const place = await orFailed(deps, 'geocoder', async () => ({
      found: await findAddress(service, address, deps.publicUrl),
    }));
    if (!place) return null;
    const isKept = await rpc(deps.rest, 'keep_found_place', {
      target_booking_id: address.bookingId,
      street: address.street,
      postal_code: address.postalCode,
      // The types of the catalogue know no null arguments.
      longitude: (place.found?.longitude ?? null) as number,
      latitude: (place.found?.latitude ?? null) as number,
    });
    await new Promise((resolve) => setTimeout(resolve, betweenAddressesMs));
    return Number(isKept);
  });
}

/** Deletes measured ways that are too old; returns their number. */
export const forgetOldWays = (deps: FunctionDeps) => rpc(deps.rest, 'forget_old_ways', {});

/** Repeats a step until it has nothing to do or the round is over; returns the sum. */
async function untilLate(step: () => Promise<number | null>): Promise<number> {
  const end = performance.now() + roundMs;
  let sum = 0;
  while (performance.now() < end) {
    const did = await step();
    if (did === null) break;
    sum += did;
  }
  return sum;
}

/** The answer of a service; null when it failed. The first failure in a row is logged. */
async function orFailed<Answer>(
  { rest, log }: FunctionDeps,
  service: 'routing' | 'geocoder',
  ask: () => Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    const failures = await rpc(rest, 'travel_service_failed', { service });
    // Without the error's own address, which names a place.
    const reason = error instanceof Error ? error.message : 'unknown';
    if (failures === 1)
      log.warn({ service, reason }, 'A travel service failed: drives are estimated meanwhile');
    return null;
  }
}
