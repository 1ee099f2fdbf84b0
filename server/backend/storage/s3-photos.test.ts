import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openCopy } from '../../testing/databases.ts';
import { startPhotoBucket } from '../../testing/photo-bucket.ts';
import { aJpeg } from '../../testing/photos.ts';
import { startStorageHost, type StorageHost } from '../../testing/storage-host.ts';
import { FileStoreAwayError, type FileStore } from './file-store.ts';
import { s3Client, s3Store } from './s3-store.ts';
import { sweepPhotos } from './sweep-photos.ts';

let bucket: Awaited<ReturnType<typeof startPhotoBucket>>;
let store: FileStore;
let host: StorageHost;
let isAway = false;

beforeAll(async () => {
  bucket = await startPhotoBucket();
  store = s3Store(await s3Client(bucket.settings), bucket.settings.bucket);
  const cut = new Proxy(store, {
    get: (target, name: keyof FileStore) =>
      isAway ? () => Promise.reject(new FileStoreAwayError('The line is cut')) : target[name],
  });
  host = await startStorageHost(await openCopy(), cut);
});
beforeEach(() => {
  isAway = false;
});
afterAll(async () => {
  await host.close();
  await bucket.close();
});

const gallery = () => host.service().from('gallery');
const upload = async (name: string, width = 500) =>
  gallery().upload(name, await aJpeg({ width, height: 400 }), { contentType: 'image/jpeg' });
const get = (name: string, headers: Record<string, string> = {}) =>
  host.raw(`/object/public/gallery/${name}`, { headers });
const kept = () => store.keptBefore(new Date(Date.now() + 60_000));
const rows = async () => {
  const { rows: found } = await host.storage.database.pool.query<{ name: string }>(
    'select name from storage.objects',
  );
  return found;
};

test('a photo in a bucket is served whole, in a width, and as not modified', async () => {
  await upload('car.jpg');
  const whole = await get('car.jpg');
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const etag = whole.headers.get('etag') ?? '';
  isAway = true;
  expect((await get('car.jpg', { 'if-none-match': etag })).status, 'without the bucket').toBe(304);
  isAway = false;
  const narrow = await host.raw('/render/image/public/gallery/car.jpg?width=300');
  expect((await narrow.arrayBuffer()).byteLength).toBeLessThan(bytes.length);
  expect((await get('nothing.jpg')).status).toBe(400);
});

test('a removed photo leaves nothing in the bucket', async () => {
  await upload('second.jpg', 40);
  expect((await gallery().remove(['car.jpg', 'second.jpg', 'third.jpg'])).data).toHaveLength(2);
  expect([await kept(), await rows()]).toEqual([[], []]);
});

test('an unavailable bucket answers 503 and leaves no row without its files', async () => {
  await upload('car.jpg', 40);
  const before = await rows();
  isAway = true;
  const refused = await upload('late.jpg', 40);
  expect(refused.error).toMatchObject({
    status: 503,
    message: expect.stringMatching(/try again/) as string,
  });
  const unread = await get('car.jpg');
  expect([unread.status, unread.headers.get('retry-after')]).toEqual([503, '30']);
  expect(await rows()).toEqual(before);
  isAway = false;
  expect((await get('car.jpg')).status).toBe(200);
});

test('files that could not be removed with their row are swept later', async () => {
  isAway = true;
  await gallery().remove(['car.jpg']);
  isAway = false;
  expect([await rows(), (await kept()).length]).toEqual([[], 1]);
  host.state.now = new Date(Date.now() + 2 * 3_600_000);
  expect(await sweepPhotos(host.storage)).toBe(1);
  host.state.now = null;
  expect(await kept()).toEqual([]);
});
