import { useSyncExternalStore } from 'react';

/** What a change fails with when its person did not confirm who they are. */
class ProofDismissed extends Error {
  constructor() {
    super('Nothing was changed. Please confirm it’s you to go on.');
  }
}

type Question = (isProved: boolean) => void;

let question: Question | null = null;
const listeners = new Set<() => void>();

function setQuestion(next: Question | null) {
  question = next;
  for (const listener of listeners) listener();
}

/** Whether the service wants the person to confirm who they are before it does this. */
function wantsProof(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : null;
  return [code, error.message].includes('reauthentication_needed');
}

/**
 * Does something that needs a fresh proof. Where the last one is too old, the person is asked for another in the
 * dialog of the screen, and then it is done. Throws {@link ProofDismissed} when they do not give one.
 */
export async function withFreshProof<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!wantsProof(error)) throw error;
    if (!(await askForProof())) throw new ProofDismissed();
    return action();
  }
}

function askForProof(): Promise<boolean> {
  question?.(false);
  return new Promise((answer) => setQuestion(answer));
}

/** Whether a proof is wanted just now, and the way to say that it was given or not. */
export function useProofQuestion() {
  const asked = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    () => question,
    () => null,
  );
  const answer = (isProved: boolean) => {
    asked?.(isProved);
    setQuestion(null);
  };
  return { isAsked: asked !== null, answer };
}
