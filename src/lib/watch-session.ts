import type { AuthChangeEvent, Session as SignIn } from '@supabase/auth-js';
import { authClient } from './auth-client.ts';
import { authFailureText } from './auth-failure.ts';
import { setSession } from './session.ts';
import { settleIn } from './settle-in.ts';

let isWatching = false;
let isRecovering = false;
let latestTurn = 0;

/** Keeps the session of the app in step with the sign-in of this browser, from now on. */
export function watchSession() {
  if (isWatching) return;
  isWatching = true;
  // The client tells of a recovery only after it has told of the session, and tidies the address.
  isRecovering = cameByRecoveryLink();
  authClient().onAuthStateChange((event, signIn) => {
    // Not awaited: the client waits for its listeners, and following asks it for a token.
    void follow(event, signIn);
  });
}

async function follow(event: AuthChangeEvent, signIn: SignIn | null) {
  latestTurn += 1;
  const turn = latestTurn;
  if (event === 'PASSWORD_RECOVERY') isRecovering = true;
  if (event === 'USER_UPDATED' || !signIn) isRecovering = false;
  if (!signIn) {
    setSession({ status: 'guest' });
    return;
  }
  const isAdmin = await settleIn(signIn);
  // Another change came while the backend was asked: that one counts.
  if (turn !== latestTurn) return;
  const { id, email = '' } = signIn.user;
  setSession({
    status: 'signed-in',
    user: { id, email },
    isAdmin,
    isRecovering,
    accessToken: freshToken,
    signOut,
  });
}

function cameByRecoveryLink(): boolean {
  const link = new URLSearchParams(window.location.hash.slice(1));
  return link.has('access_token') && link.get('type') === 'recovery';
}

async function freshToken(): Promise<string | null> {
  const { data } = await authClient().getSession();
  return data.session?.access_token ?? null;
}

/** On this device; the others stay signed in. */
async function signOut() {
  const { error } = await authClient().signOut({ scope: 'local' });
  if (error) throw new Error(authFailureText(error));
}
