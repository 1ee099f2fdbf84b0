import type { RowOf } from '@contracts/contract.ts';

/** A photo of the gallery. Its size in pixels is null where the storage could not tell. */
export type GalleryPhoto = RowOf<'gallery_photos'>;

/** What a photo shows, for whoever does not see it. */
export function photoText({ description }: GalleryPhoto): string {
  return description.trim() || 'A clean car';
}
