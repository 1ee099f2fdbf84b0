import { expect, test } from 'vitest';
import { validateReview } from './review.ts';

const typed = { customerName: ' Alex  Roy ', rating: 5, comment: ' Like new. ' };

test('a review is trimmed, and an empty comment counts as none [S5.9]', () => {
  expect(validateReview(typed)).toEqual({
    ok: true,
    value: { customerName: 'Alex Roy', rating: 5, comment: 'Like new.' },
  });
  expect(validateReview({ ...typed, comment: ' ' })).toMatchObject({ value: { comment: null } });
});

test.each([0, 6, 4.5, -1, Number.NaN])('%d stars are not a valid rating [S9.25]', (rating) => {
  expect(validateReview({ ...typed, rating })).toEqual({
    ok: false,
    fields: { rating: 'Please select a star rating.' },
  });
});

test('a review needs a name', () => {
  expect(validateReview({ ...typed, customerName: '  ' })).toEqual({
    ok: false,
    fields: { customerName: 'Please enter your name.' },
  });
});

test('name and comment have a maximum length', () => {
  const long = { ...typed, customerName: 'x'.repeat(101), comment: 'x'.repeat(2001) };
  const result = validateReview(long);
  expect(result.ok ? [] : Object.keys(result.fields)).toEqual(['customerName', 'comment']);
});
