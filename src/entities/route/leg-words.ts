import { formatTime } from '@domain/time/time-format.ts';
import type { Leg } from '@contracts/route.ts';

/** With less to spare than this, a leg is tight. */
const tightMinutes = 10;

/** 85 -> "1 h 25 min" */
export function driveTime(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return [
    hours > 0 ? `${hours} h` : '',
    minutes % 60 > 0 || hours === 0 ? `${minutes % 60} min` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** "25 min, 18 km". Says so when the way is not known. */
export const wayInWords = ({ minutes, kilometres }: Pick<Leg, 'minutes' | 'kilometres'>): string =>
  minutes === null || kilometres === null
    ? 'Driving time unknown for this postal code'
    : `${driveTime(minutes)}, ${shortWay(kilometres)}`;

const shortWay = (kilometres: number): string =>
  `${kilometres < 1 ? 'under 1' : Math.round(kilometres)} km`;

/** "42 km": the sum of what the legs show, and of legs that show none, their whole way. */
export function distanceInWords(
  legs: readonly Pick<Leg, 'kilometres'>[],
  kilometres: number,
): string {
  const shown = legs.reduce(
    (sum, leg) => sum + ((leg.kilometres ?? 0) < 1 ? 0 : Math.round(leg.kilometres ?? 0)),
    0,
  );
  return shown > 0 ? `${shown} km` : shortWay(kilometres);
}

type Place = { id: string; address: string; postal_code: string };

/** Two cars at one address: the van stays where it is. */
export function isSameAddress(leg: Leg, places: readonly Place[]): boolean {
  const [from, to] = [leg.from, leg.to].map((id) => places.find((place) => place.id === id));
  return (
    from !== undefined &&
    to !== undefined &&
    leg.kilometres !== null &&
    Math.round(leg.kilometres) === 0 &&
    written(from.address) === written(to.address) &&
    written(from.postal_code) === written(to.postal_code)
  );
}

const written = (text: string): string => text.replace(/\s+/g, '').toLowerCase();

/** "Leave by 8:25 AM"; null when the way is not known, and when the visit before does not end in time for it. */
export const leaveInWords = ({ leave_at: at, spare_minutes: spare }: Leg): string | null =>
  at === null || (spare !== null && spare < 0) ? null : `Leave by ${formatTime(at)}`;

/** Once the stop before is over, its planned end no longer says how much time there is to spare. */
export const legAsItGoes = (leg: Leg, stops: readonly { id: string; is_over: boolean }[]): Leg =>
  stops.find(({ id }) => id === leg.from)?.is_over ? { ...leg, spare_minutes: null } : leg;

/** How late the van is and why, or that little time is left; null when there is enough, or when it is not known. */
export function warningOf({ spare_minutes: spare, from, to }: Leg): string | null {
  if (spare === null || spare >= tightMinutes) return null;
  if (spare >= 0) return `Tight: ${driveTime(spare)} to spare`;
  if (to === null) return `Back at the base ${driveTime(-spare)} late`;
  const before = from === null ? 'the start of the day' : 'the visit before';
  return `${driveTime(-spare)} late: too little time after ${before}, counting setup and packing`;
}
