import type { Review } from '@domain/review.ts';
import { userRest } from '@/lib/backend.ts';

type NewReview = {
  review: Review;
  /** The booking it is about, if it is about one. */
  bookingId: string | null;
  /** Where its photo was stored, if it has one. */
  photoUrl: string | null;
};

/** Hands in a review, which waits for approval. Throws with the backend's own message. */
export async function createReview({ review, bookingId, photoUrl }: NewReview): Promise<void> {
  const rest = await userRest();
  await rest
    .from('reviews')
    .insert({
      booking_id: bookingId,
      customer_name: review.customerName,
      rating: review.rating,
      comment: review.comment,
      photo_url: photoUrl,
      is_approved: false,
    })
    .throwOnError();
}
