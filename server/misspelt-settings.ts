import { settings } from './config.ts';

/** A line for each variable that is one or two letters away from a setting. */
export function misspeltNotices(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (settings.includes(name)) return [];
    const meant = settings.find((setting) => isNear(name.toUpperCase(), setting));
    return meant ? [`${name} is no setting and has no effect: ${meant} may be meant`] : [];
  });
}

// Two letters of a short name are half of it: HOME is not HOST.
const isNear = (name: string, setting: string) =>
  distance(name, setting) <= (setting.length < 8 ? 1 : 2);

/** How many letters were changed, left out or added; two in the wrong order count as one. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Infinity;
  let [before, last]: number[][] = [
    [],
    Array.from({ length: other.length + 1 }, (_, index) => index),
  ];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        at(row, j - 1) + 1,
        at(last, j) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(before, j - 2) + 1 : Infinity,
      );
    }
    [before, last] = [last, row];
  }
  return at(last, other.length);
}

const at = (row: number[] | undefined, index: number) => row?.[index] ?? Infinity;
