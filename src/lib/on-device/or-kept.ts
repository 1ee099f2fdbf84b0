import { isNoAnswer, isServerAway, setServerAway } from '@/lib/connection.ts';
import { readKept } from './kept-visits-store.ts';

/** How long a weak network has time for an answer, if there is a kept one. */
const patienceMs = 6_000;

/**
 * The server's answer. While it gives none, what `pick` finds first among the data that this device keeps under these
 * names; what isn't kept fails as without this. `signal` is the question's own.
 */
export async function orKept<Answer>(
  names: readonly string[],
  ask: () => Promise<Answer>,
  pick: (kept: never) => Answer | null,
  signal: AbortSignal,
): Promise<Answer> {
  const kept = async () => {
    for (const name of names) {
      const found = await readKept(name);
      const picked = found && pick(found.data as never);
      if (picked !== null) return picked;
    }
    return null;
  };
  if (isServerAway()) {
    const answer = await kept();
    if (answer !== null) return answer;
  }
  const asked = ask();
  asked.catch(() => undefined);
  try {
    const answer = await Promise.race([asked, tooLate()]);
    setServerAway(false);
    return answer;
  } catch (error) {
    // A question that was withdrawn, for a newer one or another screen, says nothing about the server.
    if (signal.aborted || !isNoAnswer(error)) throw error;
    const answer = await kept();
    if (answer === null) return asked;
    setServerAway(true);
    return answer;
  }
}

const tooLate = () =>
  new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new DOMException('No answer in time', 'TimeoutError')), patienceMs);
  });
