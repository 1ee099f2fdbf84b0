import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getAccount } from './api/get-account.ts';
import { getSecondFactor } from './api/second-factor.ts';

const accountKey = ['account'];

/** The signed-in person's account, fresh from the service. */
export function useAccount() {
  return useQuery({ queryKey: [...accountKey, 'person'], queryFn: getAccount, staleTime: 0 });
}

export function useSecondFactorStatus() {
  return useQuery({
    queryKey: [...accountKey, 'second-factor'],
    queryFn: getSecondFactor,
    staleTime: 0,
  });
}

/** Reads all of it again, after a change. */
export function useReloadAccount() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: accountKey });
}
