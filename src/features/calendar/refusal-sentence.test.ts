import { expect, test } from 'vitest';
import { isOutsideHours, refusalSentence } from './refusal-sentence.ts';

test('a taken time is refused with a sentence that says what is and what to do', () => {
  expect(refusalSentence(new Error('slot_taken'))).toBe(
    'That time is taken. The booking stays where it is; please choose another one.',
  );
});

test('a network that is gone is told as that', () => {
  expect(refusalSentence(new TypeError('Failed to fetch'))).toMatch(/could not reach the server/);
});

test('only the opening hours can be overruled', () => {
  expect(isOutsideHours(new Error('outside_hours'))).toBe(true);
  expect(isOutsideHours(new Error('slot_taken'))).toBe(false);
});
