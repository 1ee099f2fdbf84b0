import { startFakeBackend } from '@/testing/fake-backend.ts';
import type { GalleryPhoto } from '../gallery-photo.ts';

const storage = '/storage/v1/object/public/gallery';

export const rows = '/rest/v1/gallery_photos';

/** A stored photo; a landscape unless told otherwise. */
export const aPhoto = (id: string, description: string): GalleryPhoto => ({
  id,
  image_url: `https://wash.example${storage}/1790000000000_${id}.jpg`,
  description,
  created_at: '2026-10-20T12:00:00Z',
  image_width: 1500,
  image_height: 1000,
  before_id: null,
});

/** The backend with these photos in the gallery: it stores, adds and deletes as it is asked to. */
export function startWall(photos: GalleryPhoto[]) {
  return startFakeBackend({
    [`GET ${rows}`]: { body: photos },
    [`POST ${rows}`]: ({ body }) => ({
      status: 201,
      body: { ...aPhoto('new', ''), ...(body as Partial<GalleryPhoto>) },
    }),
    [`PATCH ${rows}`]: ({ query }) => ({ body: { id: query.get('id')?.replace('eq.', '') } }),
    [`DELETE ${rows}`]: ({ query }) => ({ body: [{ id: query.get('id')?.replace('eq.', '') }] }),
    'DELETE /storage/v1/object/gallery': { body: [] },
  });
}
