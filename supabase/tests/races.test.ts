import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import {
  call,
  coupon,
  hold,
  lapse,
  mailsOf,
  settle,
  stored,
  wanted,
  type Wanted,
} from './bookings.ts';

const clients = 20;
const each = <T>(work: (client: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: clients }, (_, client) => work(client)));

const won = <T>(results: PromiseSettledResult<T>[]) =>
  results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));

const lost = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) =>
    result.status === 'rejected' && result.reason instanceof Error ? [result.reason.message] : [],
  );

describeEachDatabase('Twenty simultaneous clients', { both: 'locks' }, (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open({ maxConnections: clients });
  });
  afterAll(() => database.close());

  test('that want one time: one gets it, the others are refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const booking = wanted();
      const results = await each((client) =>
        hold(database.pool, { ...booking, customer_email: `r${round}c${client}@example.com` }),
      );
      expect(won(results)).toHaveLength(1);
      expect(new Set(lost(results))).toEqual(new Set(['slot_taken']));
      expect(lost(results)).toHaveLength(clients - 1);
    }
  });

  test('that replace a hold with its coupon during its cancellation cause no deadlock', async () => {
    for (let round = 0; round < 10; round += 1) {
      const email = `circle${round}@example.com`;
      const own = {
        ...coupon,
        customer_email: email,
        hold_token: `circle${round}`.padEnd(32, 'x'),
      };
      const { booking_id } = await hold(database.pool, wanted(own));
      const results = await Promise.allSettled([
        call(database.pool, 'release_booking', booking_id, 0, 0, 'test'),
        hold(database.pool, wanted(own)),
      ]);
      expect(lost(results)).toEqual([]);
    }
  });

  test('that want overlapping times of one day get none that overlap', async () => {
    const { booking_date = null } = wanted();
    const times = ['09:00', '10:30', '12:00', '13:30', '15:00'];
    const results = await each((client) =>
      hold(
        database.pool,
        wanted({ booking_date, booking_time: times[client % times.length] ?? null }),
      ),
    );
    expect(won(results).length).toBeGreaterThanOrEqual(2);
    expect(won(results).length).toBeLessThanOrEqual(3);
    expect(new Set(lost(results))).toEqual(new Set(['slot_taken']));
  });

  test('that want the time of an expired hold: one gets it', async () => {
    const booking = wanted();
    const { booking_id: id } = await hold(database.pool, booking);
    await lapse(database.pool, id);
    const results = await each((client) =>
      client === 0
        ? settle(database.pool, `pi_${id}`, id).then(({ outcome }) => outcome)
        : hold(database.pool, { ...booking, customer_email: `l${client}@example.com` }).then(
            () => 'held',
          ),
    );
    const winners = won(results).filter((outcome) => outcome !== 'refund_due');
    expect(winners).toHaveLength(1);
  });

  test('in one browser leave one open hold', async () => {
    const own: Wanted = { customer_email: 'one@example.com', hold_token: 'a'.repeat(32) };
    const results = await each(() => hold(database.pool, wanted(own)));
    const standing = await Promise.all(
      won(results).map((held) => stored(database.pool, held.booking_id)),
    );
    expect(standing.filter((booking) => booking.has_claim)).toHaveLength(1);
    expect(lost(results)).toEqual([]);
  });

  test('with one email address stay within the limit, and one has the coupon', async () => {
    const email: Wanted = { customer_email: 'capped@example.com' };
    const withCoupon = await each(() => hold(database.pool, wanted({ ...coupon, ...email })));
    expect(won(withCoupon)).toHaveLength(1);
    const without = await each(() => hold(database.pool, wanted(email)));
    expect(won(without)).toHaveLength(2);
    expect(new Set(lost(without))).toEqual(new Set(['too_many_holds']));
  });

  test('from one address stay within the limit', async () => {
    const results = await each(() =>
      hold(database.pool, wanted({ client_address: '198.51.100.9' }), 5),
    );
    expect(won(results)).toHaveLength(5);
    expect(new Set(lost(results))).toEqual(new Set(['too_many_holds']));
  });

  test('that renew expired holds of one address stay within the limit', async () => {
    const holds: string[] = [];
    for (let client = 0; client < clients; client += 1) {
      const from = { client_address: '198.51.100.10' };
      const { booking_id: id } = await hold(database.pool, wanted(from));
      await lapse(database.pool, id);
      holds.push(id);
    }
    const results = await each((client) =>
      call(database.pool, 'extend_hold', holds[client], 15, 2, 5),
    );
    expect(won(results)).toHaveLength(5);
    expect(new Set(lost(results))).toEqual(new Set(['too_many_holds']));
  });

  test('that report one payment settle it once', async () => {
    const { booking_id: id } = await hold(database.pool, wanted());
    const results = await each((client) =>
      client % 2
        ? settle(database.pool, `pi_${id}`, id)
        : call<{ outcome: string }>(
            database.pool,
            'apply_payment_event',
            `evt_${id}_${client % 4}`,
            'payment_intent.succeeded',
            `pi_${id}`,
            id,
            2000,
            '{}',
          ),
    );
    expect(lost(results)).toEqual([]);
    expect(won(results).filter(({ outcome }) => outcome === 'settled')).toHaveLength(1);
    expect(await mailsOf(database.pool, id)).toHaveLength(1);
  });

  test('that cancel one booking refund it once', async () => {
    const { booking_id: id } = await hold(database.pool, wanted());
    await settle(database.pool, `pi_${id}`, id);
    const results = await each(() =>
      call<{ outcome: string }>(database.pool, 'release_booking', id, 2000, 2000, 'x'),
    );
    expect(won(results).filter(({ outcome }) => outcome === 'cancelled')).toHaveLength(1);
    const { rows } = await database.pool.query(
      'select r.amount_cents from public.refunds r join public.payments p on p.id = r.payment_id where p.booking_id = $1',
      [id],
    );
    expect(rows).toEqual([{ amount_cents: 2000 }]);
  });

  test('that move two bookings towards each other cause no overlap and no deadlock', async () => {
    const ids = await Promise.all(
      Array.from({ length: clients }, async () => (await hold(database.pool, wanted())).booking_id),
    );
    const day = wanted()['booking_date'];
    const results = await each((client) =>
      database.pool.query(
        `update public.bookings set booking_date = $2, booking_time = '12:00' where id = $1`,
        [ids[client], day],
      ),
    );
    expect(won(results)).toHaveLength(1);
    expect(new Set(lost(results))).toEqual(new Set(['slot_taken']));
  });

  test('that lease emails get each one once', async () => {
    await database.pool.query(`
      insert into public.mail_outbox (key, template_type, to_email)
      select 'race:' || n, 'x', 'a@b.example' from generate_series(1, 50) as n`);
    const results = await each(() =>
      database.pool.query<{ key: string }>(
        `select key from public.claim_mail(5, 60) where key like 'race:%'`,
      ),
    );
    const keys = won(results).flatMap(({ rows }) => rows.map((row) => row.key));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThan(40);
  });
});
