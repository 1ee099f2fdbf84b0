import { useState } from 'react';
import { codeFailureText } from '@/lib/auth-failure.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { changePhone, confirmPhone, resendPhoneCode } from './api/change-account.ts';
import type { Account } from './api/get-account.ts';
import { failureText } from './failure-text.ts';
import { useAccountChange, useReloadAccount } from './use-account-change.ts';

/** A phone number is asked for, gets a code, and counts once the code came back. */
export function usePhoneChange(account: Account) {
  const reload = useReloadAccount();
  /** The number that waits for its code; null while none does, undefined for what the account says. */
  const [asked, setAsked] = useState<string | null>();
  const waiting = asked === undefined ? account.newPhone : asked;
  const change = useAccountChange({
    mutationFn: changePhone,
    onSuccess: (_, phone) => setAsked(phone),
  });

  return {
    ...change,
    waiting,
    /** Whether the code was asked for just now, not in an earlier visit. */
    isFresh: asked !== undefined,
    resend: async (): Promise<string | null> => {
      if (!waiting) return null;
      try {
        await resendPhoneCode(waiting);
        return null;
      } catch (error) {
        return failureText(error);
      }
    },
    confirm: async (code: string): Promise<string | null> => {
      if (!waiting) return null;
      try {
        await confirmPhone(waiting, code);
      } catch (error) {
        const description = codeFailureText(error);
        toastFailure('Verification Failed', description);
        return description;
      }
      toast({
        title: 'Verification Successful!',
        description: 'Your phone number has been verified.',
      });
      await reload();
      setAsked(null);
      return null;
    },
    giveUp: () => setAsked(null),
  };
}
