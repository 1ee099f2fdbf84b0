import type { FunctionDeps } from '../http/deps.ts';
import { rpc } from '../http/rpc-answer.ts';

/** Deletes the files of removed photos of bookings, then their rows. Returns the number of deleted files. */
export async function deletePhotos({ rest, storage }: FunctionDeps): Promise<number> {
  const ids = await rpc(rest, 'removed_booking_photos', {});
  if (ids.length === 0) return 0;
  const deleted = await storage.remove('bookings', ids);
  await rpc(rest, 'forget_booking_photos', { photo_ids: ids });
  return deleted;
}
