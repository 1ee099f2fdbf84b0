/** The parts of the iCalendar format (RFC 5545) that all our files share. */

const longestLineOctets = 75;
const control = /\p{Cc}/gu;

/** Content lines as sent: folded, each ending with CRLF. */
export const calendarText = (lines: readonly string[]): string =>
  lines.map((line) => `${fold(line)}\r\n`).join('');

/** Epoch milliseconds -> "20261201T140000Z" */
export function utcMoment(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/** A value of type TEXT. */
export function textValue(value: string): string {
  return value
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(control, '');
}

/** Removes line breaks from a value of another type, which cannot be escaped. */
export function oneLine(value: string): string {
  return value.replace(control, '');
}

/** Folds by UTF-8 octets without splitting a character. */
function fold(line: string): string {
  let folded = '';
  let used = 0;
  for (const character of line) {
    const size = octets(character);
    if (used + size > longestLineOctets) {
      folded += '\r\n ';
      used = 1;
    }
    folded += character;
    used += size;
  }
  return folded;
}

function octets(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
