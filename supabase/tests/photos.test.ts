import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { call } from './bookings.ts';
import { anon, ask, signUp, tryOut, type Person } from './cast.ts';

type Row = Record<string, number | null>;

const refused = '42501';
const actions = ['select', 'insert', 'update', 'delete'] as const;
const address = (path: string) => `https://wash.example/storage/v1/object/public/${path}`;

// Set by the storage: any other delete is refused.
const asStorage = `select set_config('storage.allow_delete_query', 'true', true) as allowed`;

describeEachDatabase('Photos', (open) => {
  let database: Database;
  let people: Record<'guest' | 'customer' | 'administrator' | 'info', Person>;

  beforeAll(async () => {
    database = await open();
    const { pool } = database;
    await call(pool, 'set_info_email', 'info@example.com');
    people = {
      guest: anon,
      customer: (await signUp(pool, 'customer@example.com')).person,
      administrator: (await signUp(pool, 'boss@example.com', { admin: true })).person,
      info: (await signUp(pool, 'info@example.com')).person,
    };
  });
  afterAll(() => database.close());

  beforeEach(async () => {
    await database.pool.query(`${asStorage};
      delete from public.reviews; delete from public.gallery_photos; delete from storage.objects`);
    await store('reviews', 'public/1_car.jpg', { width: 1600, height: 1200 });
    await store('gallery', '1_car.jpg', { width: 800, height: 600 });
  });

  const store = (bucket: string, name: string, metadata: object, ageInHours = 0) =>
    database.pool.query(
      `insert into storage.objects (bucket_id, name, metadata, created_at)
       values ($1, $2, $3, now() - make_interval(hours => $4))`,
      [bucket, name, metadata, ageInHours],
    );

  const cells = (bucket: string, newName: string) => ({
    select: `select id from storage.objects where bucket_id = '${bucket}'`,
    insert: `insert into storage.objects (bucket_id, name) values ('${bucket}', '${newName}')`,
    update: `update storage.objects set name = 'x' where bucket_id = '${bucket}'`,
    delete: `delete from storage.objects where bucket_id = '${bucket}'`,
  });

  /** The result for each of the four, from guest to info address. */
  const outcomes = async (statement: string) => {
    const seen = [];
    for (const person of Object.values(people)) {
      seen.push(await tryOut(database.pool, person, statement, asStorage));
    }
    return seen;
  };

  describe('in bucket reviews', () => {
    const statements = cells('reviews', 'public/2_car.jpg');
    test.each([
      ['select', [0, 0, 1, 1]],
      ['insert', [1, 1, 1, 1]],
      ['update', [0, 0, 0, 0]],
      ['delete', [0, 0, 1, 1]],
    ] as const)(
      'let guest, customer, administrator and info %s %j [S3.15]',
      async (action, expected) => {
        expect(await outcomes(statements[action])).toEqual(expected);
      },
    );

    test.each(['2_car.jpg', 'private/2_car.jpg', 'public/deeper/2_car.jpg', 'public'])(
      'cannot be stored as %s, outside of public/ [S3.15]',
      async (name) => {
        expect(await outcomes(cells('reviews', name).insert)).toEqual(Array(4).fill(refused));
      },
    );
  });

  describe('in bucket gallery', () => {
    const statements = cells('gallery', '2_car.jpg');
    test.each([
      ['select', [0, 0, 1, 0]],
      ['insert', [refused, refused, 1, refused]],
      ['update', [0, 0, 0, 0]],
      ['delete', [0, 0, 1, 0]],
    ] as const)(
      'let guest, customer, administrator and info %s %j [S3.15, S5.27, S5.28]',
      async (action, expected) => {
        expect(await outcomes(statements[action])).toEqual(expected);
      },
    );
  });

  test('are in buckets that nobody can see or change', async () => {
    const none = Array(4).fill(0);
    const refusals = Array(4).fill(refused);
    expect(await outcomes('select id from storage.buckets')).toEqual(none);
    expect(await outcomes(`insert into storage.buckets (id, name) values ('x', 'x')`)).toEqual(
      refusals,
    );
    expect(await outcomes('update storage.buckets set public = false')).toEqual(none);
    expect(await outcomes('delete from storage.buckets')).toEqual(none);
  });

  test('cannot be deleted by their row alone, which would leave the files', async () => {
    for (const action of actions.slice(3)) {
      for (const person of Object.values(people)) {
        const statement = cells('reviews', 'x')[action];
        expect(await tryOut(database.pool, person, statement)).toBe(refused);
      }
    }
  });

  describe('of a review', () => {
    const write = (person: Person, photoUrl: string | null) =>
      ask(
        database.pool,
        person,
        `insert into public.reviews (customer_name, rating, photo_url) values ('Bo', 5, $1)`,
        [photoUrl],
      );
    const sizes = async () =>
      (await database.pool.query<Row>('select photo_width, photo_height from public.reviews')).rows;

    test('have the size measured by the storage', async () => {
      await write(anon, address('reviews/public/1_car.jpg'));
      expect(await sizes()).toEqual([{ photo_width: 1600, photo_height: 1200 }]);
    });

    test('have no size without a photo', async () => {
      await write(anon, null);
      expect(await sizes()).toEqual([{ photo_width: null, photo_height: null }]);
    });

    test('are found by path, also with a space in the name', async () => {
      await store('reviews', 'public/my car.jpg', {});
      await write(anon, '/storage/v1/object/public/reviews/public/my%20car.jpg');
      expect(await sizes()).toEqual([{ photo_width: null, photo_height: null }]);
    });

    test.each([
      'https://elsewhere.example/cat.jpg',
      address('reviews/public/never-uploaded.jpg'),
      address('gallery/1_car.jpg'),
      `${address('reviews/public/1_car.jpg')}?download`,
      `https://elsewhere.example/?${address('reviews/public/1_car.jpg')}`,
      'javascript:alert(1)//storage/v1/object/public/reviews/public/1_car.jpg',
      '/demo/car.webp',
      '',
    ])('cannot be at %s', async (url) => {
      await expect(write(anon, url)).rejects.toMatchObject({
        code: 'PT400',
        message: 'unknown_photo',
      });
    });

    test('cannot be given a size by the sender', async () => {
      const insert = `insert into public.reviews (customer_name, rating, photo_width) values ('Bo', 5, 9)`;
      expect(await tryOut(database.pool, anon, insert)).toBe(refused);
    });
  });

  describe('of the gallery', () => {
    const hang = (url: string) =>
      ask(
        database.pool,
        people.administrator,
        'insert into public.gallery_photos (image_url) values ($1) returning image_width, image_height',
        [url],
      );

    test('have the size measured by the storage', async () => {
      const { rows } = await hang(address('gallery/1_car.jpg'));
      expect(rows).toEqual([{ image_width: 800, image_height: 600 }]);
    });

    test('may be part of the site itself', async () => {
      expect((await hang('/demo/car.webp')).rows).toEqual([
        { image_width: null, image_height: null },
      ]);
    });

    test.each([
      'https://elsewhere.example/cat.jpg',
      '//elsewhere.example/cat.jpg',
      '/\\elsewhere.example/cat.jpg',
      address('gallery/never-uploaded.jpg'),
      '/storage/v1/object/public/gallery/never-uploaded.jpg',
      address('reviews/public/1_car.jpg'),
    ])('cannot be at %s', async (url) => {
      await expect(hang(url)).rejects.toMatchObject({ code: 'PT400', message: 'unknown_photo' });
    });
  });

  test('are unused when nothing shows them for a day', async () => {
    await store('reviews', 'public/abandoned.jpg', {}, 25);
    await store('reviews', 'public/being-written.jpg', {}, 23);
    await store('reviews', 'public/shown.jpg', {}, 25);
    await store('gallery', 'abandoned.jpg', {}, 25);
    await store('gallery', 'shown.jpg', {}, 25);
    await store('gallery', 'logo.png', {}, 25);
    await store('gallery', 'logo-of-draft.png', {}, 25);
    const logo = (name: string) =>
      JSON.stringify({ facts: { logoUrl: `/storage/v1/object/public/gallery/${name}` } });
    await database.pool.query(
      'insert into public.business_versions (version, business) values (2, $1)',
      [logo('logo.png')],
    );
    await database.pool.query('update public.business_draft set business = $1', [
      logo('logo-of-draft.png'),
    ]);
    await database.pool.query(
      `insert into public.reviews (customer_name, rating, photo_url)
       values ('Bo', 5, '${address('reviews/public/shown.jpg')}');
       insert into public.gallery_photos (image_url) values ('${address('gallery/shown.jpg')}')`,
    );
    const { rows } = await database.pool.query('select * from public.unused_photos() order by 1');
    expect(rows).toEqual([
      { bucket_id: 'gallery', name: 'abandoned.jpg' },
      { bucket_id: 'reviews', name: 'public/abandoned.jpg' },
    ]);
  });
});
