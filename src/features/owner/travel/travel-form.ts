import type { TravelSettings } from '@contracts/travel.ts';
import { bad, checkPostalCode, good, type FieldResult } from '@domain/contact/field-checks.ts';
import { plainLine } from '@domain/contact/typed-text.ts';
import { parseMoney } from '@domain/money/parse-money.ts';

/** The settings of the form, by their labels. */
export const travelLabels = {
  basePostalCode: 'Postal code of the base',
  leavesAt: 'Leaves the base at',
  backBy: 'Back by',
  roadFactor: 'Road factor',
  speedKmh: 'Average speed, km/h',
  leastMinutes: 'Shortest drive, minutes',
  setupMinutes: 'Setting up, minutes',
  packingMinutes: 'Packing up, minutes',
  nearbyMinutes: 'Nearby, minutes of driving',
  nearbyDiscountCents: 'Discount, dollars',
  swapMinutes: 'Swap suggestions, minutes saved',
} as const;

export type TravelName = keyof typeof travelLabels;
export type TravelTyped = Partial<Record<TravelName, string>>;
export type TravelProblems = Partial<Record<TravelName, string>>;

const names = Object.keys(travelLabels) as TravelName[];

/** A setting as its field shows it. */
export const textOf = (settings: TravelSettings, name: TravelName): string =>
  name === 'nearbyDiscountCents'
    ? (settings.nearbyDiscountCents / 100).toFixed(2)
    : String(settings[name] ?? '');

const ranges = {
  roadFactor: [1, 3],
  speedKmh: [10, 120],
  leastMinutes: [0, 60],
  setupMinutes: [0, 120],
  packingMinutes: [0, 120],
  nearbyMinutes: [1, 120],
  swapMinutes: [1, 240],
} as const;

function checkField(name: TravelName, typed: string): FieldResult<string | number | null> {
  const text = plainLine(typed);
  if (name === 'basePostalCode') return text === '' ? good(null) : checkPostalCode(text);
  if (name === 'leavesAt' || name === 'backBy') {
    return /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? good(text) : bad('Please enter a time of day.');
  }
  if (name === 'nearbyDiscountCents') {
    const cents = text === '' ? null : parseMoney(text);
    return cents !== null && cents <= 100_000
      ? good(cents)
      : bad('Please enter an amount from 0 to 1000.');
  }
  if ((name === 'nearbyMinutes' || name === 'swapMinutes') && text === '') return good(null);
  const [least, most] = ranges[name];
  const isNumber = (name === 'roadFactor' ? /^\d([.,]\d{1,2})?$/ : /^\d{1,3}$/).test(text);
  const number = Number(text.replace(',', '.'));
  if (isNumber && number >= least && number <= most) return good(number);
  return bad(
    name === 'roadFactor'
      ? `Please enter a number from ${least} to ${most}, for example 1.3.`
      : `Please enter a whole number from ${least} to ${most}.`,
  );
}

/** What was typed as changes of these settings, and what is wrong with it by field. */
export function checkTravel(
  settings: TravelSettings,
  typed: TravelTyped,
): { changes: Partial<TravelSettings>; problems: TravelProblems } {
  const changes: Record<string, string | number | null> = {};
  const problems: TravelProblems = {};
  for (const name of names) {
    const result = typed[name] === undefined ? null : checkField(name, typed[name]);
    if (result?.ok === false) problems[name] = result.sentence;
    else if (result && result.value !== settings[name]) changes[name] = result.value;
  }
  const all = { ...settings, ...changes };
  if (!problems.backBy && !problems.leavesAt && all.backBy <= all.leavesAt) {
    problems.backBy = 'This must be later than when the vans leave.';
  }
  return { changes, problems };
}
