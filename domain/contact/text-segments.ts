/**
 * What a text message is charged by: segments. A text in the GSM-7 alphabet (3GPP TS 23.038) has 160 characters in one
 * segment, or 153 in each of several; any other text 70, or 67.
 */

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Two places each. */
const extension = '^{}\\[~]|€\f';

/** By code point: what a phone counts, rather than what a reader sees. */
const charactersOf = (text: string): string[] => Array.from(text);

const places = new Map([
  ...charactersOf(basic).map((character) => [character, 1] as const),
  ...charactersOf(extension).map((character) => [character, 2] as const),
]);

const replacements: ReadonlyMap<string, string> = new Map([
  ['‘', "'"],
  ['’', "'"],
  ['‚', "'"],
  ['“', '"'],
  ['”', '"'],
  ['„', '"'],
  ['«', '"'],
  ['»', '"'],
  ['‐', '-'],
  ['‑', '-'],
  ['–', '-'],
  ['—', '-'],
  ['−', '-'],
  ['…', '...'],
  ['•', '-'],
  ['\u00a0', ' '],
  ['\u2009', ' '],
  ['\u202f', ' '],
]);

/**
 * The text with each typographic character replaced by a plain one, and each accented letter that GSM-7 lacks by its
 * base letter. Characters without a substitute stay.
 */
export const plainText = (text: string): string =>
  charactersOf(text.normalize('NFC'))
    .map((character) => {
      if (places.has(character)) return character;
      const plain =
        replacements.get(character) ?? character.normalize('NFD').replace(/\p{Mark}/gu, '');
      return charactersOf(plain).every((one) => places.has(one)) ? plain : character;
    })
    .join('');

export const isGsm7 = (text: string): boolean => charactersOf(text).every((one) => places.has(one));

/** The number of segments; 0 for an empty text. */
export function segmentsOf(text: string): number {
  const isGsm = isGsm7(text);
  // Other texts count in UTF-16 units. A character of two places is never divided between segments.
  const widths = charactersOf(text).map((one) => (isGsm ? (places.get(one) ?? 1) : one.length));
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= (isGsm ? 160 : 70)) return total === 0 ? 0 : 1;
  const room = isGsm ? 153 : 67;
  let segments = 1;
  let used = 0;
  for (const width of widths) {
    if (used + width > room) {
      segments += 1;
      used = 0;
    }
    used += width;
  }
  return segments;
}
