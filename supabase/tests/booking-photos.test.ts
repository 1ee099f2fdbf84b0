import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book } from './bookings.ts';
import { anon, ask, holderOf, justProved, service, signUp, tryOut, type Person } from './cast.ts';
import { callAs } from './rain.ts';

const refused = '42501';
const asStorage = `select set_config('storage.allow_delete_query', 'true', true) as allowed`;
const stranger = 'stranger@photos.example';

describeEachDatabase('Photos of a booking', { both: 'locks' }, (open) => {
  let database: Database;
  let people: Record<'owner' | 'customer' | 'other', { id: string; person: Person }>;
  let bookings = 0;

  beforeAll(async () => {
    database = await open({ maxConnections: 12 });
    const { pool } = database;
    people = {
      owner: await signUp(pool, 'boss@photos.example', { admin: true }),
      customer: await signUp(pool, 'customer@photos.example'),
      other: await signUp(pool, stranger),
    };
  });
  afterAll(() => database.close());

  const add = (who: Person, booking: string, email: string | null = null) =>
    callAs<string>(database.pool, who, 'add_booking_photo', booking, email);
  const remove = (who: Person, photo: string, email: string | null = null) =>
    callAs<null>(database.pool, who, 'remove_booking_photo', photo, email);
  const upload = (name: string) =>
    `insert into storage.objects (bucket_id, name) values ('bookings', '${name}')`;

  /** A guest's booking. */
  const guestBooking = async () => {
    const email = `guest${(bookings += 1)}@photos.example`;
    return { id: await book(database.pool, { customer_email: email }), email };
  };
  /** Adds a photo and uploads it. */
  const addStored = async (who: Person, booking: string, email: string | null = null) => {
    const id = await add(who, booking, email);
    await ask(database.pool, who, upload(id));
    return id;
  };
  const shown = async (booking: string, email: string) => {
    const [details] = await callAs<{ photos: string[] }[]>(
      database.pool,
      anon,
      'booking_details',
      [booking],
      email,
    );
    return details?.photos;
  };
  const age = (photo: string, minutes: number) =>
    database.pool.query(
      `update public.booking_photos set created_at = now() - make_interval(mins => $2) where id = $1`,
      [photo, minutes],
    );

  test('are listed for the guest who added them, once they are stored', async () => {
    const { id, email } = await guestBooking();
    const first = await add(anon, id, ` ${email.toUpperCase()}`);
    expect(await shown(id, email)).toEqual([]);
    await ask(database.pool, anon, upload(first));
    const second = await addStored(anon, id, email);
    expect(await shown(id, email)).toEqual([first, second]);
  });

  test.each<[string, () => Person, string | null]>([
    ['a guest with the address of another booking', () => anon, stranger],
    ['a guest with an empty address', () => anon, ''],
    ['a holder of the id alone', () => anon, null],
    ['another account', () => people.other.person, null],
    ['an administrator', () => people.owner.person, null],
  ])('are neither added nor removed by %s', async (_, who, email) => {
    const { id, email: own } = await guestBooking();
    const photo = await addStored(anon, id, own);
    const person = who() === anon ? holderOf(id) : who();
    await expect(add(person, id, email)).rejects.toMatchObject({ message: 'booking_not_found' });
    await expect(remove(person, photo, email)).rejects.toMatchObject({
      message: 'photo_not_found',
    });
    expect(await shown(id, own)).toEqual([photo]);
  });

  test('are added and removed by the account that booked', async () => {
    const { id: user, person } = people.customer;
    const id = await book(database.pool, { user_id: user });
    const photo = await addStored(person, id);
    const holds = (who: Person) => callAs(database.pool, who, 'holds_booking_photo', photo);
    expect([await holds(person), await holds(people.other.person)]).toEqual([true, false]);
    await remove(person, photo);
    expect(await holds(person)).toBe(false);
  });

  test('are held by the guest who names the address, for the server only', async () => {
    const { id, email } = await guestBooking();
    const photo = await addStored(anon, id, email);
    const holds = (who: Person, address: string) =>
      callAs(database.pool, who, 'holds_booking_photo', photo, address);
    expect([await holds(service, email), await holds(service, stranger)]).toEqual([true, false]);
    await expect(holds(anon, email)).rejects.toMatchObject({ code: refused });
  });

  describe('in their bucket', () => {
    let photo: string;
    let waiting: string;
    beforeEach(async () => {
      const { id, email } = await guestBooking();
      photo = await addStored(anon, id, email);
      waiting = await add(anon, id, email);
    });
    const outcomes = async (statement: string) => {
      const seen = [];
      for (const who of [anon, people.customer.person, people.other.person, people.owner.person]) {
        seen.push(await tryOut(database.pool, who, statement, asStorage));
      }
      return seen;
    };
    const own = () => `where bucket_id = 'bookings' and name = '${photo}'`;

    test('can be read by the owner only, and by nobody changed or deleted past the product', async () => {
      expect(await outcomes(`select id from storage.objects ${own()}`)).toEqual([0, 0, 0, 1]);
      expect(await outcomes(`update storage.objects set metadata = '{}' ${own()}`)).toEqual([
        0, 0, 0, 0,
      ]);
      expect(await outcomes(`delete from storage.objects ${own()}`)).toEqual([0, 0, 0, 0]);
    });

    test('can be uploaded only under an id that was given for one, for 15 minutes', async () => {
      expect(await outcomes(upload(waiting))).toEqual([1, 1, 1, 1]);
      const none = Array(4).fill(refused);
      for (const name of ['car.jpg', `${waiting}.jpg`, `x/${waiting}`, crypto.randomUUID()]) {
        expect(await outcomes(upload(name))).toEqual(none);
      }
      await age(waiting, 16);
      expect(await outcomes(upload(waiting))).toEqual(none);
    });

    test('cannot be uploaded twice, nor once they are removed', async () => {
      expect(await outcomes(upload(photo))).toEqual(Array(4).fill('23505'));
      await database.pool.query(
        'update public.booking_photos set booking_id = null where id = $1',
        [waiting],
      );
      expect(await outcomes(upload(waiting))).toEqual(Array(4).fill(refused));
    });
  });

  test('are four at most, however many are added at once', async () => {
    const { id, email } = await guestBooking();
    const tries = await Promise.allSettled(Array.from({ length: 12 }, () => add(anon, id, email)));
    const refusals = tries.flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as Error).message] : [],
    );
    expect(refusals).toEqual(Array(8).fill('too_many_photos'));
    const insert = `insert into public.booking_photos (booking_id, place) values ($1, $2)`;
    await expect(database.pool.query(insert, [id, 4])).rejects.toMatchObject({ code: '23505' });
    await expect(database.pool.query(insert, [id, 5])).rejects.toMatchObject({ code: '23514' });
  });

  test('that never arrived give their place back after 15 minutes', async () => {
    const { id, email } = await guestBooking();
    const lost = await add(anon, id, email);
    const stored = [];
    for (let place = 2; place <= 4; place += 1) stored.push(await addStored(anon, id, email));
    await expect(add(anon, id, email)).rejects.toMatchObject({ message: 'too_many_photos' });
    for (const photo of [lost, ...stored]) await age(photo, 16);
    const again = await addStored(anon, id, email);
    expect(await shown(id, email)).toEqual([again, ...stored]);
  });

  test('stay as they are once the visit has begun; those of a cancelled booking can be removed', async () => {
    const { id, email } = await guestBooking();
    const photo = await addStored(anon, id, email);
    await database.pool.query('update public.bookings set done_at = now() where id = $1', [id]);
    await expect(add(anon, id, email)).rejects.toMatchObject({ message: 'booking_past' });
    await expect(remove(anon, photo, email)).rejects.toMatchObject({ message: 'booking_past' });

    const gone = await guestBooking();
    const former = await addStored(anon, gone.id, gone.email);
    await database.pool.query('select private.cancel($1)', [gone.id]);
    await expect(add(anon, gone.id, gone.email)).rejects.toMatchObject({
      message: 'booking_cancelled',
    });
    await remove(anon, former, gone.email);
    expect(await shown(gone.id, gone.email)).toEqual([]);
  });

  test('are on the page of the booking and on the card of the day', async () => {
    const { id, email } = await guestBooking();
    const photo = await addStored(anon, id, email);
    const owner = people.owner.person;
    expect(await callAs(database.pool, owner, 'booking_page', id)).toMatchObject({
      photos: [photo],
    });
    const { rows } = await database.pool.query(
      'select private.car_of_day(booking) as car from public.bookings as booking where id = $1',
      [id],
    );
    expect(rows).toMatchObject([{ car: { photos: [photo] } }]);
  });

  describe('to be deleted', () => {
    const removed = async () => {
      const { rows } = await database.pool.query<{ id: string }>(
        'select public.removed_booking_photos() as id',
      );
      return rows.map(({ id }) => id);
    };
    const forget = (ids: string[]) => callAs(database.pool, service, 'forget_booking_photos', ids);

    test('are those that the customer removed, until no upload can end any more', async () => {
      const { id, email } = await guestBooking();
      const photo = await addStored(anon, id, email);
      const kept = await addStored(anon, id, email);
      await remove(anon, photo, email);
      expect(await removed()).toContain(photo);
      await forget([photo, kept]);
      expect(await removed()).toContain(photo);
      await age(photo, 21);
      await age(kept, 21);
      await forget([photo, kept]);
      expect(await removed()).not.toContain(photo);
      expect(await shown(id, email)).toEqual([kept]);
    });

    test('are those of an erased customer', async () => {
      const { id, email } = await guestBooking();
      const photo = await addStored(anon, id, email);
      await database.pool.query(
        'update public.bookings set booking_date = booking_date - 400 where id = $1',
        [id],
      );
      await callAs(database.pool, people.owner.person, 'erase_customer', email);
      expect(await removed()).toContain(photo);
      expect(await callAs(database.pool, people.owner.person, 'booking_page', id)).toMatchObject({
        photos: [],
      });
    });

    test('are those of a customer who deletes their account', async () => {
      const { id: user, person } = await signUp(database.pool, 'leaver@photos.example');
      const id = await book(database.pool, { user_id: user });
      const photo = await addStored(person, id);
      await database.pool.query(
        'update public.bookings set booking_date = booking_date - 400 where id = $1',
        [id],
      );
      await callAs(database.pool, justProved(person), 'delete_my_account');
      expect(await removed()).toContain(photo);
    });

    test('are those of a deleted booking', async () => {
      const { id, email } = await guestBooking();
      const photo = await addStored(anon, id, email);
      await database.pool.query('delete from public.payments where booking_id = $1', [id]);
      await database.pool.query('delete from public.bookings where id = $1', [id]);
      expect(await removed()).toContain(photo);
    });

    test('are files without a row, after a day', async () => {
      const [known, unknown] = [crypto.randomUUID(), crypto.randomUUID()];
      const { id } = await guestBooking();
      await database.pool.query(
        'insert into public.booking_photos (id, booking_id, place) values ($1, $2, 1)',
        [known, id],
      );
      await database.pool.query(
        `insert into storage.objects (bucket_id, name, created_at)
         select 'bookings', name, now() - interval '25 hours' from unnest($1::text[]) as name`,
        [[known, unknown]],
      );
      const { rows } = await database.pool.query('select * from public.unused_photos()');
      expect(rows).toEqual([{ bucket_id: 'bookings', name: unknown }]);
    });
  });
});
