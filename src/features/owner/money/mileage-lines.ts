import type { MileageDay } from '@contracts/route.ts';

/** What counts: the owner's own figure, else the estimate. */
export const drivenOn = (line: MileageDay): number => line.corrected_kilometres ?? line.kilometres;

/** A sum of kilometres without the noise of adding tenths. */
export const totalOf = (lines: readonly MileageDay[]): number =>
  Math.round(lines.reduce((sum, line) => sum + drivenOn(line), 0) * 10) / 10;

export const purposeOf = ({ visits }: MileageDay): string =>
  `${visits} customer ${visits === 1 ? 'visit' : 'visits'}`;

/** A day of the log as a line of a spreadsheet. */
export const fileLine = (line: MileageDay): Record<string, string> => ({
  Date: line.day,
  Crew: String(line.crew),
  Destinations: line.destinations,
  Purpose: purposeOf(line),
  Kilometres: drivenOn(line).toFixed(1),
  Source: line.corrected_kilometres === null ? 'Estimate' : 'Entered',
});
