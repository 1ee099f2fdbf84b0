import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StorageClient } from '@supabase/storage-js';
import { describeEachDatabase } from '../../testing/databases.ts';
import { aJpeg } from '../../testing/photos.ts';
import { startStorageHost, type StorageHost } from '../../testing/storage-host.ts';

describeEachDatabase('The photo storage', (open) => {
  let host: StorageHost;
  let admin: StorageClient;
  let customer: StorageClient;
  let jpeg: Buffer;

  beforeAll(async () => {
    host = await startStorageHost(await open());
    admin = await host.signUp('boss@example.com', { admin: true });
    customer = await host.signUp('customer@example.com');
    jpeg = await aJpeg();
  });
  afterAll(() => host.close());

  const rows = async () => {
    const { rows: found } = await host.storage.database.pool.query<Record<string, unknown>>(
      'select bucket_id, name, owner_id, metadata from storage.objects order by name',
    );
    return found;
  };
  const remove = async (bucket: string, ...names: string[]) =>
    await host.service().from(bucket).remove(names);
  const blob = () => new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' });

  beforeEach(() => {
    host.unexpected.length = 0;
  });

  describe('accepts a photo', () => {
    test('from a guest, as a form, for a review', async () => {
      const { data, error } = await host
        .anonymous()
        .from('reviews')
        .upload('public/1_car.jpg', blob());
      expect(error).toBeNull();
      expect(data).toMatchObject({
        path: 'public/1_car.jpg',
        fullPath: 'reviews/public/1_car.jpg',
      });
      expect(await rows()).toMatchObject([
        {
          bucket_id: 'reviews',
          name: 'public/1_car.jpg',
          owner_id: null,
          metadata: {
            mimetype: 'image/webp',
            width: 1600,
            height: 1200,
            cacheControl: 'max-age=3600',
          },
        },
      ]);
      await remove('reviews', 'public/1_car.jpg');
    });

    test('from an administrator, as bare bytes, for the gallery', async () => {
      const options = { contentType: 'image/jpeg', cacheControl: '60' };
      const { error } = await admin.from('gallery').upload('2_car.jpg', jpeg, options);
      expect(error).toBeNull();
      const [row] = await rows();
      expect(row).toMatchObject({ bucket_id: 'gallery', metadata: { cacheControl: 'max-age=60' } });
      expect(row?.['owner_id']).toEqual(expect.stringMatching(/^[\da-f-]{36}$/));
      await remove('gallery', '2_car.jpg');
    });

    test('and stores its files where no typed name leads', async () => {
      await host.anonymous().from('reviews').upload('public/3_car.jpg', blob());
      expect(await host.files()).toEqual(
        ['1024', '320', '640', 'full'].map((name): unknown =>
          expect.stringMatching(
            new RegExp(`^data/storage/photos/[\\da-f]{8}-[\\da-f-]{27}/${name}\\.webp$`),
          ),
        ),
      );
      await remove('reviews', 'public/3_car.jpg');
      expect(await host.files()).toEqual([]);
    });
  });

  describe('refuses', () => {
    const refusal = async (call: PromiseLike<{ error: unknown }>) => {
      const { error } = await call;
      expect(await host.files()).toEqual([]);
      return error;
    };

    test('a photo for the gallery from everyone but administrators', async () => {
      for (const client of [host.anonymous(), customer]) {
        const call = client.from('gallery').upload('1_car.jpg', blob());
        expect(await refusal(call)).toMatchObject({
          statusCode: '403',
          message:
            "You can't add, change or remove this photo. Please sign in with an account that can.",
        });
      }
    });

    test('a photo of a review outside of public/', async () => {
      const call = host.anonymous().from('reviews').upload('1_car.jpg', blob());
      expect(await refusal(call)).toMatchObject({ statusCode: '403' });
    });

    test('an unknown bucket', async () => {
      const call = admin.from('secrets').upload('1_car.jpg', blob());
      expect(await refusal(call)).toMatchObject({ statusCode: '404', message: 'Bucket not found' });
    });

    test('to replace a photo, also with upsert', async () => {
      await admin.from('gallery').upload('1_car.jpg', blob());
      const before = await host.files();
      for (const client of [admin, host.service()]) {
        const gallery = client.from('gallery');
        expect((await gallery.upload('1_car.jpg', blob())).error).toMatchObject({
          statusCode: '409',
          message: 'The resource already exists',
        });
        const upsert = await gallery.upload('1_car.jpg', blob(), { upsert: true });
        expect(upsert.error).toMatchObject({ statusCode: '409' });
        expect(upsert.error?.message).toContain('replacing');
        expect((await gallery.update('1_car.jpg', blob())).error).toMatchObject({
          statusCode: '404',
        });
      }
      expect(await host.files()).toEqual(before);
      await remove('gallery', '1_car.jpg');
    });

    test('a token that is invalid or expired', async () => {
      for (const token of ['nonsense', `${host.keys.anonKey.slice(0, -3)}abc`]) {
        const answer = await host.raw('/object/reviews/public/1_car.jpg', {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: new Uint8Array(jpeg),
        });
        expect(answer.status).toBe(400);
        expect(await answer.json()).toMatchObject({ statusCode: '403', error: 'Unauthorized' });
      }
    });

    test('too many uploads from one address, with Retry-After', async () => {
      host.state.addressOfEveryone = '203.0.113.9';
      const codes = [];
      for (let count = 0; count < 22; count += 1) {
        const answer = await host.raw(`/object/reviews/${count}.jpg`, { method: 'POST' });
        codes.push(answer.status);
        if (answer.status === 429) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      }
      expect(codes).toEqual([...Array<number>(20).fill(400), 429, 429]);
      // Accounts cost nothing, so an account has no additional uploads.
      const signedIn = customer.from('reviews').upload('public/2_car.jpg', blob());
      expect(await refusal(signedIn)).toMatchObject({ statusCode: '429' });
      const owner = await host.signUp('many-photos@example.com', { admin: true });
      const { error } = await owner.from('gallery').upload('2_car.jpg', blob());
      expect(error).toBeNull();
      await host.service().from('gallery').remove(['2_car.jpg']);
      host.state.addressOfEveryone = null;
      const call = customer.from('gallery').upload('1_car.jpg', blob());
      expect(await refusal(call)).toMatchObject({ statusCode: '403' });
    });
  });

  describe('removes', () => {
    const given = async () => {
      await host.service().from('reviews').upload('public/1_car.jpg', blob());
      await host.service().from('gallery').upload('1_car.jpg', blob());
    };
    beforeAll(given);
    afterAll(async () => {
      await remove('reviews', 'public/1_car.jpg');
      await remove('gallery', '1_car.jpg');
    });

    test('nothing without permission', async () => {
      const before = await host.files();
      for (const client of [host.anonymous(), customer]) {
        expect(await client.from('reviews').remove(['public/1_car.jpg'])).toEqual({
          data: [],
          error: null,
        });
        expect((await client.from('gallery').remove(['1_car.jpg'])).data).toEqual([]);
      }
      expect(await host.files()).toEqual(before);
    });

    test('a photo with its files for an administrator', async () => {
      const { data } = await admin.from('gallery').remove(['1_car.jpg', 'never-there.jpg']);
      expect(data).toMatchObject([{ name: '1_car.jpg', bucket_id: 'gallery' }]);
      // An instant, as the hosted storage writes it.
      expect(data?.[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      await admin.from('reviews').remove(['public/1_car.jpg']);
      expect(await host.files()).toEqual([]);
      expect((await admin.from('gallery').remove(['1_car.jpg'])).data).toEqual([]);
    });
  });

  test('passes the operation to the policies', async () => {
    const { pool } = host.storage.database;
    await pool.query(`create policy "Only in passing" on storage.objects as restrictive for insert
      to anon with check (storage.operation() = 'storage.object.upload' and auth.role() = 'anon'
        and current_setting('request.method') = 'POST')`);
    const { error } = await host.anonymous().from('reviews').upload('public/p.jpg', blob());
    expect(error).toBeNull();
    await pool.query('drop policy "Only in passing" on storage.objects');
    await remove('reviews', 'public/p.jpg');
  });

  test.each([
    ['a list', (it: StorageClient) => it.from('gallery').list()],
    ['a signed address', (it: StorageClient) => it.from('gallery').createSignedUrl('x.jpg', 60)],
    ['a signed upload', (it: StorageClient) => it.from('gallery').createSignedUploadUrl('x.jpg')],
    ['a move', (it: StorageClient) => it.from('gallery').move('x.jpg', 'y.jpg')],
    ['a copy', (it: StorageClient) => it.from('gallery').copy('x.jpg', 'y.jpg')],
    ['its buckets', (it: StorageClient) => it.listBuckets()],
    ['an empty bucket', (it: StorageClient) => it.emptyBucket('gallery')],
  ])('has nothing else to answer: %s', async (_, call) => {
    const { error } = await call(host.service());
    expect(['400', '404']).toContain(error && 'statusCode' in error && error.statusCode);
  });

  test('answers unknown requests like the reference server', async () => {
    const answer = await host.raw('/nothing/here');
    expect([answer.status, await answer.json()]).toEqual([
      404,
      {
        statusCode: '404',
        error: 'Not Found',
        message: 'Route GET:/storage/v1/nothing/here not found',
      },
    ]);
  });

  test('logs its own failure and hides it in the answer', async () => {
    const { files } = host.storage;
    host.storage.files = {
      ...files,
      prepare: () => Promise.reject(new Error('disk /data is full')),
    };
    const { error } = await host.anonymous().from('reviews').upload('public/x.jpg', blob());
    host.storage.files = files;
    expect(error).toMatchObject({ statusCode: '500' });
    expect(error?.message).not.toContain('disk');
    expect(host.unexpected).toHaveLength(1);
    expect([await rows(), await host.files()]).toEqual([[], []]);
  });
});
