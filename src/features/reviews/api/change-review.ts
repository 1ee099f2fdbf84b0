import { userRest } from '@/lib/backend.ts';
import { removePhoto } from '@/lib/storage.ts';
import type { ReviewRecord } from './get-reviews.ts';

/** Makes a review public, or takes it back. Throws when that was refused or the review is gone. */
export async function setApproval(id: string, isApproved: boolean): Promise<void> {
  const rest = await userRest();
  await rest
    .from('reviews')
    .update({ is_approved: isApproved })
    .eq('id', id)
    // A row the policies hide is not refused, only not changed: so the changed row is asked for.
    .select('id')
    .single()
    .throwOnError();
}

/**
 * Deletes a review and its photo, the photo first: what fails half way can then be tried again, and no
 * photo stays behind without a review. Throws when that was refused or the review is gone.
 */
export async function deleteReview({ id, photo_url: photo }: ReviewRecord): Promise<void> {
  if (photo) await removePhoto('reviews', photo);
  const rest = await userRest();
  await rest.from('reviews').delete().eq('id', id).select('id').single().throwOnError();
}
