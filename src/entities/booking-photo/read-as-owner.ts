import { appConfig } from '@/config/env.ts';
import { askStorage } from '@/lib/photo-storage.ts';
import { dataUrlOf } from './stored-photos.ts';

const pathOf = (photoId: string) => `/storage/v1/object/authenticated/bookings/${photoId}`;

/** A whole photo as a file, to put a copy elsewhere. Throws a BackendError. */
export async function copyPhotoAsOwner(photoId: string, name: string): Promise<File> {
  const response = await askStorage(pathOf(photoId), {});
  if (!response.ok) throw new Error('This photo could not be loaded.');
  const bytes = await response.blob();
  return new File([bytes], name, { type: bytes.type });
}

/** A photo as a data URL, for the owner, from the bucket itself; in a width, or whole. Throws a BackendError. */
export async function readPhotoAsOwner(photoId: string, width?: number): Promise<string> {
  // A hosted backend makes other widths only for those who pay for it.
  const path =
    width !== undefined && appConfig.backendUrl === ''
      ? `/storage/v1/render/image/authenticated/bookings/${photoId}?width=${width}`
      : pathOf(photoId);
  return dataUrlOf(await askStorage(path, {}));
}
