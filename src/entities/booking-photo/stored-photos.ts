import { refusal } from '@contracts/refusal.ts';
import { BackendError, userRest } from '@/lib/backend.ts';
import { askStorage } from '@/lib/photo-storage.ts';
import { ownRpc, rpc } from '@/lib/rpc.ts';
import type { Holding } from './when-booked.ts';

const withEmail = (email: string | null) => (email ? { email } : {});

/** Takes a place for a photo and answers the id to upload it under. Throws with the code of the refusal as message. */
export const addPhoto = async ({ bookingId, email }: Holding): Promise<string> =>
  rpc(await userRest(), 'add_booking_photo', { target_booking_id: bookingId, ...withEmail(email) });

/** Removes a photo. Throws with the code of the refusal as message. */
export const removePhoto = async (photoId: string, email: string | null) =>
  rpc(await userRest(), 'remove_booking_photo', { photo_id: photoId, ...withEmail(email) });

/** Removes a photo of the work; again is fine. Throws with the code of the refusal as message. */
export const removeWorkPhoto = (photoId: string) =>
  ownRpc('remove_work_photo', { photo_id: photoId });

/** Undoes {@link removeWorkPhoto} for two minutes. Throws with the code of the refusal as message. */
export const restoreWorkPhoto = (photoId: string) =>
  ownRpc('restore_work_photo', { photo_id: photoId });

/** A photo as a data URL, for the holder of its booking; in a width, or whole. Throws {@link BackendError}. */
export const readPhoto = (photoId: string, email: string | null, width?: number) =>
  read({ photoId, ...withEmail(email), width });

/** The same for those who have the link to the photos of a visit. */
export const readLinkedPhoto = (photoId: string, token: string, width?: number) =>
  read({ photoId, token, width });

const read = async (request: object) =>
  dataUrlOf(
    await askStorage('/functions/v1/booking-photo', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    }),
  );

/** The photo in an answer, as a data URL. Throws {@link BackendError} for a refusal. */
export async function dataUrlOf(response: Response): Promise<string> {
  if (!response.ok) {
    const answer = refusal.safeParse(await response.json().catch(() => null)).data?.error;
    throw new BackendError({
      code: answer?.code ?? 'unexpected',
      message: answer?.message ?? 'This photo could not be loaded.',
      status: response.status,
    });
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  let characters = '';
  for (let start = 0; start < bytes.length; start += charactersAtOnce) {
    characters += String.fromCharCode(...bytes.subarray(start, start + charactersAtOnce));
  }
  return `data:${response.headers.get('content-type') ?? ''};base64,${btoa(characters)}`;
}

/** Fewer than a function may have arguments. */
const charactersAtOnce = 8192;
