import { appConfig } from '@/config/env.ts';
import { dataUrlOf, send } from './stored-photos.ts';

/** A photo as a data URL, for the owner, from the bucket itself; in a width, or whole. Throws a BackendError. */
export async function readPhotoAsOwner(photoId: string, width?: number): Promise<string> {
  // A hosted backend makes other widths only for those who pay for it.
  const path =
    width !== undefined && appConfig.backendUrl === ''
      ? `/storage/v1/render/image/authenticated/bookings/${photoId}?width=${width}`
      : `/storage/v1/object/authenticated/bookings/${photoId}`;
  return dataUrlOf(await send(path, {}));
}
