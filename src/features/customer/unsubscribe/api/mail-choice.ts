import { mailChoice } from '@contracts/mail.ts';
import { callFunction } from '@/lib/call-function.ts';

/** Only looks. Throws a BackendError with the code `link_unknown`. */
export const getMailChoice = (token: string) => callFunction(mailChoice, { token });

export const setMailChoice = (token: string, subscribed: boolean) =>
  callFunction(mailChoice, { token, subscribed });
