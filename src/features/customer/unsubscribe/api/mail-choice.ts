import { queryOptions } from '@tanstack/react-query';
import { mailChoice } from '@contracts/mail.ts';
import { BackendError } from '@/lib/backend.ts';
import { callFunction } from '@/lib/call-function.ts';

/** Only looks. Fails with a BackendError that `isUnknownLink` knows. */
export const mailChoiceQuery = (token: string) =>
  queryOptions({
    queryKey: ['mail-choice', token],
    queryFn: () => callFunction(mailChoice, { token }),
    enabled: token !== '',
    retry: (failures, error) => !isUnknownLink(error) && failures < 1,
  });

export const isUnknownLink = (error: unknown): boolean =>
  error instanceof BackendError && ['link_unknown', 'invalid_input'].includes(error.code);

export const setMailChoice = (token: string, subscribed: boolean) =>
  callFunction(mailChoice, { token, subscribed });
