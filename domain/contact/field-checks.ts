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

// Control characters and lone surrogates: the database cannot store all of them. Soft hyphens, zero-width spaces and
// changes of direction: no screen shows them, and they hide what a text says.
const unprintable = /[\p{Cc}\p{Cs}\u00AD\u200B\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** Required text; inner spaces are collapsed. `what` completes "Please enter …". */
export function checkLine(text: string, what: string, maxLength: number): FieldResult<string> {
  const value = text.replace(/\s+/g, ' ').replace(unprintable, '').trim();
  if (value === '') return bad(`Please enter ${what}.`);
  if (value.length > maxLength) return bad(`This can have up to ${maxLength} characters.`);
  return good(value);
}

// Emails greet by name, and mail programs make links of addresses.
const webAddress = /:\/\/|www\.|[\p{L}\d]\.\p{L}{2,}\//iu;

/** The name of a person, without a web address. */
export function checkName(text: string, what: string): FieldResult<string> {
  const line = checkLine(text, what, 100);
  return line.ok && webAddress.test(line.value)
    ? bad('Please enter a name without a web address.')
    : line;
}

/** Like checkLine, but the text may be empty. */
export function checkOptionalLine(
  text: string,
  what: string,
  maxLength: number,
): FieldResult<string> {
  return text.trim() === '' ? good('') : checkLine(text, what, maxLength);
}

/** Optional text of several lines; other control characters are removed. */
export function checkOptionalText(text: string, maxLength: number): FieldResult<string> {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const value = lines
    .map((line) => line.replace(/\t/g, ' ').replace(unprintable, '').trimEnd())
    .join('\n')
    .trim();
  return value.length > maxLength
    ? bad(`This can have up to ${maxLength} characters.`)
    : good(value);
}

/** Trims and lowercases, so that each address has one spelling. Copied text may begin and end invisibly. */
export function checkEmail(text: string): FieldResult<string> {
  const value = text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '').toLowerCase();
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

/** North American numbers -> "+19055550142". */
export function checkPhone(text: string): FieldResult<string> {
  if (text.trim() === '') return bad('Please enter your phone number.');
  const digits = /^[\d\s().+-]+$/.test(text.trim()) ? text.replace(/\D/g, '') : '';
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
  const letters = text.replace(/[\s-]/g, '').toUpperCase();
  if (letters === '') return bad('Please enter your postal code.');
  if (!/^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/.test(letters)) {
    return bad('Please enter a Canadian postal code, for example L7C 1A1.');
  }
  return good(`${letters.slice(0, 3)} ${letters.slice(3)}`);
}

const oldestCarYear = 1950;

/** From 1950 to next year's models. */
export function checkCarYear(text: string, currentYear: number): FieldResult<number> {
  const trimmed = text.trim();
  if (!/^\d{4}$/.test(trimmed)) return bad('Please enter the year of your car, for example 2019.');
  const year = Number(trimmed);
  if (year < oldestCarYear || year > currentYear + 1) {
    return bad(`Please enter a year between ${oldestCarYear} and ${currentYear + 1}.`);
  }
  return good(year);
}

/** A booking ID is a UUID in upper or lower case. */
export function isBookingId(text: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text.trim());
}
