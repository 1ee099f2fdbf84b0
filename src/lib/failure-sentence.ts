import { BackendError } from './backend.ts';
import type { OwnersRefusal } from './owners-refusals.ts';
import { refusals, type Refusal } from './refusals.ts';
import { toastFailure } from './toast.ts';

type Code = Refusal | OwnersRefusal;

const sentences = new Map<string, string>(Object.entries(refusals));

/** Adds the sentences for refusals that only some screens can meet. */
export const addRefusals = (more: Readonly<Record<string, string>>): void =>
  Object.entries(more).forEach(([code, sentence]) => sentences.set(code, sentence));

/**
 * What to tell about a failed call. A server function and the storage say it themselves; the database refuses with a
 * code as message, and what else it says of itself is not for a reader. `here` says it better where a code means more.
 */
export function failureSentence(error: unknown, here: Partial<Record<Code, string>> = {}): string {
  const message = error instanceof Error ? error.message : '';
  if (error instanceof BackendError) return message;
  if (isAway(error)) return refusals.database_away;
  // A fetch that gets no answer rejects with a TypeError in the browser's own words.
  if (error instanceof TypeError || /fetch/i.test(message)) return refusals.network;
  const known = here[message as Code] ?? sentences.get(message);
  if (known) return known;
  return (!isFromDatabase(error) && message) || refusals.unexpected;
}

/** The `onError` of a mutation: a toast with this title and the failure's sentence. */
export const toastError =
  (title: string, sentence: (error: Error) => string = failureSentence) =>
  (error: Error): void =>
    void toastFailure(title, sentence(error));

/** The same, but with what the database said in its own words where no sentence is known. */
export const providerSentence = (error: unknown): string =>
  isFromDatabase(error) && !isAway(error) && !sentences.has(error.message)
    ? error.message
    : failureSentence(error);

/** Whether the database refused with this code. */
export const isRefusal = (error: unknown, code: string): boolean =>
  error instanceof Error && error.message === code;

const isFromDatabase = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code !== '';

// What the data interface says while it has no connection to the database.
const isAway = (error: unknown): boolean =>
  isFromDatabase(error) && /^PGRST00[0-3]$/.test(error.code);
