import type { LateVisit, TravelPage, TravelSettings } from '@contracts/travel.ts';
import { formatCents } from '@domain/money/money.ts';
import { formatDuration, formatTime } from '@domain/time/time-format.ts';
import { travelLabels, type TravelName } from './travel-form.ts';

/** "From Ada Lane at 9:00 AM: needs 1 hour, has 30 minutes." */
export function legInWords({ leg, from, needs, thereAre }: LateVisit): string {
  const way = {
    between: `From ${from?.customerName ?? 'the visit before'}${from ? ` at ${formatTime(from.time)}` : ''}`,
    out: 'From the base',
    home: 'Back to the base',
  }[leg];
  return `${way}: needs ${formatDuration(needs)}, has ${formatDuration(Math.max(0, thereAre))}.`;
}

/** "3 upcoming visits can’t be driven" */
export const lateCount = (total: number): string =>
  total === 1 ? 'One upcoming visit can’t be driven' : `${total} upcoming visits can’t be driven`;

type Change = TravelPage['changes'][number];

/** "Average speed, km/h: 50 → 40", one for each changed setting. */
export function changeInWords({ was, is }: Change): string[] {
  const lines = (Object.keys(travelLabels) as TravelName[])
    .filter((name) => was[name] !== is[name])
    .map((name) => `${travelLabels[name]}: ${valueOf(was, name)} → ${valueOf(is, name)}`);
  if (was.isOn === is.isOn) return lines;
  return [is.isOn ? 'Switched on' : 'Switched off', ...lines];
}

function valueOf(settings: Partial<TravelSettings>, name: TravelName): string {
  const value = settings[name] ?? 'none';
  if (name === 'nearbyDiscountCents') return formatCents(Number(value) || 0);
  return name === 'leavesAt' || name === 'backBy' ? formatTime(String(value)) : String(value);
}
