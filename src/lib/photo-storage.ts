import { sharedRefusals } from '@domain/refusals.ts';
import { accessToken } from './access-token.ts';
import { BackendError, guestHeaders, noAnswer } from './backend.ts';
import { backendUrl } from './backend-url.ts';
import { ownFetch } from './own-fetch.ts';

/** Uploads a photo of a booking under its id; one that is stored already is fine. Throws {@link BackendError}. */
export async function uploadPhoto(
  photoId: string,
  photo: Blob,
  signal?: AbortSignal,
): Promise<void> {
  const response = await askStorage(`/storage/v1/object/bookings/${photoId}`, {
    method: 'POST',
    headers: { 'content-type': photo.type },
    body: photo,
    ...(signal && { signal }),
  });
  if (response.ok) return;
  const answer = (await response.json().catch(() => ({}))) as Partial<Record<string, string>>;
  // The status of the answer itself is mostly 400.
  const { statusCode } = answer;
  if (statusCode === '409') return;
  throw new BackendError({
    code: statusCode === '403' ? 'not_allowed' : 'unexpected',
    message: answer['message'] ?? sharedRefusals.unexpected,
    status: Number(statusCode) || response.status,
  });
}

/** A request as the signed-in person or as a guest. Throws {@link BackendError} without an answer. */
export async function askStorage(path: string, init: RequestInit): Promise<Response> {
  try {
    const token = await accessToken();
    const headers = { ...guestHeaders(), ...(init.headers as Record<string, string>) };
    if (token) headers['authorization'] = `Bearer ${token}`;
    return await ownFetch(backendUrl(path), { ...init, headers });
  } catch {
    throw new BackendError({ code: 'network', message: noAnswer, status: 0 });
  }
}
