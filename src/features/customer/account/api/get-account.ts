import { queryOptions } from '@tanstack/react-query';
import { authClient } from '@/lib/auth-client.ts';
import { myData } from '@contracts/account.ts';
import { ownRpc } from '@/lib/rpc.ts';

/** Everything the account screen loads, to reload it after a change. */
export const accountKey = ['account'] as const;

export const accountQuery = queryOptions({
  queryKey: [...accountKey, 'person'],
  queryFn: getAccount,
  staleTime: 0,
});

/** A person as the account service keeps them. Phone numbers are "+19055550142", or empty. */
export type Account = {
  email: string;
  /** The address that was asked for, until both mailboxes have confirmed it. */
  newEmail: string | null;
  phone: string;
  /** The number that waits for its code. */
  newPhone: string | null;
  /** A number given at sign-up that was never verified. */
  wantedPhone: string | null;
  firstName: string;
  lastName: string;
};

async function getAccount(): Promise<Account> {
  const { data, error } = await authClient().getUser();
  if (error) throw error;
  const { user_metadata: details, ...user } = data.user;
  const detail = (name: string) => (typeof details[name] === 'string' ? details[name] : '');
  const phone = withPlus(user.phone);
  return {
    email: user.email ?? '',
    newEmail: user.new_email ?? null,
    phone,
    newPhone: withPlus(user.new_phone) || null,
    wantedPhone: phone ? null : detail('phone') || null,
    firstName: detail('first_name'),
    lastName: detail('last_name'),
  };
}

/** The service keeps digits only. */
function withPlus(phone: string | undefined): string {
  return phone ? `+${phone.replace(/^\+/, '')}` : '';
}

/** Everything that is kept about the signed-in person. */
export const getMyData = () => ownRpc(myData, {});
