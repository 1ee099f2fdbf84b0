import { describe, expect, it } from 'vitest';
import { isGsm7, plainText, segmentsOf } from './text-segments.ts';

describe('The segments of a text message', () => {
  it.each([
    ['', 0],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['é'.repeat(160), 1],
    ['車'.repeat(70), 1],
    ['車'.repeat(71), 2],
    ['車'.repeat(134), 2],
    ['車'.repeat(135), 3],
    ['🚗'.repeat(35), 1],
    ['🚗'.repeat(36), 2],
  ])('of %j are %i', (text, segments) => {
    expect(segmentsOf(text)).toBe(segments);
  });

  it('never divide a character of two places', () => {
    // 152 places, then a character that needs two: the first segment stays one short.
    expect(segmentsOf(`${'a'.repeat(152)}€${'a'.repeat(151)}`)).toBe(2);
    expect(segmentsOf(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toBe(3);
  });

  it('have the alphabet of phones, which lacks typographic characters', () => {
    expect(isGsm7('Zoë – “we’re here”…')).toBe(false);
    expect(plainText('Zoë – “we’re here”…')).toBe('Zoe - "we\'re here"...');
    expect(plainText('Café Łódź 車')).toBe('Café Łodz 車');
  });
});
