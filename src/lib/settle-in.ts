import type { Session as SignIn } from '@supabase/auth-js';
import { restAs } from './backend.ts';
import { logFailure } from './log-failure.ts';

type Arrival = { token: string; isAdmin: Promise<boolean> };

let underWay: Arrival | null = null;

/**
 * What follows every change of the sign-in: takes over the bookings made as a guest with this e-mail
 * address, and answers whether this is an administrator. One sign-in is often announced twice at
 * once; that asks only once.
 */
export function settleIn(signIn: SignIn): Promise<boolean> {
  const token = signIn.access_token;
  if (underWay?.token === token) return underWay.isAdmin;
  const arrival: Arrival = { token, isAdmin: settle(signIn) };
  underWay = arrival;
  void arrival.isAdmin.finally(() => {
    if (underWay === arrival) underWay = null;
  });
  return arrival.isAdmin;
}

async function settle({ access_token: token, user }: SignIn): Promise<boolean> {
  const [isAdmin] = await Promise.all([askIsAdmin(token), takeOverBookings(token, user)]);
  return isAdmin;
}

async function askIsAdmin(token: string): Promise<boolean> {
  try {
    const answer: { data: unknown } = await restAs(token).rpc('is_admin').throwOnError();
    return answer.data === true;
  } catch (error) {
    logFailure('Whether this is an administrator could not be found out', error);
    return false;
  }
}

async function takeOverBookings(token: string, user: SignIn['user']): Promise<void> {
  if (!user.email) return;
  try {
    await restAs(token)
      .from('bookings')
      .update({ user_id: user.id })
      .eq('customer_email', user.email.toLowerCase())
      .is('user_id', null)
      .throwOnError();
  } catch (error) {
    logFailure('Earlier bookings could not be added to the account', error);
  }
}
