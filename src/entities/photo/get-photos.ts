import { queryOptions } from '@tanstack/react-query';
import { guestRest, type Rest } from '@/lib/backend.ts';
import type { GalleryPhoto } from './gallery-photo.ts';

/** The photos of the gallery, newest first. */
export const photosQuery = queryOptions({
  queryKey: ['gallery-photos'],
  queryFn: ({ signal }) => getPhotos(guestRest(), signal),
});

/** Throws when they cannot be had. */
export async function getPhotos(rest: Rest, signal: AbortSignal): Promise<GalleryPhoto[]> {
  const { data } = await rest
    .from('gallery_photos')
    .select('*')
    .order('created_at', { ascending: false })
    .abortSignal(signal)
    // The query already tries again; twice would keep the visitor waiting.
    .retry(false)
    .throwOnError();
  return data;
}
