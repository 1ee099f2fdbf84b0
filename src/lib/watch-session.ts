import type { AuthChangeEvent, Session as SignIn, UserMetadata } from '@supabase/auth-js';
import { authClient } from './auth-client.ts';
import { authFailureText } from './auth-failure.ts';
import { lacksSecondFactor } from './second-factor.ts';
import { forgetOtherVisits } from './kept-visits.ts';
import { currentSession, setSession } from './session.ts';
import { type AdminAnswer, settleIn, settleOut } from './settle-in.ts';
import { hasEnded } from './sign-in-times.ts';
import { storedSignIn } from './stored-sign-in.ts';

/** After a check of an administrator that failed; none after the last. */
const retryPausesMs = [1000, 2000, 4000, 0];

let isWatching = false;
let isRecovering = false;
let latestTurn = 0;

/** Keeps the session of the app in step with the sign-in of this browser, from now on. */
export function watchSession() {
  if (isWatching) return;
  isWatching = true;
  beginWithStored();
  authClient().onAuthStateChange((event, signIn) => {
    // Not awaited: the client waits for its listeners, and following asks it for a token.
    void follow(event, signIn);
  });
}

/**
 * Asks at once what follows a stored sign-in, and lets calls use its token. The client takes a while until it announces
 * the same sign-in, which is then settled already.
 */
function beginWithStored() {
  const signIn = storedSignIn();
  if (!signIn || currentSession().status !== 'loading') return;
  void settleIn(signIn);
  setSession({ status: 'loading', accessToken: () => Promise.resolve(signIn.access_token) });
}

/**
 * Keeps the sign-in of a mailed link in this browser and ends the one that was there. After a recovery the app
 * asks for a new password.
 */
export async function keepSignIn(
  tokens: { access_token: string; refresh_token: string },
  { isRecovery }: { isRecovery: boolean },
) {
  isRecovering = isRecovery;
  const client = authClient();
  const former = (await client.getSession()).data.session?.access_token;
  const { error } = await client.setSession(tokens);
  if (error) throw error;
  // Nobody could sign it out any more, for this browser has forgotten its tokens.
  if (former !== undefined) await client.admin.signOut(former, 'local');
}

/** Asks again what the server did not answer about the stored sign-in, once it can be reached. */
export async function checkSessionAgain(): Promise<void> {
  const { data } = await authClient().getSession();
  await follow('SIGNED_IN', data.session);
}

async function follow(event: AuthChangeEvent, signIn: SignIn | null) {
  latestTurn += 1;
  const turn = latestTurn;
  forgetOtherVisits();
  forgetFormerBooking(signIn?.user.id);
  if (event === 'USER_UPDATED' || !signIn) isRecovering = false;
  if (!signIn) {
    settleOut();
    setSession({ status: 'guest' });
    return;
  }
  for (const pauseMs of retryPausesMs) {
    const answer = await settleIn(signIn);
    const needsSecondFactor = await lacksSecondFactor();
    // Another change came while the backend was asked: that one counts.
    if (turn !== latestTurn) return;
    const check = checkOf(answer, pauseMs);
    const former = check === 'done' ? null : formerAnswer(signIn.user.id);
    setSession({
      status: 'signed-in',
      user: personOf(signIn.user),
      isAdmin: former?.isAdmin ?? answer === true,
      adminCheck: former ? 'done' : check,
      isRecovering,
      needsSecondFactor,
      accessToken: freshToken,
      signOut,
    });
    if (check !== 'retrying') return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (turn !== latestTurn) return;
  }
}

/**
 * What was typed for a booking goes with its person (src/entities/booking/booking-session.ts and held-booking.ts, and
 * src/features/owner/booking/use-kept-typing.ts for a booking by phone): by a logout, or when
 * another account signs in. A guest who logs in keeps it.
 */
function forgetFormerBooking(id: string | undefined) {
  const former = currentSession();
  if (former.status !== 'signed-in' || former.user.id === id) return;
  try {
    for (const key of ['booking-draft', 'booking-checkout', 'phone-booking-typed'])
      sessionStorage.removeItem(key);
    localStorage.removeItem('booking-held');
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** What the server said of this account before. It counts until there is a new answer, so no open screen is lost. */
function formerAnswer(id: string) {
  const session = currentSession();
  return session.status === 'signed-in' && session.user.id === id && session.adminCheck === 'done'
    ? session
    : null;
}

function checkOf(answer: AdminAnswer, pauseMs: number) {
  if (typeof answer === 'boolean') return 'done';
  return answer === 'away' && pauseMs > 0 ? 'retrying' : 'failed';
}

function personOf(user: SignIn['user']) {
  const { id, email = '', phone } = user;
  const names = [detailOf(user, 'first_name'), detailOf(user, 'last_name')];
  const name = names.filter(Boolean).join(' ');
  return { id, email, ...(phone && { phone: `+${phone}` }), ...(name && { name }) };
}

/** What people tell about themselves may be anything, or missing. */
function detailOf({ user_metadata: details }: SignIn['user'], name: string): string {
  const detail: unknown = (details as UserMetadata | undefined)?.[name];
  return typeof detail === 'string' ? detail : '';
}

async function freshToken(): Promise<string | null> {
  const { data } = await authClient().getSession();
  const token = data.session?.access_token ?? null;
  // By this device's clock it may seem good for long.
  if (!token || !hasEnded(token)) return token;
  const { data: renewed } = await authClient().refreshSession();
  return renewed.session?.access_token ?? null;
}

/** On this device; the others stay signed in. */
async function signOut() {
  const { error } = await authClient().signOut({ scope: 'local' });
  if (error) throw new Error(authFailureText(error));
}
