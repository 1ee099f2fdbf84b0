import { callFunction } from '@/lib/backend.ts';

/** What the person behind a link of a mail wants to hear. `address` is a hint: "ro…@example.com". */
export type MailChoice = { address: string; isSubscribed: boolean };

/** Only looks. Throws a BackendError with the code `link_unknown`. */
export const getMailChoice = (token: string) => callFunction<MailChoice>('unsubscribe', { token });

export const setMailChoice = (token: string, subscribed: boolean) =>
  callFunction<MailChoice>('unsubscribe', { token, subscribed });
