import { doneOperation, type DoneOperation } from '@contracts/visit-operations.ts';
import { BackendError } from '@/lib/backend.ts';
import { ownRpc } from '@/lib/rpc.ts';
import { storedAccount } from '@/lib/kept-visits.ts';
import { canKeep } from './kept-visits-store.ts';
import { addOperation, type Operation } from './operations-store.ts';
import { outcomeOf } from './send-operations.ts';

type Wanted = Omit<Operation, 'key' | 'account' | 'madeAt' | 'refused'> & { key?: string };

/** What the server made; `isUnsent` when it has not answered yet, and the operation waits on this device. */
export type Done = { isUnsent: boolean; result: DoneOperation['result'] };

/** For how long a screen waits for the server before it goes on. */
const patienceMs = 8_000;

/**
 * Does something at a visit: stores it on this device, and sends it. Without an answer it stays stored and is sent later.
 * Throws with the code of the refusal as message; then nothing stays stored.
 */
export async function doOperation(wanted: Wanted): Promise<Done> {
  const { key = crypto.randomUUID() } = wanted;
  const account = storedAccount();
  const isStored = account !== null && canKeep() && (await store({ ...wanted, key, account }));
  if (!isStored) {
    const { result } = await ownRpc(doneOperation, {
      operation_key: key,
      kind: wanted.kind,
      target_booking_id: wanted.bookingId,
      input: wanted.input,
      based_on: wanted.basedOn,
    });
    return { isUnsent: false, result };
  }
  const outcome = await outcomeOf(key, patienceMs);
  if (outcome.state === 'refused') throw inWords(outcome.error);
  return outcome.state === 'away'
    ? { isUnsent: true, result: {} }
    : { isUnsent: false, result: outcome.answer?.result ?? {} };
}

const sentences: Readonly<Record<string, string>> = {
  visit_moved: 'This visit has since been moved. Please check its time.',
  visit_marked_otherwise: 'Another session has marked this visit. Please check it.',
  operation_key_used: 'This was already used for something else. Please reload the page.',
};

/** The refusals of operations alone, which customers' pages need no words for. */
function inWords(error: Error): Error {
  const message = sentences[error.message];
  return message ? new BackendError({ code: error.message, message, status: 409 }) : error;
}

/** False when the browser can't store anything: then it has to be sent at once, or fails. */
const store = (operation: Omit<Operation, 'madeAt'>): Promise<boolean> =>
  addOperation({ ...operation, madeAt: Date.now() }).then(
    () => true,
    () => false,
  );
