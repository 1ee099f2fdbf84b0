import { useState } from 'react';
import { useBusiness } from '@/lib/business.ts';
import { codeFailureText } from '@/lib/auth-failure.ts';
import { withFreshProof } from '@/lib/fresh-proof.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  createRecoveryCodes,
  removeSecondFactor,
  type Enrolment,
} from './api/second-factor.ts';
import { useAccountChange, useReloadAccount } from './use-account-change.ts';

/** Setting the second factor up, with its recovery codes, and taking it away again. */
export function useSecondFactorSetup() {
  const { facts } = useBusiness();
  const reload = useReloadAccount();
  // One for all, so that each shows only its own problem.
  const step = useAccountChange({ mutationFn: (work: () => Promise<void>) => work() });
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  /** Shown until dismissed, and never again. */
  const [codes, setCodes] = useState<string[] | null>(null);

  const makeCodes = (done?: () => void) =>
    step.mutate(
      async () => {
        setCodes(await createRecoveryCodes());
        await reload();
      },
      { onSettled: done },
    );

  return {
    isBusy: step.isPending,
    problem: step.problem,
    enrolment,
    codes,
    begin: () => step.mutate(async () => setEnrolment(await beginSecondFactor(facts.name))),
    giveUp: () => setEnrolment(null),
    confirm: async (code: string): Promise<string | null> => {
      try {
        await withFreshProof(() => confirmSecondFactor(enrolment?.factorId ?? '', code));
      } catch (error) {
        const description = codeFailureText(error);
        toastFailure('Verification Failed', description);
        return description;
      }
      setEnrolment(null);
      await reload();
      makeCodes();
      return null;
    },
    makeCodes,
    putAway: () => setCodes(null),
    remove: (done: () => void) =>
      step.mutate(removeSecondFactor, {
        onSuccess: () => {
          toast({
            title: 'Second Factor Off',
            description: 'You now sign in with your password only.',
          });
          setCodes(null);
        },
        onSettled: () => void reload().then(done),
      }),
  };
}
