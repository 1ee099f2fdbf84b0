import { copyPhotoAsOwner } from '@/entities/booking-photo/read-as-owner.ts';
import { ownRpc } from '@/lib/rpc.ts';
import { photoName, uploadPhoto } from '@/lib/storage.ts';

type Pair = { bookingId: string; beforeId: string; afterId: string; description: string };

/**
 * Puts copies of two photos of a visit in the gallery as a pair. Copies that were stored before a failure are deleted
 * by the server after a day. Throws with the code of the refusal as message, or a BackendError.
 */
export async function addPairToGallery({ bookingId, beforeId, afterId, description }: Pair) {
  const [before, after] = [await copy(beforeId, 'before'), await copy(afterId, 'after')];
  await ownRpc('add_pair_to_gallery', {
    target_booking_id: bookingId,
    before_url: before,
    after_url: after,
    description,
  });
}

async function copy(photoId: string, end: string): Promise<string> {
  const file = await copyPhotoAsOwner(photoId, `${end}-${crypto.randomUUID()}.webp`);
  const path = photoName(file, new Date());
  return (await uploadPhoto({ bucket: 'gallery', path, file })).publicUrl;
}

/** Takes the pair of a visit out of the gallery; again is fine. Throws with the code of the refusal as message. */
export const removePairFromGallery = (bookingId: string) =>
  ownRpc('remove_pair_from_gallery', { target_booking_id: bookingId });

/** Emails the photos again, which asks for the consent. Throws with the code of the refusal as message. */
export const askPhotoConsent = (bookingId: string) =>
  ownRpc('ask_photo_consent', { target_booking_id: bookingId });
