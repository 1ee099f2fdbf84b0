import { expect, test } from 'vitest';
import { darkPalette, lightPalette, type MailPalette } from './mail-palette.ts';

const pairs: readonly (readonly [text: keyof MailPalette, ground: keyof MailPalette])[] = [
  ['ink', 'card'],
  ['text', 'card'],
  ['soft', 'card'],
  ['headerText', 'header'],
  ['buttonText', 'button'],
];

const luminance = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((from) => Number.parseInt(colour.slice(from, from + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

test.each([
  ['light', lightPalette],
  ['dark', darkPalette],
])('text of the %s palette has a contrast of 4.5 to 1', (_name, palette) => {
  for (const [text, ground] of pairs) {
    expect(contrast(palette[text], palette[ground]), text).toBeGreaterThanOrEqual(4.5);
  }
});
