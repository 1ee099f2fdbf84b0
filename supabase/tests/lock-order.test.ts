import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describePostgres } from '../../server/testing/databases.ts';
import { book, call, hold, settle, stored, wanted } from './bookings.ts';
import { anon, ask, service, signUp, type Person } from './cast.ts';
import { callAs, daysAfter, markRain, tokenTo, type RainOffer } from './rain.ts';

describePostgres('Two sessions on the same rows', (open) => {
  let database: Database;
  let boss: Person;
  let bossId: string;
  beforeAll(async () => {
    database = await open({ maxConnections: 4 });
    ({ person: boss, id: bossId } = await signUp(database.pool, 'boss@example.com', {
      admin: true,
    }));
  });
  afterAll(() => database.close());

  /** Or until the other session has finished without waiting. */
  async function untilASessionWaits(isOver: Promise<boolean>) {
    const seen = { isOver: false };
    void isOver.then((yes) => (seen.isOver = yes));
    for (let waiting = 0; waiting === 0 && !seen.isOver;) {
      const { rows } = await database.pool.query<{ waiting: number }>(
        `select count(*)::integer as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      waiting = rows[0]?.waiting ?? 0;
    }
  }

  /**
   * The first session begins, the second runs meanwhile, and the first continues: returns the outcome of the
   * second.
   */
  async function between<T>(
    begins: (first: PoolClient) => Promise<unknown>,
    second: () => Promise<T>,
    goesOn: (first: PoolClient) => Promise<unknown>,
  ): Promise<T> {
    const first = await database.pool.connect();
    try {
      await first.query('begin');
      await begins(first);
      const outcome = second();
      // The tests below check its answer.
      const isOver = outcome.then(
        () => true,
        () => true,
      );
      await untilASessionWaits(isOver);
      await goesOn(first);
      await first.query('commit');
      return await outcome;
    } finally {
      first.release(true);
    }
  }

  /** A customer on the waiting list with an offered time. */
  async function offered() {
    const booking = wanted();
    const day = String(booking['booking_date']);
    const email = `waits${day}@example.com`;
    await call(
      database.pool,
      'join_waiting_list',
      JSON.stringify({
        day,
        service_id: 'premium-detailing',
        service_name: 'Premium Detailing',
        vehicle_type: 'suv',
        duration_minutes: 180,
        name: 'Wren Hall',
        email,
        phone: '+19055550101',
      }),
    );
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from public.waiting_list where email = $1',
      [email],
    );
    const waitingId = rows[0]?.id ?? '';
    expect(await call(database.pool, 'offer_freed_time', waitingId, '12:00', 30)).toBe(true);
    const token = await tokenTo(database.pool, email, 'waiting_list_offer');
    return { booking, day, waitingId, token };
  }
  const holdNaming = async (token: string, booking: object) => {
    const naming = { ...service, headers: { 'x-offer-token': token } };
    const { rows } = await ask(database.pool, naming, 'select public.hold_slot($1, 15, 5) as it', [
      JSON.stringify(booking),
    ]);
    return rows[0]?.['it'];
  };

  test('an address that is confirmed while it is invited becomes a member', async () => {
    const email = 'joins@example.com';
    const isInvited = await between(
      (first) =>
        first.query('insert into auth.users (email, email_confirmed_at) values ($1, now())', [
          email,
        ]),
      async () =>
        (
          await ask(
            database.pool,
            boss,
            'select public.invite_crew_member(1::smallint, $1) as it',
            [email],
          )
        ).rows[0]?.['it'],
      () => Promise.resolve(),
    );
    expect(isInvited).toBe(false);
    const { rows } = await database.pool.query(
      `select member.crew from public.crew_members as member
       join auth.users as person on person.id = member.user_id where person.email = $1`,
      [email],
    );
    expect(rows).toEqual([{ crew: 1 }]);
  });

  test('a booking wins over passing on its offered time', async () => {
    const { booking, waitingId, token } = await offered();
    const held = await between(
      (first) =>
        first.query('select from public.waiting_list where id = $1 for update', [waitingId]),
      () => holdNaming(token, booking),
      (first) => first.query('select public.decline_waiting_offer($1, false)', [token]),
    );
    expect(held).toHaveProperty('booking_id');
  });

  test('an offer and a booking of the same time happen once', async () => {
    const { booking, day, waitingId, token } = await offered();
    const isOffered = await between(
      (first) => first.query('select private.lock_day($1)', [day]),
      () => call<boolean>(database.pool, 'offer_freed_time', waitingId, '09:00', 30),
      async (first) => {
        await first.query(`select set_config('request.headers', $1, true)`, [
          JSON.stringify({ 'x-offer-token': token }),
        ]);
        await first.query('select public.hold_slot($1, 15, 5)', [JSON.stringify(booking)]);
      },
    );
    expect(isOffered).toBe(false);
  });

  test('choosing a rain-day time that expires is refused', async () => {
    const { booking_date: day, ...changes } = wanted();
    const id = await book(database.pool, { ...changes, booking_date: day ?? null });
    const first = { date: daysAfter(String(day), 300), time: '09:00' };
    await markRain(database.pool, boss, String(day), { [id]: [first] });
    const token = await tokenTo(database.pool, String(changes['customer_email']));
    const { times } = await callAs<RainOffer>(database.pool, anon, 'rain_offer', token);
    await expect(
      between(
        (worker) =>
          worker.query('select from public.offered_times where booking_id = $1 for update', [id]),
        () => callAs(database.pool, anon, 'choose_rain_time', token, times[0]?.id),
        (worker) =>
          worker.query(`select private.close_offers(array[$1]::uuid[], 'lapsed')`, [times[0]?.id]),
      ),
    ).rejects.toThrow('offer_lapsed');
    expect(await stored(database.pool, id)).toMatchObject({ booking_date: day });
  });

  test.each([
    ['sent again', 'retry_refund', []],
    ['recorded as refunded', 'mend_finding', ['by_hand', 'In cash, on Friday']],
  ])(
    'a stuck refund is %s while Stripe reports its payment: both succeed',
    async (_what, name, words) => {
      const booking = wanted();
      const { booking_id: id } = await hold(database.pool, booking);
      await settle(database.pool, `pi_${id}`, id);
      await call(database.pool, 'release_booking', id, 2000, 2000, 'test');
      await database.pool.query(
        `update public.refunds set created_at = now() - interval '2 hours'
         where payment_id = (select id from public.payments where booking_id = $1)`,
        [id],
      );
      await call(database.pool, 'scan_payments');
      const { rows } = await database.pool.query<{ id: string }>(
        `select id from public.payment_findings where booking_id = $1 and kind = 'refund_stuck'`,
        [id],
      );
      await between(
        (webhook) => webhook.query('select from public.bookings where id = $1 for update', [id]),
        () => call(database.pool, name, rows[0]?.id, ...words, bossId),
        (webhook) =>
          webhook.query(
            `select public.apply_payment_event($1, 'charge.refunded', $2, $3, 2000, '{"refunded_cents": 100}')`,
            [`evt_${id}`, `pi_${id}`, id],
          ),
      );
      expect(await stored(database.pool, id)).toMatchObject({ status: 'cancelled' });
    },
  );

  test('checking a payment while the owner resolves it causes no deadlock', async () => {
    const { booking_id: id } = await hold(database.pool, wanted());
    await settle(database.pool, `pi_${id}`, id);
    await call(database.pool, 'scan_payments');
    // The earlier finding about the booking is closed, and there is a new one.
    await database.pool.query(
      `insert into public.payment_findings (kind, subject, reason, booking_id)
       select 'booking_without_payment', 'booking:' || id, 'nothing_recorded', id
       from public.bookings where id = $1`,
      [id],
    );
    await database.pool.query(
      `update public.payments set reported_refunded_cents = 100 where booking_id = $1`,
      [id],
    );
    const open = await between(
      (owner) => owner.query('select from public.bookings where id = $1 for update', [id]),
      () => call<number>(database.pool, 'scan_payments'),
      (owner) =>
        owner.query('select from public.payment_findings where booking_id = $1 for update', [id]),
    );
    expect(open).toBeGreaterThan(0);
    await call(database.pool, 'scan_payments');
    const { rows } = await database.pool.query(
      `select kind, reason from public.payment_findings where booking_id = $1 and closed_at is null`,
      [id],
    );
    expect(rows).toEqual([{ kind: 'amount_unlike', reason: 'refunded_outside' }]);
  });

  test('the owner and a customer move two bookings of that customer to one day', async () => {
    const email = 'moves@example.com';
    const { id: account, person } = await signUp(database.pool, email);
    const [one, other] = [
      await book(database.pool, { customer_email: email, user_id: account }),
      await book(database.pool, { customer_email: email, user_id: account }),
    ];
    const day = String(wanted()['booking_date']);
    const to = (time: string) => `booking_date = '${day}', booking_time = '${time}'`;
    await between(
      // As move_booking does.
      (owner) => owner.query('select private.lock_day($1)', [day]),
      () =>
        ask(database.pool, person, `update public.bookings set ${to('09:00')} where id = '${one}'`),
      (owner) => owner.query(`update public.bookings set ${to('13:00')} where id = $1`, [other]),
    );
    for (const id of [one, other])
      expect(await stored(database.pool, id)).toMatchObject({ booking_date: day });
  });

  test("a booking made during the deletion of its account becomes a guest's", async () => {
    const { id } = await signUp(database.pool, 'leaves@example.com');
    const booking = { ...wanted({ customer_email: 'leaves@example.com' }), user_id: id };
    const held = await between(
      (leaving) => leaving.query('select from auth.users where id = $1 for update', [id]),
      () => hold(database.pool, booking),
      async (leaving) => {
        await leaving.query(`select private.lock_email('leaves@example.com')`);
        await leaving.query('delete from auth.users where id = $1', [id]);
      },
    );
    const { rows } = await database.pool.query(
      'select user_id from public.bookings where id = $1',
      [held.booking_id],
    );
    expect(rows).toEqual([{ user_id: null }]);
  });
});
