import { useMutation, useQueryClient, type UseMutationOptions } from '@tanstack/react-query';
import { withFreshProof } from '@/lib/fresh-proof.ts';
import { accountKey } from './api/get-account.ts';
import { failureText } from './failure-text.ts';

type Change<Answer, Input> = Pick<
  UseMutationOptions<Answer, Error, Input>,
  'onSuccess' | 'onSettled'
> & { mutationFn: (input: Input) => Promise<Answer> };

/**
 * Changes something of the account, after a fresh proof where it needs one. `problem` is why it failed, in this
 * feature's words.
 */
export function useAccountChange<Answer, Input = void>(change: Change<Answer, Input>) {
  const { mutate, mutateAsync, isPending, error } = useMutation({
    ...change,
    mutationFn: (input: Input) => withFreshProof(() => change.mutationFn(input)),
  });
  return { mutate, mutateAsync, isPending, problem: error && failureText(error) };
}

/** Reloads all of it, after a change. */
export function useReloadAccount() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: accountKey });
}
