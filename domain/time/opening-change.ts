import { checkExceptions } from './exception-checks.ts';
import type { LabelledException } from './exception-checks.ts';
import { checkWeekday, withHours } from './weekday-checks.ts';
import type { WeekdayHours } from './opening-rules.ts';
import type { LocalDate } from './wall-time.ts';

/** The numeric booking settings as typed. */
export type SettingsInput = {
  leastNoticeMinutes: string;
  windowDays: string;
  moveWindowDays: string;
  bufferMinutes: string;
  crews: string;
  arrivalWindowMinutes: string;
};

/** All rules that the owner edits, as typed. */
export type OpeningInput = {
  hours: readonly WeekdayHours[];
  exceptions: readonly LabelledException[];
  settings: SettingsInput;
  servedPrefixes: readonly string[];
};

/** In the shape that the database accepts. */
export type OpeningChange = Omit<OpeningInput, 'settings'> & {
  settings: Record<keyof SettingsInput, number>;
};

/** A sentence for each invalid field: "hours.1.starts", "exceptions.2026-12-25", "crews". */
export type OpeningProblems = Readonly<Record<string, string>>;

export type OpeningCheck =
  | { ok: true; value: OpeningChange }
  | { ok: false; problems: OpeningProblems };

const ranges: Record<keyof SettingsInput, readonly [least: number, most: number]> = {
  leastNoticeMinutes: [0, 14 * 24 * 60],
  windowDays: [1, 365],
  moveWindowDays: [1, 730],
  bufferMinutes: [0, 240],
  crews: [1, 20],
  arrivalWindowMinutes: [0, 240],
};

/** Validates the owner's rules from `today` on: returns them sorted and complete, or their problems by field. */
export function checkOpening(input: OpeningInput, today: LocalDate): OpeningCheck {
  const exceptions = input.exceptions.filter(({ day }) => day >= today);
  const problems = checkExceptions(exceptions, input.hours, today);
  for (const one of input.hours) Object.assign(problems, checkWeekday(one));
  const settings = { ...settingsOfNothing };
  for (const name of Object.keys(ranges) as (keyof SettingsInput)[]) {
    const [least, most] = ranges[name];
    const number = /^\d{1,6}$/.test(input.settings[name].trim())
      ? Number(input.settings[name])
      : NaN;
    if (number >= least && number <= most) settings[name] = number;
    else problems[name] = `Please enter a whole number from ${least} to ${most}.`;
  }
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  return {
    ok: true,
    value: {
      hours: input.hours.map(withHours).map((one) => ({ ...one, starts: inOrder(one.starts) })),
      exceptions: exceptions.map((one) => ({ ...one, starts: one.starts && inOrder(one.starts) })),
      settings,
      servedPrefixes: input.servedPrefixes,
    },
  };
}

const settingsOfNothing = {
  leastNoticeMinutes: 0,
  windowDays: 0,
  moveWindowDays: 0,
  bufferMinutes: 0,
  crews: 0,
  arrivalWindowMinutes: 0,
};

const inOrder = (times: readonly string[]): string[] => [...new Set(times)].sort();
