import { isNoAnswer, isServerAway, setServerAway } from '@/lib/connection.ts';
import { readKept } from './kept-visits-store.ts';

/** How long a weak network has time for an answer, if there is a kept one. */
const patienceMs = 6_000;

/** An answer that may be this device's copy, which has less than the server's. */
export type OrKept<Answer> = Answer & { isKept?: true };

type Question<Answer> = {
  signal: AbortSignal;
  /** What the screen has of an earlier answer. */
  loaded: OrKept<Answer> | undefined;
};

/**
 * The server's answer. While it gives none, what was loaded from it before; else what `pick` finds first among the data
 * that this device keeps under these names. What isn't kept fails as without this.
 */
export async function orKept<Answer extends object>(
  names: readonly string[],
  ask: () => Promise<Answer>,
  pick: (kept: never) => Answer | null,
  { signal, loaded }: Question<Answer>,
): Promise<OrKept<Answer>> {
  const kept = async (): Promise<OrKept<Answer> | null> => {
    if (loaded && !loaded.isKept) return loaded;
    for (const name of names) {
      const found = await readKept(name);
      const picked = found && pick(found.data as never);
      if (picked) return { ...picked, isKept: true };
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
