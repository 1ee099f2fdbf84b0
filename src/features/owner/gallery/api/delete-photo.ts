import { userRest } from '@/lib/backend.ts';

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
