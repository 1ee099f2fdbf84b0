import { expect, test } from 'vitest';
import { failureSentence } from './failure-sentence.ts';

test('a database that is away is told in a sentence, and not in the words of the data interface', () => {
  const error = Object.assign(new Error('Database client error. Retrying the connection.'), {
    code: 'PGRST001',
  });
  expect(failureSentence(error)).toBe(
    'We cannot reach our records just now. Please try again in a minute.',
  );
});

test('what a refusal says is told as it is', () => {
  expect(failureSentence(new Error('Someone else has just taken this time.'))).toBe(
    'Someone else has just taken this time.',
  );
});
