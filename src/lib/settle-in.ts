import type { Session as SignIn } from '@supabase/auth-js';
import { restAs } from './backend.ts';
import { logFailure } from './log-failure.ts';

/** `silent` is a check that never answered, `away` one that may be answered when it is tried again. */
export type AdminAnswer = boolean | 'away' | 'silent';

type Arrival = { token: string; isAdmin: Promise<AdminAnswer>; linking: Promise<void> };

/** How long anything waits for what follows a sign-in. */
const patienceMs = 5000;

let latest: Arrival | null = null;

/**
 * What follows every change of the sign-in: takes over the bookings made as a guest with this e-mail
 * address, and answers whether this is an administrator, within five seconds. The same sign-in is announced
 * again and again, such as whenever the customer comes back to the page: that is no change, and only what failed
 * before is asked anew.
 */
export function settleIn(signIn: SignIn): Promise<AdminAnswer> {
  const { access_token: token, user } = signIn;
  if (latest?.token === token) return latest.isAdmin;
  const isAdmin = within<AdminAnswer>(askIsAdmin(token), () => {
    logFailure(unknownAdmin, new Error(`No answer in ${patienceMs} ms`));
    return 'silent';
  });
  const linking = within(takeOverBookings(token, user), () => false);
  const arrival = { token, isAdmin, linking: linking.then(() => undefined) };
  latest = arrival;
  void Promise.all([isAdmin, linking]).then(([answer, areLinked]) => {
    const isSettled = typeof answer === 'boolean' && areLinked;
    if (!isSettled && latest === arrival) latest = null;
  });
  return isAdmin;
}

/** Nobody is signed in any more. */
export function settleOut() {
  latest = null;
}

/** Ends once earlier bookings belong to the account, or five seconds after that began. */
export function bookingsLinked(): Promise<void> {
  return latest?.linking ?? Promise.resolve();
}

const unknownAdmin = 'The administrator status could not be checked';

async function askIsAdmin(token: string): Promise<AdminAnswer> {
  const answer = await restAs(token).rpc('is_admin');
  const { error, status } = answer;
  if (!error) return answer.data;
  logFailure(unknownAdmin, error);
  const isOutOfReach = status === 0 || status >= 500;
  return isOutOfReach ? 'away' : false;
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

/** What comes first: the answer, or what to say after five seconds without one. */
function within<Answer>(asked: Promise<Answer>, tooLate: () => Answer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(tooLate()), patienceMs);
    asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
