import { BackendError } from '@/lib/backend.ts';
import { isNoAnswer, isServerAway } from '@/lib/connection.ts';
import { failureSentence } from '@/lib/failure-sentence.ts';
import { storedAccount } from '@/lib/kept-visits.ts';
import { ownRpc } from '@/lib/rpc.ts';
import { canKeep } from './kept-visits-store.ts';
import { addPhoto, mostUnsentPhotos, removeOperation, type Operation } from './operations-store.ts';
import { whatHappened } from './operation-words.ts';
import { sendOperations } from './send-operations.ts';
import { uploadAs } from './send-photo.ts';

type NewPhoto = Pick<Operation, 'key' | 'bookingId' | 'input' | 'visit'>;

/**
 * Stores a photo of the work on this device, which then sends it. A device that can't store it sends it at once. Throws
 * an error with a sentence when neither is possible.
 */
export async function keepPhoto(photo: NewPhoto, content: Blob): Promise<void> {
  const account = storedAccount();
  const operation = { ...photo, kind: 'photo' as const, basedOn: {}, madeAt: Date.now() };
  let whyNot: string | null = null;
  if (account !== null && canKeep()) {
    try {
      await addPhoto({ ...operation, account }, content);
      void sendOperations();
      return;
    } catch (error) {
      whyNot = notStored(error);
    }
  }
  if (whyNot !== null && isServerAway()) throw new Error(whyNot);
  try {
    await uploadAs(operation, content);
  } catch (error) {
    const sentence = whyNot !== null && isNoAnswer(error) ? whyNot : sentenceOf(operation, error);
    throw new Error(sentence, { cause: error });
  }
}

const sentenceOf = (operation: Omit<Operation, 'account'>, error: unknown): string =>
  error instanceof Error && !(error instanceof BackendError)
    ? whatHappened({ ...operation, refused: { code: error.message, visit: null } })
    : failureSentence(error);

/** Sends an operation no more; of a photo, not what is on its way either. */
export async function discardOperation({ key, kind, refused }: Operation): Promise<void> {
  await removeOperation(key);
  if (kind === 'photo' && !refused && !isServerAway())
    await ownRpc('remove_work_photo', { photo_id: key }).catch(() => undefined);
  void sendOperations();
}

/** What to tell when the store took nothing; null for a browser that stores nothing at all. */
function notStored(error: unknown): string | null {
  if (error instanceof Error && error.message === 'too_many_unsent_photos')
    return `This device already keeps ${mostUnsentPhotos} photos that aren’t sent. Connect to the internet first, then try again.`;
  return error instanceof DOMException && error.name === 'QuotaExceededError'
    ? 'This device is full. Free up some space, then try again.'
    : null;
}
