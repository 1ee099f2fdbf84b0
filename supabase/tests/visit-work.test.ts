import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { visitWork } from '../contracts/visit-work.ts';
import { book, wanted } from './bookings.ts';
import { anon, ask, service, signUp, tryOut, type Person } from './cast.ts';
import { callAs, letStartCome } from './rain.ts';

const uuid = () => crypto.randomUUID();

describeEachDatabase('The work on a visit', (open) => {
  let database: Database;
  let people: Record<'owner' | 'crew' | 'otherCrew' | 'customer', Person>;
  let visit: string;
  let email: string;

  beforeAll(async () => {
    database = await open({ maxConnections: 12 });
    const { pool } = database;
    await pool.query('update public.time_settings set crews = 2');
    const members = [];
    for (const crew of [1, 2]) {
      const member = await signUp(pool, `crew${crew}@work.example`);
      await pool.query('insert into public.crew_members (user_id, crew) values ($1, $2)', [
        member.id,
        crew,
      ]);
      members.push(member.person);
    }
    const [crew, otherCrew] = members as [Person, Person];
    const { person: owner } = await signUp(pool, 'boss@work.example', { admin: true });
    const { person: customer } = await signUp(pool, 'customer@work.example');
    people = { owner, crew, otherCrew, customer };
  });
  afterAll(() => database.close());

  beforeEach(async () => {
    const booking = wanted();
    email = String(booking['customer_email']);
    visit = await book(database.pool, booking);
    await letStartCome(database.pool, visit);
    await database.pool.query('delete from public.slot_claims where booking_id <> $1', [visit]);
    await database.pool.query(
      `update public.slot_claims set crew = 1, during = tstzrange(start, start + interval '3 hours')
       from private.instant_of(private.local_today() - 1, '12:00') as start`,
    );
  });

  const call = <T>(who: Person, name: string, ...values: unknown[]) =>
    callAs<T>(database.pool, who, name, ...values);
  const add = (who: Person, id: string, kind = 'before', booking = visit) =>
    call(who, 'add_work_photo', id, booking, kind);
  const upload = (who: Person, id: string) =>
    ask(
      database.pool,
      who,
      `insert into storage.objects (bucket_id, name) values ('bookings', '${id}')`,
    );
  const addStored = async (kind = 'before', who = people.crew) => {
    const id = uuid();
    await add(who, id, kind);
    await upload(who, id);
    return id;
  };
  const work = async (who = people.crew) =>
    visitWork.shape.parse(await call(who, 'visit_work', visit));
  const photos = async () => (await work()).photos.map(({ id }) => id);
  const erase = async () => {
    await database.pool.query(
      'update public.bookings set booking_date = booking_date - 400 where id = $1',
      [visit],
    );
    await call(people.owner, 'erase_customer', email);
  };

  describe('in photos', () => {
    test('is added by the crew and by the owner, and listed by kind once it is stored', async () => {
      const after = await addStored('after');
      const before = await addStored('before', people.owner);
      await add(people.crew, uuid(), 'condition');
      expect((await work()).photos).toMatchObject([
        { id: after, kind: 'after' },
        { id: before, kind: 'before', taken_by: 'boss@work.example' },
      ]);
    });

    test('is refused to everybody else', async () => {
      const photo = await addStored();
      for (const who of [people.otherCrew, people.customer]) {
        const refusal = { message: 'administrators_only' };
        await expect(add(who, uuid())).rejects.toMatchObject(refusal);
        await expect(call(who, 'remove_work_photo', photo)).rejects.toMatchObject(refusal);
        await expect(call(who, 'visit_work', visit)).rejects.toMatchObject(refusal);
      }
      await expect(add(anon, uuid())).rejects.toMatchObject({ code: '42501' });
    });

    test('is the same photo when its id is sent again, and keeps its ticket alive', async () => {
      const id = uuid();
      await add(people.crew, id);
      await database.pool.query(
        `update public.booking_photos set created_at = now() - interval '16 minutes' where id = $1`,
        [id],
      );
      await expect(upload(people.crew, id)).rejects.toMatchObject({ code: '42501' });
      await add(people.crew, id);
      await upload(people.crew, id);
      await add(people.owner, id);
      expect(await photos()).toEqual([id]);
    });

    test('refuses an id that another visit or kind has', async () => {
      const id = await addStored('before');
      await expect(add(people.crew, id, 'after')).rejects.toMatchObject({
        message: 'photo_id_taken',
      });
      const other = await book(database.pool);
      await expect(add(people.owner, id, 'before', other)).rejects.toMatchObject({
        message: 'photo_id_taken',
      });
      await expect(add(people.crew, uuid(), 'selfie')).rejects.toMatchObject({
        message: 'unknown_photo_kind',
      });
    });

    test('has twelve of a kind at most, however many are added at once', async () => {
      const tries = await Promise.allSettled(
        Array.from({ length: 15 }, () => add(people.crew, uuid())),
      );
      expect(
        tries.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : [])),
      ).toEqual(Array(3).fill('too_many_photos'));
      await add(people.crew, uuid(), 'after');
    });

    test('is removed and restored, and its place goes to another photo when it is needed', async () => {
      const [kept, removed] = [await addStored(), await addStored()];
      await call(people.crew, 'remove_work_photo', removed);
      expect(await photos()).toEqual([kept]);
      await expect(add(people.crew, removed)).rejects.toMatchObject({ message: 'photo_removed' });
      await call(people.owner, 'restore_work_photo', removed);
      expect(await photos()).toEqual([kept, removed]);
      await call(people.crew, 'remove_work_photo', removed);
      for (let more = 0; more < 11; more += 1) await add(people.crew, uuid());
      await expect(call(people.crew, 'restore_work_photo', removed)).rejects.toMatchObject({
        message: 'photo_not_found',
      });
    });

    test('that the owner removed is restored by the owner alone', async () => {
      const crews = await addStored();
      await call(people.owner, 'remove_work_photo', crews);
      // Again by the member, which changes nothing.
      await call(people.crew, 'remove_work_photo', crews);
      await expect(call(people.crew, 'restore_work_photo', crews)).rejects.toMatchObject({
        message: 'made_by_another',
      });
      expect(await photos()).toEqual([]);
      await call(people.owner, 'restore_work_photo', crews);
      await call(people.crew, 'remove_work_photo', crews);
      await call(people.crew, 'restore_work_photo', crews);
      expect(await photos()).toEqual([crews]);
    });

    test('is removed by the owner and by the one who took it alone', async () => {
      const [owners, crews] = [await addStored('before', people.owner), await addStored()];
      for (const name of ['remove_work_photo', 'restore_work_photo'])
        await expect(call(people.crew, name, owners)).rejects.toMatchObject({
          message: 'made_by_another',
        });
      expect(await photos()).toEqual([owners, crews]);
      await call(people.owner, 'remove_work_photo', crews);
      expect(await photos()).toEqual([owners]);
    });

    test('is uploaded by those who do the visit, also under an id that others know', async () => {
      const photo = uuid();
      await add(people.crew, photo);
      for (const who of [anon, people.customer, people.otherCrew])
        await expect(upload(who, photo)).rejects.toThrow('row-level security');
      await database.pool.query('delete from public.crew_members where crew = 1');
      await expect(upload(people.crew, photo)).rejects.toThrow('row-level security');
      await database.pool.query(
        `insert into public.crew_members (user_id, crew)
         select id, 1 from auth.users where email = 'crew1@work.example'`,
      );
      await upload(people.crew, photo);
      expect(await photos()).toEqual([photo]);
    });

    test('is deleted two minutes after it was removed', async () => {
      const removed = await addStored();
      await call(people.crew, 'remove_work_photo', removed);
      const toDelete = async () => {
        const { rows } = await database.pool.query<{ id: string }>(
          'select public.removed_booking_photos() as id',
        );
        return rows.map(({ id }) => id);
      };
      expect(await toDelete()).not.toContain(removed);
      await database.pool.query(
        `update public.booking_photos set removed_at = now() - interval '3 minutes' where id = $1`,
        [removed],
      );
      expect(await toDelete()).toContain(removed);
      await expect(call(people.crew, 'restore_work_photo', removed)).rejects.toMatchObject({
        message: 'photo_not_found',
      });
    });

    test('is read in the bucket by the crew of the visit and the owner', async () => {
      const photo = await addStored();
      const read = `select id from storage.objects where name = '${photo}'`;
      const seen = [];
      for (const who of [anon, people.customer, people.otherCrew, people.crew, people.owner]) {
        seen.push(await tryOut(database.pool, who, read, 'select 1'));
      }
      expect(seen).toEqual([0, 0, 0, 1, 1]);
    });

    test('is seen by the customer from when the visit is done on, and not removed by them', async () => {
      const [before, condition] = [await addStored(), await addStored('condition')];
      const holds = (photo: string) => call(service, 'holds_booking_photo', photo, email);
      expect(await holds(before)).toBe(false);
      await call(people.owner, 'mark_done', visit);
      expect([await holds(before), await holds(condition)]).toEqual([true, false]);
      await expect(call(anon, 'remove_booking_photo', before, email)).rejects.toMatchObject({
        message: 'photo_not_found',
      });
      await call(people.owner, 'remove_work_photo', before);
      expect(await holds(before)).toBe(false);
    });

    test('leaves the places of the customer alone', async () => {
      for (let more = 0; more < 5; more += 1) await addStored();
      const page = await call<{ photos: string[] }>(people.owner, 'booking_page', visit);
      expect(page.photos).toEqual([]);
    });

    test('is not added to a cancelled booking', async () => {
      await database.pool.query(
        `update public.bookings set status = 'cancelled', cancelled_at = now() where id = $1`,
        [visit],
      );
      await expect(add(people.owner, uuid())).rejects.toMatchObject({
        message: 'booking_cancelled',
      });
    });
  });

  describe('on the checklist', () => {
    const tick = (item: string, isTicked = true, id = uuid(), at: string | null = null) =>
      call(people.crew, 'tick_item', id, visit, item, isTicked, at);
    const list = async () =>
      (await work()).checklist.map(({ item, ticked_by: by }) => [item, by !== null]);

    test('has the features as they were sold, then the add-ons', async () => {
      await database.pool.query(
        `update public.bookings
         set sold_features = '["Wash", "Wax"]', add_ons = '[{"name": "Pet hair"}]' where id = $1`,
        [visit],
      );
      await tick('Pet hair');
      expect(await list()).toEqual([
        ['Wash', false],
        ['Wax', false],
        ['Pet hair', true],
      ]);
    });

    test('keeps the features of the catalogue with a new booking, and falls back to them', async () => {
      const sold = await list();
      expect(sold.length).toBeGreaterThan(3);
      const { rows } = await database.pool.query<{ features: string[] }>(
        'select sold_features as features from public.bookings where id = $1',
        [visit],
      );
      expect(rows[0]?.features).toEqual(sold.map(([item]) => item));
      await database.pool.query('update public.bookings set sold_features = null where id = $1', [
        visit,
      ]);
      expect(await list()).toEqual(sold);
    });

    test('is ticked once under an id, also when it is sent again after another tick', async () => {
      await database.pool.query(
        `update public.bookings set sold_features = '["Wash"]' where id = $1`,
        [visit],
      );
      const id = uuid();
      await tick('Wash', true, id);
      await tick('Wash', false);
      await tick('Wash', true, id);
      expect(await list()).toEqual([['Wash', false]]);
      await expect(tick('Wash', false, id)).rejects.toMatchObject({
        message: 'operation_key_used',
      });
      await expect(tick('Lunch')).rejects.toMatchObject({ message: 'unknown_item' });
    });

    test('is ticked once by an operation of a device, by the crew of the visit alone', async () => {
      await database.pool.query(
        `update public.bookings set sold_features = '["Wash"]' where id = $1`,
        [visit],
      );
      const key = uuid();
      const operate = (who: Person, isTicked: boolean, its = uuid(), item = 'Wash') =>
        call(
          who,
          'do_visit_operation',
          its,
          'tick',
          visit,
          JSON.stringify({ item, is_ticked: isTicked, happened_at: '2999-01-01T00:00:00Z' }),
          '{}',
        );
      const first = await operate(people.crew, true, key);
      await operate(people.owner, false);
      expect(await operate(people.crew, true, key)).toEqual(first);
      expect(await list()).toEqual([['Wash', false]]);
      for (const who of [people.otherCrew, people.customer]) {
        await expect(operate(who, true)).rejects.toMatchObject({ message: 'administrators_only' });
      }
      await expect(operate(people.crew, true, uuid(), 'Lunch')).rejects.toMatchObject({
        message: 'unknown_item',
      });
    });

    test('tells when a device without a network ticked it, neither before its day nor to come', async () => {
      await database.pool.query(
        `update public.bookings set sold_features = '["Wash"]' where id = $1`,
        [visit],
      );
      const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
      await tick('Wash', true, uuid(), anHourAgo);
      expect(Date.parse((await work()).checklist[0]?.ticked_at ?? '')).toBe(Date.parse(anHourAgo));
      await tick('Wash', true, uuid(), '1970-01-01T00:00:00Z');
      const { rows } = await database.pool.query<{ day: string }>(
        `select private.instant_of(booking_date, '00:00') as day from public.bookings where id = $1`,
        [visit],
      );
      expect(Date.parse((await work()).checklist[0]?.ticked_at ?? '')).toBe(
        Date.parse(rows[0]?.day ?? ''),
      );
      await tick('Wash', true, uuid(), '2999-01-01T00:00:00Z');
      expect(Date.parse((await work()).checklist[0]?.ticked_at ?? '')).toBeLessThan(
        Date.now() + 60_000,
      );
    });
  });

  describe('on the drawing', () => {
    const mark = (id: string, changes: Partial<Record<'x' | 'kind' | 'note', unknown>> = {}) => {
      const { x = 500, kind = 'scratch', note = '' } = changes;
      return call(people.crew, 'add_condition_mark', id, visit, 'hood', x, 200, kind, note);
    };
    const marks = async () => (await work()).marks.map(({ id }) => id);

    test('is marked once under an id, with a note in one line', async () => {
      const [one, two] = [uuid(), uuid()];
      await mark(one, { note: ' long\nscratch ' });
      await mark(two);
      await mark(one, { note: 'sent again' });
      expect((await work()).marks).toMatchObject([
        { id: one, part: 'hood', x: 500, y: 200, kind: 'scratch', note: 'long scratch' },
        { id: two },
      ]);
    });

    test('takes no mark beside the drawing, of another kind, or beyond the sixtieth', async () => {
      for (const wrong of [{ x: 1001 }, { x: 100_000 }, { kind: 'ghost' }, { kind: null }])
        await expect(mark(uuid(), wrong)).rejects.toMatchObject({ message: 'mark_invalid' });
      for (let more = 0; more < 60; more += 1) await mark(uuid());
      await expect(mark(uuid())).rejects.toMatchObject({ message: 'too_many_marks' });
    });

    test('loses a mark and gets it back, by those who do the visit', async () => {
      const id = uuid();
      await mark(id);
      await expect(call(people.otherCrew, 'remove_condition_mark', id)).rejects.toMatchObject({
        message: 'administrators_only',
      });
      await call(people.crew, 'remove_condition_mark', id);
      expect(await marks()).toEqual([]);
      await call(people.owner, 'remove_condition_mark', id, false);
      expect(await marks()).toEqual([id]);
      const owners = uuid();
      await call(people.owner, 'add_condition_mark', owners, visit, 'hood', 500, 200, 'dent');
      await expect(call(people.crew, 'remove_condition_mark', owners)).rejects.toMatchObject({
        message: 'made_by_another',
      });
      expect(await marks()).toEqual([id, owners]);
    });

    test('gets a mark that the owner removed back from the owner alone', async () => {
      const id = uuid();
      await mark(id);
      await call(people.owner, 'remove_condition_mark', id);
      await expect(call(people.crew, 'remove_condition_mark', id, false)).rejects.toMatchObject({
        message: 'made_by_another',
      });
      expect(await marks()).toEqual([]);
      await call(people.owner, 'remove_condition_mark', id, false);
      await call(people.crew, 'remove_condition_mark', id);
      await call(people.crew, 'remove_condition_mark', id, false);
      expect(await marks()).toEqual([id]);
    });
  });

  describe('for its customer', () => {
    type Link = {
      state: string;
      before: string[];
      after: string[];
      is_shown: boolean;
      wording: string;
    };
    const mails = async () => {
      const { rows } = await database.pool.query<{ token: string }>(
        `select data ->> 'photo_token' as token from public.mail_outbox
         where booking_id = $1 and template_type = 'work_photos'`,
        [visit],
      );
      return rows.map(({ token }) => token);
    };
    const done = () => call(people.owner, 'mark_done', visit);
    const link = async () => {
      await addStored('after');
      await done();
      return (await mails())[0] ?? '';
    };
    const open = (token: string) => call<Link | null>(anon, 'photos_of_link', token);
    const choose = (token: string, agrees: boolean) =>
      call<Link>(anon, 'choose_photo_consent', token, agrees);
    const hang = () =>
      call(people.owner, 'add_pair_to_gallery', visit, pairOf('b'), pairOf('a'), 'Volvo');
    const pairOf = (end: string) => `/storage/v1/object/public/gallery/${visit}-${end}.jpg`;
    const storePair = () =>
      database.pool.query(
        `insert into storage.objects (bucket_id, name) values ('gallery', $1), ('gallery', $2)`,
        [`${visit}-b.jpg`, `${visit}-a.jpg`],
      );
    const hung = async () => {
      const { rows } = await ask(
        database.pool,
        anon,
        `select image_url, before_id is not null as is_pair from public.gallery_photos
         where image_url like '%${visit}%' order by image_url`,
      );
      return rows;
    };

    test('is mailed once when the visit is done, only with a photo from after it', async () => {
      await addStored('before');
      await done();
      expect(await mails()).toEqual([]);
      await call(people.owner, 'undo_visit_mark', visit);
      await addStored('after');
      await done();
      await call(people.owner, 'undo_visit_mark', visit);
      await done();
      expect(await mails()).toHaveLength(1);
    });

    test('is behind the link of the email, without photos of the condition', async () => {
      const [before, condition] = [await addStored('before'), await addStored('condition')];
      const token = await link();
      const shown = await open(token);
      expect(shown).toMatchObject({ state: 'none', before: [before], is_shown: false });
      expect(shown?.after).toHaveLength(1);
      const shows = (id: string, secret: string) => call(service, 'link_shows_photo', id, secret);
      expect([
        await shows(before, token),
        await shows(condition, token),
        await shows(before, 'guessed'),
      ]).toEqual([true, false, false]);
      expect(await open('guessed')).toBeNull();
      await call(people.owner, 'undo_visit_mark', visit);
      expect(await open(token)).toMatchObject({ before: [], after: [] });
    });

    test('is behind a link in My Bookings and on the page of the visit', async () => {
      await link();
      const opens = async (token: unknown) => (await open(token as string)) !== null;
      const linked = (address: string) => call(anon, 'booking_photo_link', visit, address);
      expect(await opens(await linked(email))).toBe(true);
      expect(await linked('stranger@work.example')).toBeNull();
      const all = (address: string) =>
        call(anon, 'booking_photo_links', [visit, crypto.randomUUID()], address);
      const [listed, ...others] = (await all(email)) as { booking_id: string; token: string }[];
      expect([listed?.booking_id, others]).toEqual([visit, []]);
      expect(await opens(listed?.token)).toBe(true);
      expect(await all('stranger@work.example')).toEqual([]);
      const { rows } = await database.pool.query<{ path: string }>(
        'select private.add_visit_link(booking) as path from public.bookings as booking where id = $1',
        [visit],
      );
      const ofVisit = (secret: string) => call(anon, 'visit_photo_link', secret);
      expect(await opens(await ofVisit(rows[0]?.path.replace('/visit/', '') ?? ''))).toBe(true);
      expect(await ofVisit('guessed')).toBeNull();
    });

    test('goes to the gallery only with consent, which is kept with time and words', async () => {
      const token = await link();
      await storePair();
      await expect(hang()).rejects.toMatchObject({ message: 'no_photo_consent' });
      expect(await choose(token, true)).toMatchObject({ state: 'given' });
      await hang();
      await expect(hang()).rejects.toMatchObject({ message: 'pair_exists' });
      expect(await hung()).toEqual([
        { image_url: pairOf('a'), is_pair: true },
        { image_url: pairOf('b'), is_pair: false },
      ]);
      expect(await open(token)).toMatchObject({ is_shown: true });
      const copy = await call<{ bookings: { photo_consent: unknown }[] }>(
        people.owner,
        'customer_data',
        email,
      );
      expect(copy.bookings[0]?.photo_consent).toMatchObject({
        revoked_at: null,
        wording: expect.stringContaining('without my name') as string,
      });
      expect(await work(people.owner)).toMatchObject({
        consent: { state: 'given' },
        is_in_gallery: true,
      });
    });

    const takenDown = async () => {
      expect(await hung()).toEqual([]);
      const { rows } = await database.pool.query<{ name: string }>(
        'select public.gallery_files_to_delete() as name',
      );
      expect(rows.map(({ name }) => name)).toEqual(
        expect.arrayContaining([`${visit}-a.jpg`, `${visit}-b.jpg`]),
      );
    };

    test('leaves the gallery at once when the consent is revoked, and its files follow', async () => {
      const token = await link();
      await storePair();
      await choose(token, true);
      await hang();
      expect(await choose(token, false)).toMatchObject({ state: 'revoked', is_shown: false });
      await takenDown();
      await expect(hang()).rejects.toMatchObject({ message: 'no_photo_consent' });
    });

    test('leaves the gallery when the owner undoes it, and when the customer is erased', async () => {
      const token = await link();
      await storePair();
      await choose(token, true);
      await hang();
      await call(people.owner, 'remove_pair_from_gallery', visit);
      await takenDown();
      await hang();
      await erase();
      await takenDown();
      expect(await open(token)).toBeNull();
    });

    test('is asked again by the owner, once an hour, when there is a photo to send', async () => {
      const askAgain = () => call(people.owner, 'ask_photo_consent', visit);
      await expect(askAgain()).rejects.toMatchObject({ message: 'no_photos_to_send' });
      await link();
      await askAgain();
      await askAgain();
      expect(await mails()).toHaveLength(2);
    });
  });

  test('is in the copy of the customer’s data, without administrators', async () => {
    await addStored();
    await call(people.owner, 'add_condition_mark', uuid(), visit, 'hood', 1, 2, 'dent', 'left');
    const copy = await call<{ bookings: Record<string, unknown>[] }>(
      people.owner,
      'customer_data',
      email,
    );
    expect(copy.bookings).toMatchObject([
      { work_photos: 1, condition: [{ part: 'hood', note: 'left' }] },
    ]);
    expect(JSON.stringify(copy)).not.toContain('boss@work.example');
  });

  test('is erased with its customer, and a device that was offline brings nothing back', async () => {
    const photo = await addStored();
    await call(people.crew, 'add_condition_mark', uuid(), visit, 'hood', 1, 2, 'dent');
    await erase();
    const { rows } = await database.pool.query<{ id: string }>(
      'select public.removed_booking_photos() as id',
    );
    expect(rows.map(({ id }) => id)).toContain(photo);
    expect(await work(people.owner)).toMatchObject({ photos: [], marks: [] });
    for (const attempt of [
      () => add(people.owner, uuid()),
      () => call(people.owner, 'add_condition_mark', uuid(), visit, 'hood', 1, 2, 'dent'),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ message: 'booking_not_found' });
    }
  });

  test('is deleted after two years', async () => {
    await addStored();
    await call(people.crew, 'add_condition_mark', uuid(), visit, 'hood', 1, 2, 'dent');
    await database.pool.query(
      `update public.booking_photos set created_at = now() - interval '731 days' where booking_id = $1`,
      [visit],
    );
    await database.pool.query(
      `update public.condition_marks set made_at = now() - interval '731 days' where booking_id = $1`,
      [visit],
    );
    await call(service, 'forget_old_work');
    expect(await work()).toMatchObject({ photos: [], marks: [] });
  });
});
