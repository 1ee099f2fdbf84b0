// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { startFakeBackend, storageRefusal } from '@/testing/fake-backend.ts';
import { setSession } from './session.ts';
import { removePhoto, uploadPhoto } from './storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  setSession({ status: 'guest' });
});

const file = new File(['pixels'], 'car.jpg', { type: 'image/jpeg' });
const path = 'public/1_car.jpg';
const door = `POST /storage/v1/object/reviews/${path}`;
const stored = { body: { Id: 'id', Key: `reviews/${path}` } };

test('an upload stores a photo under its name and returns its public URL', async () => {
  const backend = startFakeBackend({ [door]: stored });
  const { publicUrl } = await uploadPhoto({ bucket: 'reviews', path, file });
  expect(publicUrl).toBe(`${window.location.origin}/storage/v1/object/public/reviews/${path}`);
  expect(backend.sent(door)[0]?.body).toMatchObject({ '': file, cacheControl: '3600' });
});

test('an upload reports its progress', async () => {
  startFakeBackend({ [door]: stored });
  const progress: number[] = [];
  const onProgress = (fraction: number) => void progress.push(fraction);
  await uploadPhoto({ bucket: 'reviews', path, file, onProgress });
  expect(progress).toEqual([0.5, 1]);
});

test.each([
  [413, 'too_large'],
  [415, 'not_a_photo'],
  [403, 'not_allowed'],
  [409, 'name_taken'],
  [429, 'too_many_requests'],
  [500, 'unexpected'],
])("a refusal with %i has the code %s and the storage's sentence", async (status, code) => {
  startFakeBackend({ [door]: storageRefusal(status, 'It was refused.') });
  const refusal = uploadPhoto({ bucket: 'reviews', path, file, onProgress: () => {} });
  await expect(refusal).rejects.toMatchObject({ code, message: 'It was refused.' });
});

test('an unavailable server is a network failure', async () => {
  startFakeBackend({});
  const message = 'We could not reach the server. Please check your connection and try again.';
  const calls = [
    uploadPhoto({ bucket: 'reviews', path, file }),
    uploadPhoto({ bucket: 'reviews', path, file, onProgress: () => {} }),
    removePhoto('gallery', '/storage/v1/object/public/gallery/1_car.jpg'),
  ];
  for (const call of calls)
    await expect(call).rejects.toMatchObject({ code: 'network', status: 0, message });
});

test.each([
  ['gallery', 'https://wash.example/storage/v1/object/public/gallery/1_car.jpg', '1_car.jpg'],
  ['reviews', '/storage/v1/object/public/reviews/public/1_my%20car.jpg', 'public/1_my car.jpg'],
] as const)('a photo of bucket %s is removed by its URL', async (bucket, address, name) => {
  const backend = startFakeBackend({ [`DELETE /storage/v1/object/${bucket}`]: { body: [] } });
  await removePhoto(bucket, address);
  const [sent] = backend.sent(`DELETE /storage/v1/object/${bucket}`);
  expect(sent?.body).toEqual({ prefixes: [name] });
});

test('a signed-in person uploads and removes with their own token', async () => {
  setSession({
    status: 'signed-in',
    user: { id: 'u', email: 'a@example.com' },
    isAdmin: true,
    isRecovering: false,
    accessToken: () => Promise.resolve('token-of-an-administrator'),
    signOut: () => Promise.resolve(),
  });
  const backend = startFakeBackend({
    'DELETE /storage/v1/object/gallery': storageRefusal(403, 'No.'),
  });
  await expect(removePhoto('gallery', '/x/1_car.jpg')).rejects.toMatchObject({ message: 'No.' });
  const [sent] = backend.sent('DELETE /storage/v1/object/gallery');
  expect(sent?.headers.get('authorization')).toBe('Bearer token-of-an-administrator');
});
