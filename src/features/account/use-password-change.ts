import { useState } from 'react';
import { isAuthApiError } from '@supabase/auth-js';
import { codeFailureText } from '@/lib/auth-failure.ts';
import { toast } from '@/lib/toast.ts';
import { changePassword, sendPasswordCode } from './api/change-password.ts';
import { failureText } from './failure-text.ts';
import { useAction } from './use-action.ts';

/** A new password for the current sign-in; an old one has to be confirmed by a mailed code first. */
export function usePasswordChange() {
  const { run, isBusy, problem } = useAction('Password Not Changed');
  /** The password that waits for the code. */
  const [waiting, setWaiting] = useState<string | null>(null);
  const [changes, setChanges] = useState(0);

  const finish = () => {
    toast(changed);
    setWaiting(null);
    setChanges((count) => count + 1);
  };

  return {
    isBusy,
    problem,
    isWaiting: waiting !== null,
    /** How often it was changed: a form starts anew with it. */
    changes,
    save: (password: string) =>
      run(async () => {
        if (await changeOrAskForCode(password)) finish();
        else setWaiting(password);
      }),
    confirm: async (nonce: string): Promise<string | null> => {
      try {
        await changePassword(waiting ?? '', { nonce });
      } catch (error) {
        const description = codeFailureText(error);
        toast({ title: 'Verification Failed', description, variant: 'destructive' });
        return description;
      }
      finish();
      return null;
    },
    resend: async (): Promise<string | null> => {
      try {
        await sendPasswordCode();
        return null;
      } catch (error) {
        return failureText(error);
      }
    },
    giveUp: () => setWaiting(null),
  };
}

/** False when the service first wants the code that was sent then. */
async function changeOrAskForCode(password: string): Promise<boolean> {
  try {
    await changePassword(password);
    return true;
  } catch (error) {
    if (!isAuthApiError(error) || error.code !== 'reauthentication_needed') throw error;
    await sendPasswordCode();
    return false;
  }
}

const changed = {
  title: 'Password Changed',
  description: 'You stay logged in here. Every other device is logged out.',
};
