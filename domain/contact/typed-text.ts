// Typed and pasted text in one spelling. What a form, a search or a request brings goes through one of these first.

// Control characters and lone surrogates: the database cannot store all of them. Soft hyphens, zero-width spaces,
// fillers and changes of direction: no screen shows them, and they hide what a text says. A line feed stays.
const unprintable =
  /(?!\n)(?:\u034F|[\p{Cc}\p{Cs}\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0])/gu;

// Joiners, accents and selectors belong to letters and emoji, and show nothing alone.
const shown = /[^\s\p{M}\p{Cf}]/u;

/** Text of several lines: composed letters, nothing invisible, no blanks around. Empty when nothing shows. */
export function cleanText(text: string): string {
  const cleaned = text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(unprintable, '');
  return shown.test(cleaned) ? cleaned.replace(/ +(?=\n)/g, '').trim() : '';
}

/** The same as one line with one space between words. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ').trim();

/**
 * A value with one spelling, such as a number or a code, or words to search for: as cleanLine, with full-width letters
 * as plain ones, every kind of dash as "-", and no joiners.
 */
export const plainLine = (text: string): string =>
  cleanLine(
    text
      .normalize('NFKC')
      .replace(/[\p{Pd}\u2212\u2043]/gu, '-')
      .replace(/\u200C|\u200D|[\uFE00-\uFE0F]/g, ''),
  );
