import type { Review } from '@domain/review.ts';
import { guestRest } from '@/lib/backend.ts';

/** Hands in a review, which waits for approval. Throws with the backend's own message. */
export async function createReview(review: Review, bookingId: string | null): Promise<void> {
  await guestRest()
    .from('reviews')
    .insert({
      booking_id: bookingId,
      customer_name: review.customerName,
      rating: review.rating,
      comment: review.comment,
      photo_url: null,
      is_approved: false,
    })
    .throwOnError();
}
