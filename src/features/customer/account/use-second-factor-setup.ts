import { useState } from 'react';
import { codeFailureText } from '@/lib/auth-failure.ts';
import { withFreshProof } from '@/lib/fresh-proof.ts';
import { toast } from '@/lib/toast.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  createRecoveryCodes,
  removeSecondFactor,
  type Enrolment,
} from './api/second-factor.ts';
import { useReloadAccount } from './use-account.ts';
import { useAction } from './use-action.ts';

/** Setting the second factor up, with its recovery codes, and taking it away again. */
export function useSecondFactorSetup() {
  const reload = useReloadAccount();
  const { run, isBusy, problem } = useAction();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  /** Shown until they are put away; nobody can read them again. */
  const [codes, setCodes] = useState<string[] | null>(null);

  const makeCodes = () =>
    run(async () => {
      setCodes(await createRecoveryCodes());
      await reload();
    });

  return {
    isBusy,
    problem,
    enrolment,
    codes,
    begin: () => run(async () => setEnrolment(await beginSecondFactor())),
    giveUp: () => setEnrolment(null),
    confirm: async (code: string): Promise<string | null> => {
      try {
        await withFreshProof(() => confirmSecondFactor(enrolment?.factorId ?? '', code));
      } catch (error) {
        const description = codeFailureText(error);
        toast({ title: 'Verification Failed', description, variant: 'destructive' });
        return description;
      }
      setEnrolment(null);
      await reload();
      await makeCodes();
      return null;
    },
    makeCodes,
    putAway: () => setCodes(null),
    remove: async () => {
      const isDone = await run(removeSecondFactor);
      if (isDone) {
        toast({ title: 'Second Factor Off', description: 'Your password is all it takes now.' });
        setCodes(null);
      }
      await reload();
      return isDone;
    },
  };
}
