import { bad, checkLine, good, type FieldResult } from '../contact/field-checks.ts';
import { formatCents } from '../money/money.ts';

/** Required text that already reads as it is stored: one line without spaces around it. */
export function checkStored(text: string, what: string, maxLength: number): FieldResult<string> {
  const checked = checkLine(text, what, maxLength);
  if (checked.ok && checked.value !== text) return bad('Please remove extra spaces.');
  return checked;
}

/** As checkStored, or empty. */
export const checkOptional = (text: string, maxLength: number): FieldResult<string> =>
  text === '' ? good('') : checkStored(text, 'a text', maxLength);

export const checkWhole = (value: number, least: number, most: number): FieldResult<number> =>
  Number.isInteger(value) && value >= least && value <= most
    ? good(value)
    : bad(`Please enter a whole number from ${least} to ${most}.`);

export const checkCents = (value: number, least: number, most: number): FieldResult<number> =>
  Number.isInteger(value) && value >= least && value <= most
    ? good(value)
    : bad(`Please enter an amount from ${formatCents(least)} to ${formatCents(most)}.`);

/** Basis points, in sentences as percent. */
export const checkPercent = (value: number, least: number, most: number): FieldResult<number> =>
  Number.isInteger(value) && value >= least && value <= most
    ? good(value)
    : bad(`Please enter a percentage from ${least / 100} to ${most / 100}.`);

/** A web address that a link may lead to. */
export function checkWebAddress(text: string): FieldResult<string> {
  if (text.length <= 300 && /^https?:\/\/[^\s"'<>\\]+\.[^\s"'<>\\]+$/i.test(text))
    return good(text);
  return bad('Please enter a complete web address, for example https://example.com.');
}
