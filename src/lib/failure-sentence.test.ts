import { expect, test } from 'vitest';
import { BackendError } from './backend.ts';
import { addRefusals, failureSentence, providerSentence } from './failure-sentence.ts';
import { ownersRefusals } from './owners-refusals.ts';
import { refusals } from './refusals.ts';

addRefusals(ownersRefusals);

const answered = (message: string, code = 'PT409') => Object.assign(new Error(message), { code });

test.each(Object.keys({ ...refusals, ...ownersRefusals }))(
  'has a sentence for the refusal %s',
  (code) => {
    expect(failureSentence(answered(code))).toMatch(/^[A-Z][^_]+\.$/);
  },
);

test("has a sentence for an unavailable database instead of the data interface's words", () => {
  const error = answered('Database client error. Retrying the connection.', 'PGRST001');
  expect(failureSentence(error)).toBe(
    'Our system is unavailable right now. Please try again in a minute.',
  );
  expect(providerSentence(error)).toBe(failureSentence(error));
});

test('hides other database errors from readers, unless asked for', () => {
  const error = answered('duplicate key value violates unique constraint "x"', '23505');
  expect(failureSentence(error)).toBe(refusals.unexpected);
  expect(providerSentence(error)).toBe('duplicate key value violates unique constraint "x"');
});

test('has a sentence for a lost network', () => {
  expect(failureSentence(new TypeError('Failed to fetch'))).toMatch(/could not reach the server/);
});

test('passes on the words of a server function or a check', () => {
  const wait = 'Please wait a minute.';
  const error = new BackendError({ code: 'too_many', message: wait, status: 429 });
  expect(failureSentence(error)).toBe(wait);
  expect(failureSentence(new Error(wait))).toBe(wait);
});

test("uses a screen's own sentence for a code", () => {
  const here = { slot_taken: 'One of these times is gone.' };
  expect(failureSentence(answered('slot_taken'), here)).toBe('One of these times is gone.');
  expect(failureSentence(answered('booking_past'), here)).toBe(refusals.booking_past);
});
