import type { ShownEvent } from './calendar-events.ts';

/** More crews than this don't fit beside each other at a desk. */
const mostLanes = 6;

/** The crews of a day's events and of the business, by number; null where they have no lanes. */
export function lanesOf(events: readonly ShownEvent[], crews: readonly number[]): number[] | null {
  const shown = events.flatMap(({ extendedProps: { crew } }) => crew ?? []);
  const lanes = [...new Set([...crews, ...shown])].sort((one, other) => one - other);
  return lanes.length > 1 && lanes.length <= mostLanes ? lanes : null;
}

/** The crew whose lane is at this place across the lanes; null beside them. Pixels. */
export function crewAt(
  x: number,
  across: { left: number; width: number },
  lanes: readonly number[],
): number | null {
  return lanes[Math.floor(((x - across.left) / across.width) * lanes.length)] ?? null;
}

/** The events of a day in a lane for each crew. What is of all crews is in every lane. */
export function inLanes(events: readonly ShownEvent[], lanes: readonly number[]): ShownEvent[] {
  const placed = events.flatMap((event) => {
    const { shown, crew } = event.extendedProps;
    if (!shown || event.allDay) return [];
    if (shown.kind !== 'timeOff' || typeof crew === 'number')
      return [{ event, lane: laneOf(crew) }];
    return lanes.map((_, lane) => ({
      event: { ...event, id: `${String(event.id)}:${lane}` },
      lane,
    }));
  });
  function laneOf(crew: number | null | undefined) {
    return Math.max(0, lanes.indexOf(crew ?? 0));
  }
  const isBeside = (one: Placed, other: Placed) =>
    one.lane === other.lane &&
    isBlock(one.event) !== isBlock(other.event) &&
    String(one.event.start) < String(other.event.end) &&
    String(other.event.start) < String(one.event.end);
  const others = events.filter(({ extendedProps: { shown }, allDay }) => !shown || allDay);
  return [
    ...others,
    ...placed.map((one) => ({
      ...one.event,
      className: [
        one.event.className,
        `cal-lane-${one.lane}`,
        placed.some((other) => isBeside(one, other))
          ? isBlock(one.event)
            ? 'cal-first-half'
            : 'cal-second-half'
          : '',
      ]
        .join(' ')
        .trim(),
    })),
  ];
}

type Placed = { event: ShownEvent; lane: number };

/** Blocked time and a crew's time off may lie over visits, which stay. */
const isBlock = ({ extendedProps: { shown } }: ShownEvent) =>
  shown?.kind === 'timeOff' || shown?.kind === 'crewHours';
