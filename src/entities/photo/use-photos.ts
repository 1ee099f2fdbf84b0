import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFailureToast } from '@/lib/use-failure-toast.ts';
import { photosQuery } from './get-photos.ts';
import type { GalleryPhoto } from './gallery-photo.ts';

export const fetchFailure = 'Could not fetch gallery photos.';

/** The photos of the gallery, newest first. Says so when they cannot be had. */
export function usePhotos() {
  const query = useQuery(photosQuery);
  useFailureToast(query, fetchFailure);
  return query;
}

/** Changes the photos on screen the way the backend has just changed its own. */
export function usePhotoChanges() {
  const client = useQueryClient();
  const { queryKey } = photosQuery;
  const change = (next: (photos: GalleryPhoto[]) => GalleryPhoto[]) =>
    client.setQueryData(queryKey, (photos) => photos && next(photos));
  return {
    putOnTop: (photo: GalleryPhoto) => change((photos) => [photo, ...photos]),
    takeDown: (id: string) => change((photos) => photos.filter((photo) => photo.id !== id)),
    describe: (id: string, description: string) =>
      change((photos) =>
        photos.map((photo) => (photo.id === id ? { ...photo, description } : photo)),
      ),
    pair: (id: string, beforeId: string | null) =>
      change((photos) =>
        photos.map((photo) => (photo.id === id ? { ...photo, before_id: beforeId } : photo)),
      ),
    /** For when it is not certain what the backend has done. */
    lookAgain: () => void client.invalidateQueries({ queryKey }),
  };
}
