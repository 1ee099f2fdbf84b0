import { expect, test } from 'vitest';
import { BackendError } from './backend.ts';
import { failureSentence, providerSentence } from './failure-sentence.ts';
import { refusals } from './refusals.ts';

const answered = (message: string, code = 'PT409') => Object.assign(new Error(message), { code });

test.each(Object.keys(refusals))(
  'tells that something is refused with %s in a sentence',
  (code) => {
    expect(failureSentence(answered(code))).toMatch(/^[A-Z][^_]+\.$/);
  },
);

test('tells that the database is away in a sentence, not in the words of the data interface', () => {
  const error = answered('Database client error. Retrying the connection.', 'PGRST001');
  expect(failureSentence(error)).toBe(
    'Our system is unavailable right now. Please try again in a minute.',
  );
  expect(providerSentence(error)).toBe(failureSentence(error));
});

test('keeps what the database says beside its refusals from a reader, unless it is asked for', () => {
  const error = answered('duplicate key value violates unique constraint "x"', '23505');
  expect(failureSentence(error)).toBe(refusals.unexpected);
  expect(providerSentence(error)).toBe('duplicate key value violates unique constraint "x"');
});

test('tells that the network is gone', () => {
  expect(failureSentence(new TypeError('Failed to fetch'))).toMatch(/could not reach the server/);
});

test('says what a server function or a check said as it is', () => {
  const wait = 'Please wait a minute.';
  const error = new BackendError({ code: 'too_many', message: wait, status: 429 });
  expect(failureSentence(error)).toBe(wait);
  expect(failureSentence(new Error(wait))).toBe(wait);
});

test('says it better where a code means more', () => {
  const here = { slot_taken: 'One of these times is gone.' };
  expect(failureSentence(answered('slot_taken'), here)).toBe('One of these times is gone.');
  expect(failureSentence(answered('booking_past'), here)).toBe(refusals.booking_past);
});
