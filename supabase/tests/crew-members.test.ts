import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, hold, wanted } from './bookings.ts';
import { anon, signUp, tryCall, type Person } from './cast.ts';
import { callAs } from './rain.ts';
import { setTime } from './time-rules.ts';

describeEachDatabase("A crew's member", { both: 'access' }, (open) => {
  let database: Database;
  let member: { id: string; person: Person };
  let visit: string;
  beforeAll(async () => {
    database = await open();
    await setTime(database.pool, 'crews = 2');
    member = await signUp(database.pool, 'member@example.com');
  });
  beforeEach(async () => {
    await database.pool.query(
      `insert into public.crew_members values ($1, 1) on conflict (user_id) do update set crew = 1`,
      [member.id],
    );
    visit = await bookOn(0);
  });
  afterAll(() => database.close());

  /** A visit so many days from today, which crew 1 does. */
  const bookOn = async (ahead: number) => {
    const id = await book(database.pool);
    await database.pool.query(
      `delete from public.slot_claims
       where local_date between private.local_today() - 2 and private.local_today() + 9`,
    );
    await database.pool.query(
      `insert into public.slot_claims (booking_id, service_name, crew, during)
       select $1, 'x', 1, tstzrange(start, start + interval '2 hours')
       from private.instant_of(private.local_today() + $2::integer, '10:00') as start
       on conflict (booking_id) do update set during = excluded.during, crew = 1`,
      [id, ahead],
    );
    return id;
  };
  const attempt = (who: Person, id: string) =>
    tryCall(database.pool, who, `select nullif(private.worked_booking('${id}'), '${id}')`);
  const refused = 'administrators_only';

  test("works on the visits of the own crew, and on no other crew's", async () => {
    expect(await attempt(member.person, visit)).toBeNull();
    await database.pool.query('update public.slot_claims set crew = 2 where booking_id = $1', [
      visit,
    ]);
    expect(await attempt(member.person, visit)).toBe(refused);
  });

  test.each([
    [-2, refused],
    [-1, null],
    [7, null],
    [8, refused],
  ])('who works %i days from today gets the answer %j', async (ahead, answer) => {
    expect(await attempt(member.person, await bookOn(ahead))).toBe(answer);
  });

  const works: Readonly<Record<string, (id: string) => [name: string, ...values: unknown[]]>> = {
    done: (id) => operation(id, 'done'),
    'no show': (id) => operation(id, 'no_show'),
    'a payment': (id) =>
      operation(id, 'payment', { method: 'cash', amount_cents: 500, tip_cents: 0 }),
    'a mark': (id) => ['mark_done', id],
    'a payment by itself': (id) => ['record_payment', id, 'cash', 500],
    'a tick': (id) => operation(id, 'tick', { item: 'Full exterior wash', is_ticked: true }),
    'a photo': (id) => ['add_work_photo', crypto.randomUUID(), id, 'before'],
    'on the way': (id) => ['set_on_my_way', id, 20],
    'work that began': (id) => ['set_work_began', id],
  };
  const answerTo = (name: string, values: unknown[]) =>
    callAs(database.pool, member.person, name, ...values).then(
      () => null,
      (error: unknown) => (error as Error).message,
    );
  const giveTo = (crew: number, id: string) =>
    database.pool.query('update public.slot_claims set crew = $1 where booking_id = $2', [
      crew,
      id,
    ]);
  /** A visit that began today at 00:01, without the checks of a move. */
  const startedToday = async () => {
    const id = await bookOn(0);
    await database.pool.query(
      `set session_replication_role = replica;
       update public.bookings set booking_date = private.local_today(), booking_time = '00:01' where id = '${id}';
       set session_replication_role = origin`,
    );
    return id;
  };
  const operation = (id: string, kind: string, input = {}, seen = {}): [string, ...unknown[]] => [
    'do_visit_operation',
    ...[crypto.randomUUID(), kind, id, JSON.stringify(input), JSON.stringify(seen)],
  ];

  /** The id under which members know a visit. */
  const claimOf = async (id: string) => {
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from public.slot_claims where booking_id = $1',
      [id],
    );
    return rows[0]?.id ?? 'no claim';
  };

  test.each(Object.keys(works))('notes "%s" for the own crew, and for no other', async (what) => {
    const id = await startedToday();
    const [name, ...values] = works[what]?.(await claimOf(id)) ?? [''];
    await giveTo(2, id);
    expect(await answerTo(name, values)).toBe(refused);
    await giveTo(1, id);
    expect(await answerTo(name, values)).toBeNull();
  });

  test.each(Object.keys(works))('notes "%s" under the id of a booking as well', async (what) => {
    const [name, ...values] = works[what]?.(await startedToday()) ?? [''];
    expect(await answerTo(name, values)).toBeNull();
  });

  test('undoes a mark, and gets the same answer to an operation sent again', async () => {
    const id = await startedToday();
    const [name, ...values] = operation(await claimOf(id), 'done');
    const first = await callAs(database.pool, member.person, name, ...values);
    expect(await callAs(database.pool, member.person, name, ...values)).toEqual(first);
    const [undo, ...input] = operation(await claimOf(id), 'undo_mark');
    expect(await answerTo(undo, input)).toBeNull();
    const { rows } = await database.pool.query(
      'select done_at from public.bookings where id = $1',
      [id],
    );
    expect(rows).toEqual([{ done_at: null }]);
  });

  describe('whose device sends cash again that was recorded', () => {
    const cash = { method: 'cash', amount_cents: 4000, tip_cents: 500, keeps_all: true };
    const paid = async (id: string) => {
      const { rows } = await database.pool.query<{ sum: number }>(
        `select coalesce(sum(amount_cents + tip_cents), 0)::integer as sum from public.payments
         where booking_id = $1 and method = 'cash'`,
        [id],
      );
      return rows[0]?.sum;
    };

    test.each([
      [
        'was cancelled',
        (id: string) =>
          database.pool.query(
            `select public.release_booking(booking.id, 0, kept_cents, 'x') from public.bookings as booking, private.money_of(booking) where booking.id = $1`,
            [id],
          ),
      ],
      ['went to another crew', (id: string) => giveTo(2, id)],
    ])('gets the first answer after the visit %s, and records nothing', async (_what, lose) => {
      const id = await startedToday();
      const claim = await claimOf(id);
      const [name, ...values] = operation(claim, 'payment', cash);
      const first = await callAs<{ result: object }>(database.pool, member.person, name, ...values);
      await lose(id);
      expect(await answerTo('mark_done', [claim])).toBe(refused);
      const again = await callAs(database.pool, member.person, name, ...values);
      expect(again).toEqual({ result: first.result, visit: null });
      expect(await paid(id)).toBe(4500);
      // Another amount, and another member, get nothing from the key.
      const [key, kind, visit] = values;
      const other = JSON.stringify({ ...cash, amount_cents: 1 });
      expect(await answerTo(name, [key, kind, visit, other, '{}'])).toBe(refused);
      const stranger = await signUp(database.pool, `${crypto.randomUUID()}@example.com`);
      await expect(callAs(database.pool, stranger.person, name, ...values)).rejects.toMatchObject({
        message: refused,
      });
    });
  });

  test("never learns a booking's id, by which it can be cancelled", async () => {
    const id = await startedToday();
    const claim = await claimOf(id);
    const answers = [
      await callAs(database.pool, member.person, 'crew_days'),
      await callAs(database.pool, member.person, 'crew_visits_to_keep'),
      await callAs(database.pool, member.person, 'visit_work', claim),
    ];
    for (const what of Object.keys(works).toReversed()) {
      const [name, ...values] = works[what]?.(claim) ?? [''];
      answers.push(await callAs(database.pool, member.person, name, ...values));
    }
    expect(JSON.stringify(answers)).toContain(claim);
    expect(JSON.stringify(answers)).not.toContain(id);
  });

  describe('records money on site', () => {
    const pay = (id: string, amount: number, tip = 0, keepsAll = true) => {
      const money = { method: 'cash', amount_cents: amount, tip_cents: tip, keeps_all: keepsAll };
      const [name, ...values] = operation(id, 'payment', money);
      return answerTo(name, values);
    };
    const total = async (id: string) => {
      const { rows } = await database.pool.query<{ total_cents: number }>(
        'select total_cents from public.bookings where id = $1',
        [id],
      );
      return rows[0]?.total_cents ?? 0;
    };

    test('up to what the visit costs, also when it was paid meanwhile', async () => {
      const id = await startedToday();
      const cents = await total(id);
      expect(await pay(id, cents + 1)).toBe('more_than_it_costs');
      expect(await pay(id, cents - 100)).toBeNull();
      expect(await pay(id, 101)).toBe('more_than_it_costs');
      expect(await pay(id, 100)).toBeNull();
    });

    test('with as much again in tips, and with 100 dollars of tips at a cheaper visit', async () => {
      const id = await startedToday();
      const cents = await total(id);
      const most = Math.max(cents, 10_000);
      expect(await pay(id, most + 1, most + 1, false)).toBe('more_than_it_costs');
      expect(await pay(id, most, most, false)).toBeNull();
      expect(await pay(id, 1, 1, false)).toBe('more_than_it_costs');
    });
  });

  test('holds the cash that they took until the owner received it', async () => {
    const owner = (await signUp(database.pool, 'cash-owner@example.com', { admin: true })).person;
    const id = await startedToday();
    const pay = (who: Person, method: string, amount_cents: number) =>
      callAs(
        database.pool,
        who,
        ...operation(id, 'payment', { method, amount_cents, tip_cents: amount_cents }),
      );
    await pay(member.person, 'cash', 500);
    await pay(member.person, 'e_transfer', 300);
    await pay(owner, 'cash', 200);
    type Held = { email: string; cents: number; payments: { id: string; booking_id: string }[] }[];
    const held = async () => {
      const all = await callAs<Held>(database.pool, owner, 'crew_cash');
      return all.flatMap(({ email, payments }) =>
        payments.filter((one) => one.booking_id === id).map((one) => ({ email, ...one })),
      );
    };
    const before = await held();
    expect(before).toMatchObject([{ email: 'member@example.com', cents: 500 }]);
    const receive = (received: boolean) =>
      callAs(
        database.pool,
        owner,
        'receive_crew_cash',
        before.map((one) => one.id),
        received,
      );
    await receive(true);
    await receive(true);
    expect(await held()).toEqual([]);
    await receive(false);
    expect(await held()).toEqual(before);
    const { rows } = await database.pool.query<{ action: string }>(
      `select action from public.booking_changes where booking_id = $1 and action like 'cash%' order by id`,
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['cash_received', 'cash_with_crew']);
    await expect(callAs(database.pool, member.person, 'crew_cash')).rejects.toThrow(refused);
  });

  test("keeps the own crew's visits of today and tomorrow on a device, with their checklists", async () => {
    type Kept = {
      days: { visits: { id: string }[] };
      work: { booking_id: string; checklist: unknown[] }[];
    };
    const kept = async (who = member.person) => {
      const { days, work } = await callAs<Kept>(database.pool, who, 'crew_visits_to_keep');
      expect(work.map((one) => one.booking_id)).toEqual(days.visits.map(({ id }) => id));
      return work;
    };
    const id = await startedToday();
    expect(await kept()).toMatchObject([{ booking_id: await claimOf(id) }]);
    expect((await kept())[0]?.checklist.length).toBeGreaterThan(3);
    await giveTo(2, id);
    expect(await kept()).toEqual([]);
    await giveTo(1, id);
    await database.pool.query(
      `set session_replication_role = replica;
       update public.bookings set booking_date = private.local_today() + 2 where id = '${id}';
       set session_replication_role = origin`,
    );
    expect(await kept()).toEqual([]);
    await database.pool.query('delete from public.crew_members where user_id = $1', [member.id]);
    await expect(kept()).rejects.toThrow(refused);
  });

  test("does not read the owner's notes, on the page or on a device", async () => {
    const id = await startedToday();
    await database.pool.query(
      `insert into public.booking_notes (booking_id, note) values ($1, 'Never pays')`,
      [id],
    );
    await database.pool.query(
      `update public.customers set note = 'Haggles'
       where email = (select customer_email from public.bookings where id = $1)`,
      [id],
    );
    for (const name of ['crew_days', 'crew_visits_to_keep']) {
      const answer = JSON.stringify(await callAs(database.pool, member.person, name));
      expect(answer).toContain(await claimOf(id));
      expect(answer).not.toContain('Never pays');
      expect(answer).not.toContain('Haggles');
    }
  });

  test("does not write the owner's notes, also not on the own visits", async () => {
    const [name, ...values] = operation(visit, 'note', { text: 'Mine' }, { note_version: 0 });
    expect(await answerTo(name, values)).toBe(refused);
  });

  test('cannot work on a hold, a cancelled visit or one that is unknown', async () => {
    const { booking_id: held } = await hold(database.pool, wanted());
    expect(await attempt(member.person, held)).toBe(refused);
    await database.pool.query('delete from public.slot_claims where booking_id = $1', [visit]);
    expect(await attempt(member.person, visit)).toBe(refused);
    expect(await attempt(member.person, crypto.randomUUID())).toBe(refused);
  });

  test('loses access with the membership and with the session', async () => {
    const claims = { ...member.person.identity.claims, session_id: crypto.randomUUID() };
    const ended = { ...member.person, identity: { ...member.person.identity, claims } };
    expect(await attempt(ended, visit)).toBe(refused);
    await database.pool.query('delete from public.crew_members where user_id = $1', [member.id]);
    expect(await attempt(member.person, visit)).toBe(refused);
  });

  test('needs a second factor where the settings require one', async () => {
    const require = (is: boolean) =>
      database.pool.query('update private.security_settings set requires_second_factor = $1', [is]);
    await require(true);
    expect(await attempt(member.person, visit)).toBe(refused);
    await require(false);
    expect(await attempt(member.person, visit)).toBeNull();
  });

  test('is someone with an account: visitors are refused, administrators are not', async () => {
    const boss = await signUp(database.pool, 'boss@example.com', { admin: true });
    const stranger = await signUp(database.pool, 'stranger@example.com');
    expect(await attempt(anon, visit)).toBe('42501');
    expect(await attempt(stranger.person, visit)).toBe(refused);
    expect(await attempt(boss.person, visit)).toBeNull();
  });
});

describeEachDatabase('Crews', { both: 'access' }, (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const numbers = async () => {
    const { rows } = await database.pool.query<{ number: number }>(
      'select number from public.crews order by 1',
    );
    return rows.map(({ number }) => number);
  };

  describe('follow the number in the settings', () => {
    test('one at first, more with the lowest numbers, fewer without the highest', async () => {
      expect(await numbers()).toEqual([1]);
      await setTime(database.pool, 'crews = 4');
      await database.pool.query('delete from public.crews where number = 2');
      await setTime(database.pool, 'crews = 4');
      expect(await numbers()).toEqual([1, 2, 3, 4]);
      await setTime(database.pool, 'crews = 2');
      expect(await numbers()).toEqual([1, 2]);
    });
  });
});
