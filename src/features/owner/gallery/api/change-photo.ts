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

/** Takes a photo's row out of the gallery. Throws when the backend refuses, or had nothing to delete. */
export async function deletePhotoRow(id: string): Promise<void> {
  const rest = await userRest();
  const { data } = await rest
    .from('gallery_photos')
    .delete()
    .eq('id', id)
    .select('id')
    .throwOnError();
  // Policies do not refuse: they hide the row, and then none is deleted.
  if (data.length === 0) throw new Error('No photo was deleted');
}

/** Joins a photo with the one of the same car from before, or ends the pair with null. Throws when it did not. */
export async function setBefore(id: string, beforeId: string | null): Promise<void> {
  const rest = await userRest();
  await rest
    .from('gallery_photos')
    .update({ before_id: beforeId })
    .eq('id', id)
    .select('id')
    .single()
    .throwOnError();
}

/** Another session edited the photo's description, or took it away, after it was read here. */
export class DescribedMeanwhileError extends Error {
  constructor() {
    super('Another administrator changed this description. Save again to replace it with yours.');
  }
}

type Description = {
  id: string;
  description: string;
  /** The words that were read, and may be replaced. Null replaces any. */
  basis: string | null;
};

/** Puts what a photo shows into other words. Throws when it did not, also a {@link DescribedMeanwhileError}. */
export async function saveDescription({ id, description, basis }: Description): Promise<void> {
  const rest = await userRest();
  const change = rest.from('gallery_photos').update({ description }).eq('id', id);
  const { data } = await (basis === null ? change : change.eq('description', basis))
    .select('id')
    .maybeSingle()
    .throwOnError();
  if (data) return;
  throw basis === null ? new Error('This photo no longer exists.') : new DescribedMeanwhileError();
}
