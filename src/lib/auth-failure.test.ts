import { AuthApiError } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { authFailureText } from './auth-failure.ts';

test.each([
  [40, 'Please try again in 40 seconds.'],
  [3442, 'That was too many attempts. Please try again in 58 minutes.'],
])('says how long to wait after a limit of %i seconds', (seconds, sentence) => {
  const message = `For security purposes, you can only request this after ${seconds} seconds.`;
  expect(authFailureText(new AuthApiError(message, 429, 'over_request_rate_limit'))).toBe(sentence);
});

test('keeps the words of any other refusal', () => {
  const refusal = new AuthApiError('Signups not allowed', 422, 'signup_disabled');
  expect(authFailureText(refusal)).toBe('Signups not allowed');
});
