import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeEachDatabase } from '../../testing/databases.ts';
import { aJpeg } from '../../testing/photos.ts';
import { startStorageHost, type StorageHost } from '../../testing/storage-host.ts';
import { sweepPhotos } from './sweep-photos.ts';

describeEachDatabase('The sweep of photos', (open) => {
  let host: StorageHost;
  let photo: Buffer;
  beforeAll(async () => {
    host = await startStorageHost(await open());
    photo = await aJpeg({ width: 8, height: 6 });
  });
  afterAll(() => host.close());

  const pool = () => host.storage.database.pool;
  const address = (path: string) => `${host.url}/object/public/${path}`;

  const upload = async (bucket: string, name: string) => {
    const client = host.service().from(bucket);
    const { error } = await client.upload(name, photo, { contentType: 'image/jpeg' });
    if (error) throw error;
  };
  const names = async () => {
    const { rows } = await pool().query<{ name: string }>(
      'select name from storage.objects order by 1',
    );
    return rows.map((row) => row.name);
  };
  const aDayPasses = () =>
    pool().query(`update storage.objects set created_at = created_at - interval '25 hours'`);

  beforeEach(async () => {
    await pool().query('delete from public.reviews; delete from public.gallery_photos');
    await aDayPasses();
    await sweepPhotos(host.storage);
    expect([await names(), await host.files()]).toEqual([[], []]);
  });

  test('deletes a photo without a review after a day, not before', async () => {
    await upload('reviews', 'public/1_car.jpg');
    expect(await sweepPhotos(host.storage)).toBe(0);
    expect(await names()).toEqual(['public/1_car.jpg']);
    await aDayPasses();
    expect(await sweepPhotos(host.storage)).toBe(1);
    expect([await names(), await host.files()]).toEqual([[], []]);
  });

  test('deletes the photo of a deleted review', async () => {
    await upload('reviews', 'public/1_car.jpg');
    await pool().query(
      `insert into public.reviews (customer_name, rating, photo_url) values ('Bo', 5, $1)`,
      [address('reviews/public/1_car.jpg')],
    );
    await aDayPasses();
    expect(await sweepPhotos(host.storage)).toBe(0);
    await pool().query('delete from public.reviews');
    expect(await sweepPhotos(host.storage)).toBe(1);
    expect(await host.files()).toEqual([]);
  });

  test('deletes a photo that no gallery row shows, and keeps the others', async () => {
    await upload('gallery', '1_shown.jpg');
    await upload('gallery', '2_forgotten.jpg');
    await pool().query('insert into public.gallery_photos (image_url) values ($1)', [
      address('gallery/1_shown.jpg'),
    ]);
    await aDayPasses();
    expect(await sweepPhotos(host.storage)).toBe(1);
    expect(await names()).toEqual(['1_shown.jpg']);
    expect(await host.files()).toHaveLength(1);
  });

  test('goes through many photos in steps, and begins again', async () => {
    const count = async (sql: string) => (await pool().query<{ n: number }>(sql)).rows[0]?.n;
    await pool().query(`
      insert into storage.objects (bucket_id, name, version, created_at)
      select 'reviews', 'public/' || lpad(n::text, 4, '0'), 'row-' || n, now() - interval '2 days'
      from generate_series(1, 4500) as n;
      insert into public.reviews (customer_name, rating, photo_url)
      select 'Bo', 5, '/storage/v1/object/public/reviews/public/' || lpad(n::text, 4, '0')
      from generate_series(1, 4500) as n where n not in (1, 2000, 2001, 4500)`);
    const found = [];
    for (let step = 0; step < 4; step += 1) found.push(await sweepPhotos(host.storage));
    expect(found).toEqual([2, 1, 1, 0]);
    expect(await count('select count(*)::integer as n from storage.objects')).toBe(4496);
    await pool().query(`
      begin;
      set local storage.allow_delete_query = 'true';
      delete from storage.objects;
      commit`);
  });

  test('deletes old files without a row and interrupted uploads', async () => {
    const { files } = host.storage;
    const left = await files.prepare('11111111-0000-4000-8000-000000000000', {
      'full.webp': photo,
    });
    await left.keep();
    await files.prepare('22222222-0000-4000-8000-000000000000', { 'full.webp': photo });
    await upload('reviews', 'public/1_car.jpg');
    expect(await sweepPhotos(host.storage)).toBe(0);
    expect(await host.files()).toHaveLength(3);

    host.state.now = new Date(Date.now() + 2 * 3_600_000);
    expect(await sweepPhotos(host.storage)).toBe(1);
    host.state.now = null;
    expect(await host.files()).toHaveLength(1);
    expect((await fetch(address('reviews/public/1_car.jpg'))).status).toBe(200);
  });
});
