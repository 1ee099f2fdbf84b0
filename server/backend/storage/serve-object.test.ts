import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCopy } from '../../testing/databases.ts';
import { aJpeg } from '../../testing/photos.ts';
import { startStorageHost, type StorageHost } from '../../testing/storage-host.ts';

let host: StorageHost;
beforeAll(async () => {
  host = await startStorageHost(await openCopy());
  const gallery = host.service().from('gallery');
  const options = { contentType: 'image/jpeg' };
  await gallery.upload('large.jpg', await aJpeg({ width: 4000, height: 3000 }), options);
  await gallery.upload('small car.jpg', await aJpeg({ width: 500, height: 400 }), options);
  await gallery.upload('fresh.jpg', await aJpeg(), { ...options, cacheControl: 'no' });
});
afterAll(() => host.close());

const large = '/object/public/gallery/large.jpg';
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  host.raw(path, { headers, method });
const widthOf = async (answer: Response) =>
  (await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width;

describe('A photo', () => {
  test('is served to everyone at its public URL, without a key', async () => {
    const { data } = host.anonymous().from('gallery').getPublicUrl('small car.jpg');
    const answer = await fetch(data.publicUrl);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(await widthOf(answer)).toBe(500);
  });

  test('is not modified for a browser that has it', async () => {
    const first = await get(large);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\da-f]{32}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get(large, { 'if-none-match': known });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([
        304,
        etag,
        '',
      ]);
    }
    expect((await get(large, { 'if-none-match': '"other"' })).status).toBe(200);
    const since = first.headers.get('last-modified') ?? '';
    expect((await get(large, { 'if-modified-since': since })).status).toBe(304);
    const before = new Date(0).toUTCString();
    expect((await get(large, { 'if-modified-since': before })).status).toBe(200);
  });

  test('has another tag in each width', async () => {
    const tags = [];
    for (const width of [320, 640, 1024, 1600]) {
      tags.push(
        (await get(`/render/image/public/gallery/large.jpg?width=${width}`)).headers.get('etag'),
      );
    }
    expect(new Set(tags).size).toBe(4);
  });

  test('returns its size for HEAD', async () => {
    const answer = await get(large, {}, 'HEAD');
    expect(answer.status).toBe(200);
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(1000);
    expect(await answer.text()).toBe('');
  });

  test('without a cache setting is revalidated each time', async () => {
    const answer = await get('/object/public/gallery/fresh.jpg');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });
});

describe('A width', () => {
  const rendered = (query: string, name = 'large.jpg') =>
    get(`/render/image/public/gallery/${name}${query}`);

  test.each([
    ['?width=1', 320],
    ['?width=320', 320],
    ['?width=321', 640],
    ['?width=700', 1024],
    ['?width=1600', 1600],
    ['?width=2500', 1600],
    ['', 1600],
  ])('"%s" is served as %i', async (query, width) => {
    const answer = await rendered(query);
    expect(await widthOf(answer)).toBe(width);
    expect(answer.headers.get('content-type')).toBe('image/webp');
  });

  test('is never larger than the photo', async () => {
    expect(await widthOf(await rendered('?width=1600', 'small%20car.jpg'))).toBe(500);
    expect(await widthOf(await rendered('?width=320', 'small%20car.jpg'))).toBe(320);
  });

  test.each(['?width=0', '?width=-5', '?width=abc', '?width=99999', '?width='])(
    'like %s is refused',
    async (query) => {
      const answer = await rendered(query);
      expect(await answer.json()).toMatchObject({ statusCode: '400', error: 'InvalidRequest' });
    },
  );

  test.each(['height=100', 'resize=cover', 'quality=20', 'format=origin'])(
    'is the only option: %s is refused',
    async (wish) => {
      const answer = await rendered(`?width=320&${wish}`);
      expect(await answer.json()).toMatchObject({ statusCode: '409', error: 'NotSupported' });
    },
  );
});

describe('A hidden photo', () => {
  test.each([
    ['/object/public/gallery/never-there.jpg', 'not_found'],
    ['/render/image/public/gallery/never-there.jpg?width=320', 'not_found'],
    ['/object/public/secrets/x.jpg', 'Bucket not found'],
    ['/object/public/gallery/..%2flarge.jpg', 'InvalidKey'],
    ['/object/authenticated/gallery/large.jpg', 'not_found'],
  ])('is refused at %s', async (path, error) => {
    const answer = await get(path);
    expect([answer.status, await answer.json()]).toMatchObject([400, { error }]);
  });

  test('in a private bucket is served only to people whom the policies allow', async () => {
    const { pool } = host.storage.database;
    await pool.query(`update storage.buckets set public = false where id = 'gallery'`);
    expect(await (await get(large)).json()).toMatchObject({ error: 'not_found' });
    const own = '/object/authenticated/gallery/large.jpg';
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const seen = await get(own, bearer(host.keys.serviceKey));
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await get(own, bearer(host.keys.anonKey))).status).toBe(400);
    await pool.query(`update storage.buckets set public = true where id = 'gallery'`);
  });

  test('without its file is not found, and that is logged', async () => {
    const { files } = host.storage;
    host.storage.files = { ...files, read: () => Promise.resolve(null) };
    const answer = await get(large);
    host.storage.files = files;
    expect(await answer.json()).toMatchObject({ error: 'not_found' });
    expect(host.unexpected).toHaveLength(1);
  });
});
