import { userRest } from '@/lib/backend.ts';
import { removePhoto } from '@/lib/storage.ts';
import type { ReviewRecord } from '@/entities/review/get-reviews.ts';

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

/** Answers a review in public; null removes the reply. Throws when that was refused or the review is gone. */
export async function setReply(id: string, reply: string | null): Promise<void> {
  const rest = await userRest();
  await rest.from('reviews').update({ reply }).eq('id', id).select('id').single().throwOnError();
}

/** Lets a review that was held back wait for approval. Throws when that was refused or the review is gone. */
export async function releaseReview(id: string): Promise<void> {
  const rest = await userRest();
  await rest
    .from('reviews')
    .update({ is_held_back: false })
    .eq('id', id)
    .select('id')
    .single()
    .throwOnError();
}

/**
 * Deletes all reviews held back until an instant, and answers how many. The server removes photos that no review
 * shows (server/backend/storage/sweep-photos.ts).
 */
export async function deleteHeldBackReviews(upTo: string): Promise<number> {
  const rest = await userRest();
  const { count } = await rest
    .from('reviews')
    .delete({ count: 'exact' })
    .eq('is_held_back', true)
    .lte('created_at', upTo)
    .throwOnError();
  return count ?? 0;
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
