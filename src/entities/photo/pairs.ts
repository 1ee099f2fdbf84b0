import type { GalleryPhoto } from './gallery-photo.ts';

export type PhotoPair = { before: GalleryPhoto; after: GalleryPhoto };

/** The pairs among the photos, and the photos that are in none, in their order. */
export function pairsAmong(photos: readonly GalleryPhoto[]) {
  const pairs = photos.flatMap((after): PhotoPair[] => {
    const before = photos.find(({ id }) => id === after.before_id);
    return before ? [{ before, after }] : [];
  });
  const paired = new Set(pairs.flatMap(({ before, after }) => [before.id, after.id]));
  return { pairs, single: photos.filter(({ id }) => !paired.has(id)) };
}
