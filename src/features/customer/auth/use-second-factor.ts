import { useState } from 'react';
import { checkRecoveryCode } from '@domain/contact/account.ts';
import { codeFailureText } from '@/lib/auth-failure.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { renewSession } from '@/lib/renew-session.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { showSecondFactor } from './api/show-second-factor.ts';
import { spendRecoveryCode } from './api/spend-recovery-code.ts';
import { greet } from './greet.ts';

/** The second step of a sign-in: a code of the app, or a recovery code for those who lost the app. */
export function useSecondFactor(onFactorRemoved: () => void) {
  const [isRecovering, setIsRecovering] = useState(false);

  const fail = (description: string) => {
    toastFailure('Verification Failed', description);
    return description;
  };

  const show = async (code: string): Promise<string | null> => {
    try {
      await showSecondFactor(code);
    } catch (error) {
      return fail(codeFailureText(error));
    }
    await greet();
    return null;
  };

  /** Answers what is wrong with the code, or why it was refused. */
  const recover = async (typed: string): Promise<string | null> => {
    const code = checkRecoveryCode(typed);
    if (!code.ok) return code.sentence;
    try {
      if (!(await spendRecoveryCode(code.value))) return fail(wrongCode);
      // Where to go is said first: a sign-in that has nothing left to show leads on at once.
      onFactorRemoved();
      await renewSession();
      toast(factorRemoved);
      return null;
    } catch (error) {
      return fail(isTooMany(error) ? tooMany : failureSentence(error));
    }
  };

  return { isRecovering, setIsRecovering, show, recover };
}

const isTooMany = (error: unknown) =>
  error instanceof Error && error.message === 'too_many_attempts';

const wrongCode = 'This is not one of your recovery codes, or it was used already.';
const tooMany = 'Too many wrong codes. Please try again in an hour, or contact us.';
const factorRemoved = {
  title: 'Login Successful',
  description: 'Your second factor is removed. Please set up a new one.',
};
