import { expect, test } from 'vitest';
import { BackendError } from './backend.ts';
import { moveRefusals, sentenceOfRefusal } from './booking-refusals.ts';

const answered = (message: string) => Object.assign(new Error(message), { code: 'PT409' });
const sentence = (error: unknown) => sentenceOfRefusal(moveRefusals, error);

test.each([
  'administrators_only',
  'booking_not_found',
  'booking_cancelled',
  'booking_past',
  'not_confirmed',
  'hold_lapsed',
  'slot_taken',
  'outside_hours',
  'invalid_time',
  'time_in_past',
  'time_not_offered',
  'date_too_far',
])('that a move is refused with %s is said with a sentence of its own', (code) => {
  expect(sentence(answered(code))).toMatch(/^[A-Z][^_]+\.$/);
  expect(sentence(answered(code))).not.toMatch(/went wrong/);
});

test('what the database says beside its refusals is not for a reader', () => {
  expect(sentence(answered('duplicate key value violates unique constraint "x"'))).toBe(
    'Something went wrong. Please try again in a moment.',
  );
});

test('a network that is gone is told as that', () => {
  expect(sentence(new TypeError('Failed to fetch'))).toMatch(/could not reach the server/);
});

test('what a server function says is a sentence already', () => {
  expect(
    sentence(new BackendError({ code: 'too_many', message: 'Please wait a minute.', status: 429 })),
  ).toBe('Please wait a minute.');
});
