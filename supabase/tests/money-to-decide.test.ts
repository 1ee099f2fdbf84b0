import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book } from './bookings.ts';
import { signUp, type Person } from './cast.ts';
import { callAs } from './rain.ts';

type Item = {
  finding_id: string;
  reason: string;
  booking_id: string | null;
  customer_name: string;
};

describeEachDatabase('Money that waits for the owner’s decision', (open) => {
  let database: Database;
  let owner: Person;
  let member: Person;
  beforeAll(async () => {
    database = await open();
    owner = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
    const crew = await signUp(database.pool, 'crew@example.com');
    member = crew.person;
    await database.pool.query('insert into public.crew_members values ($1, 1)', [crew.id]);
  });
  afterAll(() => database.close());

  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await database.pool.query<Row>(text, values)).rows;
  /** A visit of crew 1 that began today at 00:01, with a deposit of $20 paid online. */
  const startedToday = async () => {
    const id = await book(database.pool);
    await query('delete from public.slot_claims where local_date = private.local_today()');
    await database.pool.query(
      `set session_replication_role = replica;
       update public.bookings set booking_date = private.local_today(), booking_time = '00:01' where id = '${id}';
       insert into public.slot_claims (booking_id, service_name, crew, during)
       select '${id}', 'x', 1, tstzrange(start, start + interval '2 hours')
       from private.instant_of(private.local_today(), '00:01') as start
       on conflict (booking_id) do update set during = excluded.during, crew = 1;
       set session_replication_role = origin`,
    );
    return id;
  };
  const claimOf = async (id: string) =>
    (
      await query<{ id: string }>('select id from public.slot_claims where booking_id = $1', [id])
    )[0]?.id ?? '';
  const act = (by: Person, id: string, kind: string, input: object = {}, key = randomUUID()) =>
    callAs(database.pool, by, 'do_visit_operation', key, kind, id, JSON.stringify(input), '{}');
  const toDecide = async (id: string | null) =>
    (await callAs<{ to_decide: Item[] }>(database.pool, owner, 'owner_needs')).to_decide.filter(
      ({ booking_id: booking }) => booking === id,
    );
  const pageOf = (id: string) =>
    callAs<{ no_show_finding: string | null; timeline: { kind: string; action?: string }[] }>(
      database.pool,
      owner,
      'booking_page',
      id,
    );
  const undecided = { reason: 'no_show_undecided' };

  test('is that of a no-show which a member marked', async () => {
    const id = await startedToday();
    await act(member, await claimOf(id), 'no_show', { is_decided: true });
    const [item] = await toDecide(id);
    expect(item).toMatchObject({ ...undecided, customer_name: 'Ada Lane', cents: 2000 });
    expect((await pageOf(id)).no_show_finding).toBe(item?.finding_id);
    expect(await toDecide(id)).toHaveLength(1);
  });

  test('is that of a no-show which the owner marked without the question, and not of one with it', async () => {
    const [asked, offline, called] = [
      await startedToday(),
      await startedToday(),
      await startedToday(),
    ];
    await act(owner, asked, 'no_show', { is_decided: true });
    await act(owner, offline, 'no_show');
    await callAs(database.pool, owner, 'mark_no_show', called);
    expect(await toDecide(asked)).toEqual([]);
    expect((await pageOf(asked)).no_show_finding).toBeNull();
    expect(await toDecide(offline)).toMatchObject([undecided]);
    expect(await toDecide(called)).toMatchObject([undecided]);
  });

  test('is decided by a refund, by keeping it, or by undoing the mark', async () => {
    const missed = async () => {
      const id = await startedToday();
      await act(member, await claimOf(id), 'no_show');
      return id;
    };
    const [refunded, kept, undone] = [await missed(), await missed(), await missed()];
    expect(await toDecide(refunded)).toMatchObject([undecided]);
    await query('select public.refund_booking($1, 1500, 2000, $2, null)', [refunded, randomUUID()]);
    const [item] = await toDecide(kept);
    await query(`select public.mend_finding($1, 'accepted', 'Kept', null)`, [item?.finding_id]);
    await act(member, undone, 'undo_mark');
    for (const id of [refunded, kept, undone]) {
      await query('select public.scan_payments()');
      expect(await toDecide(id)).toEqual([]);
    }
    await act(member, undone, 'no_show');
    expect(await toDecide(undone)).toMatchObject([undecided]);
  });

  const cash = { method: 'cash', amount_cents: 6000, tip_cents: 1000 };
  const handOver = (by: Person, visit: string, key = randomUUID(), input: object = cash) =>
    callAs(
      database.pool,
      by,
      'hand_over_payment',
      key,
      visit,
      'Robin Fields, 9:00 AM',
      JSON.stringify(input),
    );
  const paymentsOf = (id: string) =>
    query(
      `select amount_cents, tip_cents from public.payments where booking_id = $1 and method = 'cash'`,
      [id],
    );

  test('is cash that a member received for a visit that another crew has now', async () => {
    const id = await startedToday();
    const visit = await claimOf(id);
    await query('update public.slot_claims set crew = 2 where id = $1', [visit]);
    const key = randomUUID();
    await expect(act(member, visit, 'payment', cash, key)).rejects.toThrow('administrators_only');
    await handOver(member, visit, key);
    await handOver(member, visit, key);
    const items = await toDecide(id);
    expect(items).toMatchObject([
      { reason: 'handed_over', customer_name: 'Ada Lane', cents: 6000 },
    ]);
    expect((await pageOf(id)).timeline).toContainEqual(
      expect.objectContaining({ action: 'payment_handed_over', by: 'crew@example.com' }),
    );
    await callAs(database.pool, owner, 'record_handed_over', items[0]?.finding_id);
    expect(await paymentsOf(id)).toEqual([{ amount_cents: 6000, tip_cents: 1000 }]);
    expect(await toDecide(id)).toEqual([]);
    await handOver(member, visit, key);
    expect(await toDecide(id)).toEqual([]);
  });

  test('is cash for a visit that was cancelled, and is then to be refunded or kept', async () => {
    const id = await startedToday();
    const visit = await claimOf(id);
    await query('select private.cancel($1)', [id]);
    await handOver(member, visit);
    const [item] = await toDecide(id);
    await callAs(database.pool, owner, 'record_handed_over', item?.finding_id);
    expect(await paymentsOf(id)).toHaveLength(1);
    expect(
      await query(
        `select from public.payment_findings where booking_id = $1 and reason = 'owed_by_hand'`,
        [id],
      ),
    ).toHaveLength(1);
  });

  test('is as much as a visit can cost with its tip, in a few parts', async () => {
    const id = await startedToday();
    const visit = await claimOf(id);
    const small = await claimOf(await startedToday());
    const give = (amount_cents: number, to = visit) =>
      handOver(member, to, randomUUID(), { method: 'cash', amount_cents });
    await expect(give(10_000_000)).rejects.toThrow('more_than_it_costs');
    await give(23_000);
    await expect(give(1_000)).rejects.toThrow('more_than_it_costs');
    for (let part = 0; part < 10; part += 1) await give(1, small);
    await expect(give(1, small)).rejects.toThrow('more_than_it_costs');
    await expect(handOver(member, id)).rejects.toThrow('booking_not_found');
  });

  test('is cash for a visit that only the owner knows about, who puts it to a booking', async () => {
    await expect(handOver(member, randomUUID())).rejects.toThrow('booking_not_found');
    expect(await toDecide(null)).toEqual([]);
    await handOver(owner, randomUUID());
    const [item] = await toDecide(null);
    expect(item).toMatchObject({ customer_name: 'Robin Fields, 9:00 AM' });
    const id = await startedToday();
    await expect(
      callAs(database.pool, owner, 'record_handed_over', item?.finding_id),
    ).rejects.toThrow('booking_not_found');
    await callAs(database.pool, owner, 'record_handed_over', item?.finding_id, id);
    expect(await paymentsOf(id)).toHaveLength(1);
  });

  test('is handed over by members alone, in amounts that can be', async () => {
    const stranger = (await signUp(database.pool, 'stranger@example.com')).person;
    await expect(handOver(stranger, randomUUID())).rejects.toThrow('administrators_only');
    await expect(
      callAs(
        database.pool,
        member,
        'hand_over_payment',
        randomUUID(),
        randomUUID(),
        'x',
        '{"method": "cash", "amount_cents": -5}',
      ),
    ).rejects.toThrow('operation_invalid');
    await expect(callAs(database.pool, member, 'record_handed_over', randomUUID())).rejects.toThrow(
      'administrators_only',
    );
  });
});
