import { isAuthError } from '@supabase/auth-js';
import { authFailureText } from '@/lib/auth-failure.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';

/** What to tell about a refusal, by the account service or by the database. */
export const failureText = (error: unknown): string =>
  isAuthError(error) ? authFailureText(error) : failureSentence(error);
