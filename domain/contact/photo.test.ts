import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { photoName, photoProblem, photoRules, photoSentences } from './photo.ts';

const chosen = (change: object) => ({ name: 'car.jpg', type: 'image/jpeg', size: 5000, ...change });

describe('A file', () => {
  test.each([...photoRules.types])('of type %s is accepted', (type) => {
    expect(photoProblem(chosen({ type }))).toBeNull();
  });

  test.each(['image/svg+xml', 'text/html', 'application/pdf', ''])(
    'of type "%s" is no photo',
    (type) => {
      expect(photoProblem(chosen({ type }))).toBe(photoSentences.not_a_photo);
    },
  );

  test('in HEIC format is refused by its type, or by its name if the type is unknown', () => {
    expect(photoProblem(chosen({ type: 'image/heic' }))).toBe(photoSentences.heic);
    expect(photoProblem(chosen({ type: '', name: 'IMG_1.HEIC' }))).toBe(photoSentences.heic);
  });

  test('of 1 byte to 10 MB is accepted', () => {
    expect(photoProblem(chosen({ size: photoRules.maxBytes }))).toBeNull();
    expect(photoProblem(chosen({ size: photoRules.maxBytes + 1 }))).toBe(photoSentences.too_large);
    expect(photoProblem(chosen({ size: 0 }))).toBe(photoSentences.empty);
  });
});

describe('The name of a photo', () => {
  const now = new Date(1_795_252_000_123);
  const named = (name: string) => photoName({ name }, now);

  test('is the time, an underscore and the original name [S7.40]', () => {
    expect(named('my_car.jpg')).toBe('1795252000123_my_car.jpg');
  });

  test.each([
    ['Été à Caledon (2).JPG', '1795252000123_Ete-a-Caledon-2.JPG'],
    ['../../etc/passwd.png', '1795252000123_etc-passwd.png'],
    ['..\\x.png', '1795252000123_x.png'],
    ['.htaccess', '1795252000123_htaccess'],
    ['洗車.png', '1795252000123_photo.png'],
    ['', '1795252000123_photo'],
  ])('from "%s" keeps only characters that are safe in a URL', (name, expected) => {
    expect(named(name)).toBe(expected);
  });

  test('is never longer than 100 characters and keeps its extension', () => {
    expect(named(`${'a'.repeat(300)}.jpeg`)).toMatch(/^1795252000123_a+\.jpeg$/);
    expect(named(`${'a'.repeat(300)}.jpeg`)).toHaveLength(100);
  });

  test('is always safe', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(named(name)).toMatch(/^1795252000123_[\w-][\w.-]{0,85}$/);
        expect(named(name)).not.toContain('..');
      }),
    );
  });
});
