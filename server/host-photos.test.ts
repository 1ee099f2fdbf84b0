import { StorageClient } from '@supabase/storage-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCopy } from './testing/databases.ts';
import { startListeningHost } from './testing/listening-host.ts';
import { aJpeg } from './testing/photos.ts';

let host: Awaited<ReturnType<typeof startListeningHost>>;
let headers: Record<string, string>;
beforeAll(async () => {
  host = await startListeningHost(await openCopy());
  const page = await (await fetch(host.origin)).text();
  const anonKey = /"anonKey":"([^"]+)"/.exec(page)?.[1] ?? '';
  headers = { apikey: anonKey, authorization: `Bearer ${anonKey}` };
});
afterAll(() => host.stop());

const upload = async (name: string) => {
  const bucket = new StorageClient(`${host.origin}/storage/v1`, headers).from('reviews');
  const photo = new Blob([new Uint8Array(await aJpeg())], { type: 'image/jpeg' });
  const { data, error } = await bucket.upload(`public/${name}`, photo);
  if (error) throw error;
  return bucket.getPublicUrl(data.path).data.publicUrl;
};

const writeReview = (photoUrl: string) =>
  fetch(`${host.origin}/rest/v1/reviews`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ customer_name: 'Bo', rating: 5, photo_url: photoUrl }),
  });

test('a guest uploads a photo and writes a review with it', async () => {
  const photoUrl = await upload('1_car.jpg');
  expect((await writeReview(photoUrl)).status).toBe(201);
  const { rows } = await host.host.database.pool.query(
    'select photo_url, photo_width, photo_height from public.reviews',
  );
  expect(rows).toEqual([{ photo_url: photoUrl, photo_width: 1600, photo_height: 1200 }]);
});

test('a review with an external photo is refused', async () => {
  const answer = await writeReview('https://elsewhere.example/tracking.gif');
  expect([answer.status, await answer.json()]).toMatchObject([400, { message: 'unknown_photo' }]);
});

test('an uploaded file is served as an inert photo', async () => {
  const policy =
    "default-src 'none'; sandbox; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
  const answer = await fetch(await upload('2_car.html'));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-security-policy')).toBe(policy);
  const refusal = await fetch(`${host.origin}/storage/v1/object/public/reviews/none`);
  expect(refusal.headers.get('content-security-policy')).toBe(policy);
});

test('pages may show photos of this site and previews of uploads, and no others', async () => {
  const policy = (await fetch(host.origin)).headers.get('content-security-policy');
  expect(policy).toContain("img-src 'self' data: blob:;");
});
