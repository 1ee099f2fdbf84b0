import { userRest } from '@/lib/backend.ts';

/** Puts what a photo shows into other words. Throws when the backend refuses, or the photo is gone. */
export async function saveDescription(id: string, description: string): Promise<void> {
  const rest = await userRest();
  await rest
    .from('gallery_photos')
    .update({ description })
    .eq('id', id)
    .select('id')
    .single()
    .throwOnError();
}
