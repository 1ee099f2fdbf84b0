import { StorageApiError, StorageClient } from '@supabase/storage-js';
import { appConfig } from '@/config/env.ts';
import { accessToken } from './access-token.ts';
import { BackendError, noAnswer } from './backend.ts';
import { backendUrl } from './backend-url.ts';

export { photoName, photoProblem } from '@domain/contact/photo.ts';

export type PhotoBucket = 'reviews' | 'gallery';

type Upload = { bucket: PhotoBucket; path: string; file: File; onProgress?: OnProgress };

/**
 * Stores a photo as the signed-in person or as a guest, and answers its public address.
 * Throws {@link BackendError}: `too_large`, `not_a_photo`, `not_allowed`, `name_taken`,
 * `too_many_requests`, `network` or `unexpected`, with the storage's own sentence.
 */
export async function uploadPhoto({ bucket, path, file, onProgress }: Upload) {
  const photos = (await storage(onProgress)).from(bucket);
  const { data, error } = await photos.upload(path, file, { contentType: file.type });
  if (error) throw failure(error);
  return photos.getPublicUrl(data.path).data;
}

/** Removes the photo with this public address; one that is gone already is fine. Throws {@link BackendError}. */
export async function removePhoto(bucket: PhotoBucket, publicUrl: string): Promise<void> {
  const { pathname } = new URL(publicUrl, window.location.origin);
  const name = decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1));
  const path = bucket === 'reviews' ? `public/${name}` : name;
  const { error } = await (await storage()).from(bucket).remove([path]);
  if (error) throw failure(error);
}

async function storage(onProgress?: OnProgress) {
  const { anonKey } = appConfig;
  const token = (await accessToken()) ?? anonKey;
  const headers: Record<string, string> = {};
  if (anonKey) headers['apikey'] = anonKey;
  if (token) headers['authorization'] = `Bearer ${token}`;
  return new StorageClient(
    backendUrl('/storage/v1'),
    headers,
    onProgress ? uploadFetch(onProgress) : undefined,
  );
}

const codes: Readonly<Record<string, string>> = {
  '401': 'not_allowed',
  '403': 'not_allowed',
  '409': 'name_taken',
  '413': 'too_large',
  '415': 'not_a_photo',
  '429': 'too_many_requests',
};

function failure(error: Error): BackendError {
  if (error instanceof StorageApiError) {
    const { status, statusCode, message } = error;
    return new BackendError({ code: codes[statusCode] ?? 'unexpected', message, status });
  }
  return new BackendError({
    code: 'network',
    message: noAnswer,
    status: 0,
  });
}

/** Told how much of a body has left: a fraction from 0 to 1. */
type OnProgress = (fraction: number) => void;

/** A fetch that says how far its upload has come, which the browser's own does not. */
function uploadFetch(onProgress: OnProgress): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const call = new XMLHttpRequest();
      call.open(init?.method ?? 'GET', input instanceof Request ? input.url : input);
      new Headers(init?.headers).forEach((value, name) => call.setRequestHeader(name, value));
      call.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
        if (lengthComputable) onProgress(loaded / total);
      });
      call.addEventListener('load', () =>
        resolve(new Response(call.responseText, { status: call.status })),
      );
      for (const end of ['error', 'abort', 'timeout']) {
        call.addEventListener(end, () => reject(new TypeError('Failed to fetch')));
      }
      call.send(init?.body as XMLHttpRequestBodyInit | null | undefined);
    });
}
