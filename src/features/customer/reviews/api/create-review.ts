import { PostgrestError } from '@supabase/postgrest-js';
import type { Review } from '@domain/contact/review.ts';
import { BackendError, userRest } from '@/lib/backend.ts';

type NewReview = {
  review: Review;
  /** The booking it is about, if it is about one. */
  bookingId: string | null;
  /** Where its photo was stored, if it has one. */
  photoUrl: string | null;
};

/** What the database says by a code only. */
const refusals: Record<string, string> = {
  unknown_photo: 'We keep a photo for one day only. Please submit again to send it again.',
  too_many_reviews: 'We have just been sent very many reviews. Please try again in an hour.',
};

/**
 * Hands in a review, which waits for approval. Throws with the backend's own message, and
 * {@link BackendError} `unknown_photo` when the photo is not stored any more.
 */
export async function createReview({ review, bookingId, photoUrl }: NewReview): Promise<void> {
  const rest = await userRest();
  const { error, status } = await rest.from('reviews').insert({
    booking_id: bookingId,
    customer_name: review.customerName,
    rating: review.rating,
    comment: review.comment,
    photo_url: photoUrl,
    is_approved: false,
  });
  // Nobody else knows this photo: an earlier try went through, and only its answer was lost.
  if (!error || error.message === 'photo_taken') return;
  const message = refusals[error.message];
  if (!message) throw new PostgrestError(error);
  throw new BackendError({ code: error.message, message, status });
}
