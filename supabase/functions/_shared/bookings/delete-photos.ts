import type { FunctionDeps } from '../http/deps.ts';
import { rpc } from '../http/rpc-answer.ts';

/**
 * Deletes the files of removed photos of bookings, then their rows, and those of pairs that were taken out of the
 * gallery. Returns the number of deleted files.
 */
export async function deletePhotos(deps: FunctionDeps): Promise<number> {
  return (await deleteBookingPhotos(deps)) + (await deletePairs(deps));
}

async function deleteBookingPhotos({ rest, storage }: FunctionDeps): Promise<number> {
  const ids = await rpc(rest, 'removed_booking_photos', {});
  if (ids.length === 0) return 0;
  const deleted = await storage.remove('bookings', ids);
  await rpc(rest, 'forget_booking_photos', { photo_ids: ids });
  return deleted;
}

async function deletePairs({ rest, storage }: FunctionDeps): Promise<number> {
  const names = await rpc(rest, 'gallery_files_to_delete', {});
  if (names.length === 0) return 0;
  const deleted = await storage.remove('gallery', names);
  await rpc(rest, 'forget_gallery_files', { names });
  return deleted;
}
