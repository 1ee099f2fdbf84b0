import * as z from 'zod/mini';
import { askService } from './ask-service.ts';

/** A place rounded to about 100 m; `key` is its name in the database. */
export type RoundedPlace = { key: number; longitude: number; latitude: number };

/** The slower direction; null where there is no road. */
export type MeasuredWay = { place: number; seconds: number | null; metres: number | null };

const cell = z.nullable(z.number().check(z.nonnegative()));
const table = z.union([
  z.object({
    code: z.literal('Ok'),
    durations: z.array(z.array(cell)),
    distances: z.optional(z.array(z.array(cell))),
  }),
  // In place of a table: the service knows no road at one of the places.
  z.object({ code: z.enum(['NoRoute', 'NoSegment', 'NoTable']) }),
]);

type Service = { url: string; answerWithinMs?: number | undefined };

/**
 * Measures the ways from one place to others and back by OSRM's table service. Throws when it fails.
 */
export async function measureTable(
  service: Service,
  hub: RoundedPlace,
  places: readonly RoundedPlace[],
): Promise<MeasuredWay[]> {
  const all = [hub, ...places].map((one) => `${one.longitude},${one.latitude}`).join(';');
  const others = places.map((_, index) => index + 1).join(';');
  const ask = (sources: string, destinations: string) =>
    askService(
      `${service.url}/table/v1/driving/${all}?sources=${sources}&destinations=${destinations}&annotations=duration,distance`,
      table,
      service,
    );
  const there = await ask('0', others);
  const back = there.code === 'Ok' ? await ask(others, '0') : there;
  if (there.code !== 'Ok' || back.code !== 'Ok') return halves(service, hub, places);
  requireSize(there.durations, 1, places.length);
  requireSize(back.durations, places.length, 1);
  return places.map(({ key }, index) => {
    const [outwards, homewards] = [there.durations[0]?.[index], back.durations[index]?.[0]];
    if (outwards == null || homewards == null) return { place: key, seconds: null, metres: null };
    const metres =
      outwards >= homewards ? there.distances?.[0]?.[index] : back.distances?.[index]?.[0];
    return {
      place: key,
      seconds: Math.ceil(Math.max(outwards, homewards)),
      metres: metres == null ? null : Math.round(metres),
    };
  });
}

/** One place without a road refuses the whole table: the halves tell which it is. */
async function halves(service: Service, hub: RoundedPlace, places: readonly RoundedPlace[]) {
  if (places.length <= 1)
    return places.map(({ key }) => ({ place: key, seconds: null, metres: null }));
  const middle = Math.ceil(places.length / 2);
  return [
    ...(await measureTable(service, hub, places.slice(0, middle))),
    ...(await measureTable(service, hub, places.slice(middle))),
  ];
}

function requireSize(rows: readonly (readonly unknown[])[], height: number, width: number): void {
  if (rows.length === height && rows.every((row) => row.length === width)) return;
  throw new Error('The routing service answered a table of another size');
}
