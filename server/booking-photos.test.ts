import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { book } from '../supabase/tests/bookings.ts';
import { callersOf } from './testing/callers.ts';
import { describeEachDatabase } from './testing/databases.ts';
import { startListeningHost } from './testing/listening-host.ts';
import { aJpeg, aPhoneJpeg } from './testing/photos.ts';

describeEachDatabase('Photos of a booking, on the whole host', { both: 'driver' }, (open) => {
  let server: Awaited<ReturnType<typeof startListeningHost>>;
  let tokens: Awaited<ReturnType<typeof callersOf>>['tokens'];
  let accounts = 0;
  beforeAll(async () => {
    server = await startListeningHost(await open(), { TRUSTED_PROXIES: '1' });
    ({ tokens } = await callersOf(server.host.database));
  });
  afterAll(() => server.stop());

  const pool = () => server.host.database.pool;
  const post = (path: string, body: unknown, token: string | null = tokens.guest) =>
    fetch(`${server.origin}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `198.51.100.${(accounts % 200) + 1}`,
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
  const read = (body: object, token = tokens.guest) =>
    post('/functions/v1/booking-photo', body, token);
  const readBucket = (path: string, token: string | null) =>
    fetch(`${server.origin}/storage/v1/${path}`, {
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    });
  const rpc = (name: string, args: object, token = tokens.guest) =>
    post(`/rest/v1/rpc/${name}`, args, token);

  const send = (id: string, photo: Buffer) =>
    fetch(`${server.origin}/storage/v1/object/bookings/${id}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens.guest}`,
        'content-type': 'image/jpeg',
        'x-forwarded-for': `198.51.100.${(accounts % 200) + 1}`,
      },
      body: new Uint8Array(photo),
    });

  /** A guest's booking. */
  const aBooking = async () => {
    const email = `guest-${(accounts += 1)}@example.com`;
    return { id: await book(pool(), { customer_email: email }), email };
  };
  const add = async ({ id, email }: { id: string; email: string }, photo: Buffer) => {
    const added = await rpc('add_booking_photo', { target_booking_id: id, email });
    const photoId = (await added.json()) as string;
    expect((await send(photoId, photo)).status).toBe(200);
    return photoId;
  };
  const deleteRemoved = () => server.host.jobs['removedPhotos']?.run();
  const rowsAndFiles = async (photoId: string) => {
    const { rows } = await pool().query<{ version: string }>(
      `select version from storage.objects where bucket_id = 'bookings' and name = $1`,
      [photoId],
    );
    return rows.length;
  };

  test('come back to the guest who names the email address, upright and without metadata', async () => {
    const booking = await aBooking();
    const photoId = await add(booking, await aPhoneJpeg());
    const answer = await read({ photoId, email: ` ${booking.email.toUpperCase()}` });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const picture = await sharp(await answer.arrayBuffer()).metadata();
    expect([picture.width, picture.height]).toEqual([200, 400]);
    expect([picture.exif, picture.xmp, picture.iptc, picture.icc]).toEqual(
      Array(4).fill(undefined),
    );
  });

  test('come in the width that a thumbnail needs', async () => {
    const booking = await aBooking();
    const photoId = await add(booking, await aJpeg());
    const widths = [];
    for (const answer of [
      await read({ photoId, email: booking.email, width: 320 }),
      await readBucket(`render/image/authenticated/bookings/${photoId}?width=300`, tokens.proven),
      await readBucket(`object/authenticated/bookings/${photoId}`, tokens.administrator),
    ]) {
      expect(answer.headers.get('cache-control')).toBe('no-store');
      widths.push((await sharp(await answer.arrayBuffer()).metadata()).width);
    }
    expect(widths).toEqual([320, 320, 1600]);
  });

  test('are hidden from everybody else, by every way', async () => {
    const booking = await aBooking();
    const other = await aBooking();
    const photoId = await add(booking, await aJpeg({ width: 40, height: 30 }));
    for (const [body, token] of [
      [{ photoId }, tokens.guest],
      [{ photoId, email: other.email }, tokens.guest],
      [{ photoId }, tokens.stranger],
      [{ photoId }, tokens.administrator],
      [{ photoId: crypto.randomUUID(), email: booking.email }, tokens.guest],
    ] as const) {
      const answer = await read(body, token);
      expect([answer.status, await answer.json()]).toMatchObject([
        404,
        { error: { code: 'photo_not_found' } },
      ]);
    }
    const paths = ['object/public', 'object/authenticated', 'render/image/public'];
    for (const path of [...paths, 'render/image/authenticated']) {
      for (const token of [null, tokens.guest, tokens.owner, tokens.stranger, tokens.unproven]) {
        const answer = await readBucket(`${path}/bookings/${photoId}`, token);
        expect(await answer.json()).toMatchObject({ error: 'not_found' });
      }
    }
  });

  test('are read by the account that booked, without an email address', async () => {
    const { rows } = await pool().query<{ id: string }>(
      `select id from auth.users where email = 'owner@example.com'`,
    );
    const id = await book(pool(), { user_id: rows[0]?.id ?? null });
    const added = await rpc('add_booking_photo', { target_booking_id: id }, tokens.owner);
    const photoId = (await added.json()) as string;
    await send(photoId, await aJpeg({ width: 40, height: 30 }));
    expect((await read({ photoId }, tokens.owner)).status).toBe(200);
    expect((await read({ photoId }, tokens.stranger)).status).toBe(404);
  });

  test('are refused when they are no photos, and the booking stays', async () => {
    const booking = await aBooking();
    const added = await rpc('add_booking_photo', {
      target_booking_id: booking.id,
      email: booking.email,
    });
    const photoId = (await added.json()) as string;
    const refused = await send(photoId, Buffer.from('<svg onload="alert(1)"/>'));
    expect(await refused.json()).toMatchObject({ statusCode: '415' });
    expect((await send(photoId, await aJpeg({ width: 40, height: 30 }))).status).toBe(200);
  });

  test('that a customer removes are hidden at once, and their file follows', async () => {
    const booking = await aBooking();
    const photoId = await add(booking, await aJpeg({ width: 40, height: 30 }));
    await rpc('remove_booking_photo', { photo_id: photoId, email: booking.email });
    expect((await read({ photoId, email: booking.email })).status).toBe(404);
    expect(await rowsAndFiles(photoId)).toBe(1);
    expect(await deleteRemoved()).toBe(1);
    expect(await rowsAndFiles(photoId)).toBe(0);
    const owners = await readBucket(`object/authenticated/bookings/${photoId}`, tokens.proven);
    expect(await owners.json()).toMatchObject({ error: 'not_found' });
    expect(await deleteRemoved()).toBe(0);
  });

  test('of an erased customer leave no file and no row', async () => {
    const booking = await aBooking();
    const photoId = await add(booking, await aJpeg({ width: 40, height: 30 }));
    await pool().query(
      'update public.bookings set booking_date = booking_date - 400 where id = $1',
      [booking.id],
    );
    const erased = await rpc(
      'erase_customer',
      { target_email: booking.email },
      tokens.administrator,
    );
    expect(erased.status).toBe(204);
    await pool().query(
      `update public.booking_photos set created_at = now() - interval '1 hour' where id = $1`,
      [photoId],
    );
    expect(await deleteRemoved()).toBe(1);
    const { rows } = await pool().query('select id from public.booking_photos where id = $1', [
      photoId,
    ]);
    expect([rows, await rowsAndFiles(photoId)]).toEqual([[], 0]);
  });
});
