import { useState } from 'react';
import { codeFailureText } from '@/lib/auth-failure.ts';
import { toast } from '@/lib/toast.ts';
import { changePhone, confirmPhone, resendPhoneCode } from './api/change-phone.ts';
import type { Account } from './api/get-account.ts';
import { failureText } from './failure-text.ts';
import { useReloadAccount } from './use-account.ts';
import { useAction } from './use-action.ts';

/** A phone number is asked for, gets a code, and counts once the code came back. */
export function usePhoneChange(account: Account) {
  const reload = useReloadAccount();
  const { run, isBusy, problem } = useAction();
  /** The number that waits for its code; null while none does, undefined for what the account says. */
  const [asked, setAsked] = useState<string | null>();
  const waiting = asked === undefined ? account.newPhone : asked;

  return {
    waiting,
    /** Whether the code was asked for just now, not in an earlier visit. */
    isFresh: asked !== undefined,
    isBusy,
    problem,
    ask: async (phone: string) => {
      if (await run(() => changePhone(phone))) setAsked(phone);
    },
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
        toast({ title: 'Verification Failed', description, variant: 'destructive' });
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
