import { cleanLine, cleanText, plainLine } from './typed-text.ts';

/**
 * Each check validates one typed field and returns the normalised value, or the sentence to show beside the field.
 * None depends on a form.
 */
export type FieldResult<Value> = { ok: true; value: Value } | { ok: false; sentence: string };

export function good<Value>(value: Value): FieldResult<Value> {
  return { ok: true, value };
}

export function bad(sentence: string): FieldResult<never> {
  return { ok: false, sentence };
}

/** Required text; inner spaces are collapsed. `what` completes "Please enter …". */
export function checkLine(text: string, what: string, maxLength: number): FieldResult<string> {
  const value = cleanLine(text);
  if (value === '') return bad(`Please enter ${what}.`);
  if (value.length > maxLength) return bad(`This can have up to ${maxLength} characters.`);
  return good(value);
}

const withWords = (line: FieldResult<string>, what: string, least = 1) =>
  !line.ok || (/\p{L}/u.test(line.value) && line.value.length >= least)
    ? line
    : bad(`Please enter ${what}.`);

// Emails greet by name, and mail programs make links of addresses and of hosts. "St.Mary" and "J.R.Smith" are names.
const webAddress = /:\/\/|www\./iu;
const knownHost =
  /[\p{L}\d]\.(?:com|net|org|info|biz|xyz|shop|store|site|online|app|link|click|top|live|io|ru|cn)(?![\p{L}\d])|[\p{L}\d-]{2}\.(?:ca|co|me|us|uk)(?![\p{L}\d])/iu;
const noAbbreviation =
  /(?<![\p{L}\d])(?!(?:st|ste|dr|mr|mrs|ms|mx|jr|sr|prof|rev|fr|sgt|capt|rd|ave|blvd|no)\.)/u
    .source;
const likelyHost = new RegExp(`${noAbbreviation}[\\p{L}\\d][\\p{L}\\d-]+\\.\\p{L}{2,}`, 'iu');
const hostWithPath = new RegExp(`${noAbbreviation}[\\p{L}\\d][\\p{L}\\d-]*\\.\\p{L}{2,}/`, 'iu');

/** A line as browsers read it. */
const asRead = (line: string) => line.normalize('NFKC').replaceAll('。', '.');

/** Where "St.Clair" may stand: only what mail programs surely make a link of. */
const hasLink = (line: string) =>
  webAddress.test(line) || knownHost.test(line) || hostWithPath.test(line);

/** The name of a person, without a web address. */
export function checkName(text: string, what: string): FieldResult<string> {
  const line = withWords(checkLine(asRead(text), what, 100), what);
  return line.ok && (hasLink(line.value) || likelyHost.test(line.value))
    ? bad('Please enter a name without a web address.')
    : line;
}

const withoutLink = (line: FieldResult<string>) =>
  line.ok && hasLink(asRead(line.value)) ? bad('Please enter this without a web address.') : line;

/** Like checkLine, without a web address: emails and calendars show it. */
export const checkPlainLine = (text: string, what: string, maxLength: number) =>
  withoutLink(checkLine(text, what, maxLength));

/** Like checkPlainLine, for what has letters and at least `least` characters: neither a sign alone nor an emoji. */
export const checkWords = (
  text: string,
  what: string,
  { maxLength, least = 1 }: { maxLength: number; least?: number },
) => withWords(checkPlainLine(text, what, maxLength), what, least);

/** Like checkPlainLine, but the text may be empty. */
export function checkOptionalLine(
  text: string,
  what: string,
  maxLength: number,
): FieldResult<string> {
  return cleanLine(text) === '' ? good('') : checkPlainLine(text, what, maxLength);
}

/** Optional text of several lines; other control characters are removed. */
export function checkOptionalText(text: string, maxLength: number): FieldResult<string> {
  const value = cleanText(text);
  return value.length > maxLength
    ? bad(`This can have up to ${maxLength} characters.`)
    : good(value);
}

/**
 * Trims and lowercases, so that each address has one spelling. Copied text may begin and end invisibly, or be a link.
 */
export function checkEmail(text: string): FieldResult<string> {
  const value = text
    .replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '')
    .toLowerCase()
    .replace(/^mailto:/, '');
  if (value === '') return bad('Please enter your email address.');
  const isEmail = /^[^\s@,;:<>()[\]"\\]+@[^\s@.,;:<>()[\]"\\]+(\.[^\s@.,;:<>()[\]"\\]+)+$/.test(
    value,
  );
  const isOneSpelling = value === value.normalize('NFKC') && !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(value);
  if (!isEmail || value.length > 254 || !isOneSpelling) {
    return bad('Please enter a complete email address, for example alex@example.com.');
  }
  return good(value);
}

const phoneLine = (text: string): string => plainLine(text).replace(/^tel: ?/i, '');

/** Whether text has only what phone numbers are written with. */
export const isPhoneLike = (text: string): boolean => /^[\d ().+/-]+$/.test(phoneLine(text));

/** North American numbers -> "+19055550142". A link of a phone number is one, too. */
export function checkPhone(text: string): FieldResult<string> {
  if (phoneLine(text) === '') return bad('Please enter your phone number.');
  const digits = isPhoneLike(text) ? phoneLine(text).replace(/\D/g, '') : '';
  const match = /^1?([2-9]\d{2}[2-9]\d{6})$/.exec(digits);
  if (!match) {
    return bad(
      'Please enter a ten-digit phone number with its area code, for example (905) 555-0142.',
    );
  }
  return good(`+1${match[1] ?? ''}`);
}

/** Canadian postal codes -> "L7C 1A1". D, F, I, O, Q and U are never used; W and Z never come first. */
export function checkPostalCode(text: string): FieldResult<string> {
  const letters = plainLine(text).replace(/[ -]/g, '').toUpperCase();
  if (letters === '') return bad('Please enter your postal code.');
  if (!/^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/.test(letters)) {
    return bad('Please enter a Canadian postal code, for example L7C 1A1.');
  }
  return good(`${letters.slice(0, 3)} ${letters.slice(3)}`);
}

const oldestCarYear = 1950;

/** From 1950 to next year's models. */
export function checkCarYear(typed: string | number, currentYear: number): FieldResult<number> {
  const year = typeof typed === 'number' ? typed : yearOf(plainLine(typed));
  if (year === null) return bad('Please enter the year of your car, for example 2019.');
  if (year < oldestCarYear || year > currentYear + 1) {
    return bad(`Please enter a year between ${oldestCarYear} and ${currentYear + 1}.`);
  }
  return good(year);
}

const yearOf = (text: string): number | null => (/^\d{4}$/.test(text) ? Number(text) : null);

/** A booking ID is a UUID in upper or lower case. */
export function isBookingId(text: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(plainLine(text));
}
