import type { Session as SignIn } from '@supabase/auth-js';
import { restAs } from './backend.ts';
import { logFailure } from './log-failure.ts';
import { signInOf } from './sign-in-times.ts';

/** `silent` is a check that never answered, `away` one that may be answered when it is tried again. */
export type AdminAnswer = boolean | 'away' | 'silent';

type Arrival = {
  signIn: SignIn;
  isAdmin: Promise<AdminAnswer>;
  /** Whether there is nothing left to take over; undefined until that is asked. */
  linking?: Promise<boolean>;
};

/** How long anything waits for what follows a sign-in. */
const patienceMs = 5000;

let latest: Arrival | null = null;

/** Under which a browser remembers the sign-in and the address whose earlier bookings were taken over. */
const linkedKey = 'customer-session-linked';

/**
 * What follows every change of the sign-in: takes over the bookings made as a guest with this e-mail
 * address, and answers whether this is an administrator, within five seconds. The same sign-in is announced
 * again and again, such as whenever the customer comes back to the page: that is no change, and only what failed
 * before is asked anew. Bookings are taken over once for a sign-in, and after that when they are to be shown.
 */
export function settleIn(signIn: SignIn): Promise<AdminAnswer> {
  const token = signIn.access_token;
  if (latest?.signIn.access_token === token) return latest.isAdmin;
  const isAdmin = within<AdminAnswer>(askIsAdmin(token), () => {
    logFailure(unknownAdmin, new Error(`No answer in ${patienceMs} ms`));
    return 'silent';
  });
  const arrival: Arrival = {
    signIn,
    isAdmin,
    ...(!wasLinked(signIn) && { linking: link(signIn) }),
  };
  latest = arrival;
  void Promise.all([isAdmin, arrival.linking]).then(([answer, areLinked = true]) => {
    const isSettled = typeof answer === 'boolean' && areLinked;
    if (!isSettled && latest === arrival) latest = null;
  });
  return isAdmin;
}

/** Nobody is signed in any more. */
export function settleOut() {
  latest = null;
  try {
    localStorage.removeItem(linkedKey);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** Ends once earlier bookings belong to the account, or five seconds after that began. */
export async function bookingsLinked(): Promise<void> {
  if (latest) await (latest.linking ??= link(latest.signIn));
}

async function link(signIn: SignIn): Promise<boolean> {
  const areLinked = await within(takeOverBookings(signIn), () => false);
  const mark = linkedMark(signIn);
  try {
    if (areLinked && mark) localStorage.setItem(linkedKey, mark);
  } catch {
    // It is asked again with the next page.
  }
  return areLinked;
}

function wasLinked(signIn: SignIn): boolean {
  const mark = linkedMark(signIn);
  try {
    return mark !== null && localStorage.getItem(linkedKey) === mark;
  } catch {
    return false;
  }
}

function linkedMark({ access_token: token, user }: SignIn): string | null {
  const signIn = signInOf(token);
  return signIn ? `${signIn} ${user.email ?? ''}` : null;
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
async function takeOverBookings({ access_token: token, user }: SignIn): Promise<boolean> {
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
