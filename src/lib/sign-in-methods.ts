import { queryOptions } from '@tanstack/react-query';
import { ownRpc } from './rpc.ts';

/** What signs in to the account of the signed-in person, as sentences. */
const listSignInMethods = () => ownRpc('sign_in_methods', {});

export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: listSignInMethods,
  gcTime: 0,
  retry: false,
});
