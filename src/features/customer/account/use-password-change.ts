import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { signInMethodsQuery } from '@/lib/sign-in-methods.ts';
import { toast } from '@/lib/toast.ts';
import { changePassword } from './api/change-account.ts';
import { useAccountChange } from './use-account-change.ts';

/** A new password for the current sign-in. */
export function usePasswordChange() {
  const client = useQueryClient();
  const [changes, setChanges] = useState(0);
  /** What signs in now; null before a change, and when it could not be loaded. */
  const [methods, setMethods] = useState<string[] | null>(null);

  const change = useAccountChange({
    mutationFn: changePassword,
    onSuccess: async () => {
      toast({
        title: 'Password Changed',
        description: 'You stay signed in here. Every other device is signed out.',
      });
      setChanges((count) => count + 1);
      setMethods(await client.query(signInMethodsQuery).catch(() => null));
    },
  });

  return {
    ...change,
    methods,
    /** How often it was changed: a form starts anew with it. */
    changes,
  };
}
