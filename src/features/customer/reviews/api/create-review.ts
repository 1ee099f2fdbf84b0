import { PostgrestError } from '@supabase/postgrest-js';
import type { Review } from '@domain/contact/review.ts';
import { userRest } from '@/lib/backend.ts';

type NewReview = {
  review: Review;
  /** The booking it is about, if it is about one. */
  bookingId: string | null;
  /** Where its photo was stored, if it has one. */
  photoUrl: string | null;
};

/**
 * Hands in a review, which waits for approval. Throws with the code of the refusal or the backend's own message;
 * `unknown_photo` when the photo is not stored any more.
 */
export async function createReview({ review, bookingId, photoUrl }: NewReview): Promise<void> {
  const rest = await userRest();
  const { error } = await rest.from('reviews').insert({
    booking_id: bookingId,
    customer_name: review.customerName,
    rating: review.rating,
    comment: review.comment,
    photo_url: photoUrl,
    is_approved: false,
  });
  // The photo's name is unique to this form: an earlier request succeeded, and only its response was lost.
  if (error && error.message !== 'photo_taken') throw new PostgrestError(error);
}
