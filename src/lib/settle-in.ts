import type { Session as SignIn } from '@supabase/auth-js';
import { restAs } from './backend.ts';
import { logFailure } from './log-failure.ts';

type Arrival = { token: string; isAdmin: Promise<boolean> };

let latest: Arrival | null = null;

/**
 * What follows every change of the sign-in: takes over the bookings made as a guest with this e-mail
 * address, and answers whether this is an administrator. The same sign-in is announced again and again, such as
 * whenever somebody comes back to the page: that is no change, and only what failed before is asked anew.
 */
export function settleIn(signIn: SignIn): Promise<boolean> {
  const token = signIn.access_token;
  if (latest?.token !== token) latest = { token, isAdmin: settle(signIn) };
  return latest.isAdmin;
}

/** Nobody is signed in any more. */
export function settleOut() {
  latest = null;
}

async function settle({ access_token: token, user }: SignIn): Promise<boolean> {
  const [isAdmin, areTakenOver] = await Promise.all([
    askIsAdmin(token),
    takeOverBookings(token, user),
  ]);
  if ((isAdmin === null || !areTakenOver) && latest?.token === token) latest = null;
  return isAdmin ?? false;
}

/** Null when it could not be found out. */
async function askIsAdmin(token: string): Promise<boolean | null> {
  try {
    const answer: { data: unknown } = await restAs(token).rpc('is_admin').throwOnError();
    return answer.data === true;
  } catch (error) {
    logFailure('Whether this is an administrator could not be found out', error);
    return null;
  }
}

/** Whether there is nothing left to take over. */
async function takeOverBookings(token: string, user: SignIn['user']): Promise<boolean> {
  if (!user.email) return true;
  try {
    await restAs(token)
      .from('bookings')
      .update({ user_id: user.id })
      .eq('customer_email', user.email.toLowerCase())
      .is('user_id', null)
      .throwOnError();
    return true;
  } catch (error) {
    logFailure('Earlier bookings could not be added to the account', error);
    return false;
  }
}
