import { BackendError } from '@/lib/backend.ts';
import { uploadPhoto } from '@/lib/photo-storage.ts';
import { ownRpc } from '@/lib/rpc.ts';
import { readPhoto, type Operation } from './operations-store.ts';

const placeWithinMs = 20_000;
/** A photo of half a megabyte on a very weak line. */
const uploadWithinMs = 120_000;

/** The storage refused a photo for good. `message` is a code, or its sentence. */
export class PhotoRefused extends Error {}

/**
 * Adds a photo of the work under its operation's key, by which it is one photo however often it is sent. Throws as
 * `add_work_photo`, {@link PhotoRefused}, or a BackendError when it is worth another try.
 */
export async function sendPhoto(operation: Operation): Promise<null> {
  const photo = await readPhoto(operation.key);
  if (!photo) throw new PhotoRefused('photo_lost');
  return uploadAs(operation, photo);
}

/** The same with a photo that this device doesn't store. */
export async function uploadAs(
  { key, bookingId, input }: Pick<Operation, 'key' | 'bookingId' | 'input'>,
  photo: Blob,
): Promise<null> {
  await ownRpc(
    'add_work_photo',
    {
      photo_id: key,
      target_booking_id: bookingId,
      photo_kind: String(input['photo_kind']),
    },
    { signal: AbortSignal.timeout(placeWithinMs) },
  );
  try {
    await uploadPhoto(key, photo, AbortSignal.timeout(uploadWithinMs));
  } catch (error) {
    throw error instanceof BackendError && isForGood(error.status)
      ? new PhotoRefused(error.code === 'not_allowed' ? error.code : error.message)
      : error;
  }
  return null;
}

/** Not an ended sign-in, a storage that is busy, or one that is away. */
const isForGood = (status: number) =>
  status >= 400 && status < 500 && ![401, 408, 429].includes(status);
