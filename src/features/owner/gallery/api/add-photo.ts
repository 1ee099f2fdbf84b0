import { userRest } from '@/lib/backend.ts';
import type { GalleryPhoto } from '@/entities/photo/gallery-photo.ts';

/** Hangs an uploaded photo in the gallery and answers its row. Throws when the backend refuses. */
export async function addPhoto(imageUrl: string): Promise<GalleryPhoto> {
  const rest = await userRest();
  const { data } = await rest
    .from('gallery_photos')
    .insert({ image_url: imageUrl, description: 'A beautifully cleaned car' })
    .select()
    .single()
    .throwOnError();
  return data;
}
