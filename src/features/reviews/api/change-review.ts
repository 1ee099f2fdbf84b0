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
 * Deletes a review, then its photo: a review that stays keeps its photo. The server removes a photo that no review
 * shows (server/backend/storage/sweep-photos.ts), so one that can't be removed now is no failure.
 * Throws when deleting the review was refused, or it is gone.
 */
export async function deleteReview({ id, photo_url: photo }: ReviewRecord): Promise<void> {
  const rest = await userRest();
  await rest.from('reviews').delete().eq('id', id).select('id').single().throwOnError();
  if (photo) await removePhoto('reviews', photo).catch(() => undefined);
}
