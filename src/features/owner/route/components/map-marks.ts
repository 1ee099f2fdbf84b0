import type { Route, Van } from '@contracts/route.ts';

export type Place = { longitude: number; latitude: number };
type Mark = { x: number; y: number; label: string };

export type RouteDrawing = {
  /** The base and the stops, one mark for each place. Stops are numbered in their order. */
  base: Mark | null;
  stops: Mark[];
  /** The way from place to place, as points of an SVG polyline. */
  way: string;
  /** A length in kilometres and how wide it is drawn. */
  scale: { kilometres: number; width: number };
};

const kilometresPerDegree = 111.2;
const edge = 44;
const scales = [100, 50, 20, 10, 5, 2, 1];

/** The stops whose place is known, numbered in the order of all. */
export const knownStops = (stops: Van['stops']) =>
  stops.flatMap(({ longitude, latitude }, index) =>
    longitude === null || latitude === null ? [] : [{ longitude, latitude, number: index + 1 }],
  );

/** Where the places of a van's day are drawn, north up; null when none of its stops is known. */
export function drawRoute(
  { stops }: Van,
  base: Route['base'],
  size: { width: number; height: number },
): RouteDrawing | null {
  const known = knownStops(stops);
  const first = known[0];
  if (!first) return null;
  const places: Place[] = [...(base ? [base] : []), ...known];
  // Near enough to a plane for a day's drive.
  const east = Math.cos((first.latitude * Math.PI) / 180);
  const flat = ({ longitude, latitude }: Place) => ({
    x: longitude * east * kilometresPerDegree,
    y: -latitude * kilometresPerDegree,
  });
  const points = places.map(flat);
  const middle = (axis: 'x' | 'y') =>
    (Math.min(...points.map((point) => point[axis])) +
      Math.max(...points.map((point) => point[axis]))) /
    2;
  const reach = (axis: 'x' | 'y') =>
    // Neighbours are not drawn further apart than a kilometre is wide.
    Math.max(2, ...points.map((point) => 2 * Math.abs(point[axis] - middle(axis))));
  const perKilometre = Math.min(
    (size.width - 2 * edge) / reach('x'),
    (size.height - 2 * edge) / reach('y'),
  );
  const drawn = (place: Place) => {
    const { x, y } = flat(place);
    return {
      x: Math.round(size.width / 2 + (x - middle('x')) * perKilometre),
      y: Math.round(size.height / 2 + (y - middle('y')) * perKilometre),
    };
  };
  const marks = new Map<string, Mark>();
  for (const stop of known) {
    const { x, y } = drawn(stop);
    const shared = marks.get(`${x} ${y}`);
    if (shared) shared.label += `, ${stop.number}`;
    else marks.set(`${x} ${y}`, { x, y, label: String(stop.number) });
  }
  const kilometres = scales.find((length) => length * perKilometre <= size.width / 3) ?? 1;
  return {
    base: base && { ...drawn(base), label: 'Base' },
    stops: [...marks.values()],
    way: [...(base ? [base] : []), ...known, ...(base ? [base] : [])]
      .map(drawn)
      .map(({ x, y }) => `${x},${y}`)
      .join(' '),
    scale: { kilometres, width: Math.round(kilometres * perKilometre) },
  };
}
