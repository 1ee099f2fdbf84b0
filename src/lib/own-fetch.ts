import { timedFetch } from './clock.ts';
import { logFailure } from './log-failure.ts';

/**
 * As fetch, for requests of the signed-in person. A refusal because the session has ended, on another device or
 * by a new password, signs this browser out as well: its token would look good for the rest of its hour.
 */
export const ownFetch: typeof fetch = async (input, init) => {
  const answer = await timedFetch(input, init);
  if (answer.status === 401 && (await isOfEndedSession(answer.clone()))) void leave();
  return answer;
};

// The codes of the data interface and of the server functions.
const isOfEndedSession = async (answer: Response): Promise<boolean> =>
  /"(?:not_signed_in|session_ended)"/.test(await answer.text());

// Loaded where there is a sign-in, so it costs a guest nothing.
async function leave() {
  try {
    await (await import('./leave-ended-session.ts')).leaveEndedSession();
  } catch (error) {
    logFailure('The session could not be checked', error);
  }
}
