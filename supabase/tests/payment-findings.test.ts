import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, hold, wanted } from './bookings.ts';
import { ask, signUp, type Person } from './cast.ts';

type Finding = {
  id: string;
  kind: string;
  reason: string;
  outcome: string | null;
  facts: Record<string, number>;
  steps: { step: string; by: string; note: string | null }[];
};

describeEachDatabase('The check of payments', (open) => {
  let database: Database;
  let owner: { id: string; person: Person };
  beforeAll(async () => {
    database = await open();
    owner = await signUp(database.pool, 'boss@example.com', { admin: true });
  });
  afterAll(() => database.close());

  const scan = (batch = 500) => call<number>(database.pool, 'scan_payments', batch);
  const list = async (person = owner.person) => {
    const { rows } = await ask(
      database.pool,
      person,
      'select public.payments_to_look_at() as answer',
    );
    return rows[0]?.['answer'] as { open: Finding[]; closed: Finding[] };
  };
  const about = async (bookingId: string) => {
    const { rows } = await database.pool.query<Finding>(
      'select * from public.payment_findings where booking_id = $1 order by found_at, kind',
      [bookingId],
    );
    return rows;
  };
  const change = (bookingId: string, set: string) =>
    database.pool.query(`update public.bookings set ${set} where id = $1`, [bookingId]);

  test('finds nothing for bookings with correct amounts', async () => {
    const deposit = await book(database.pool);
    const { booking_id: held } = await hold(database.pool, wanted());
    await scan();
    expect(await about(deposit)).toEqual([]);
    expect(await about(held)).toEqual([]);
  });

  test('finds money refunded outside for a hold, once it has a payment', async () => {
    const { booking_id: id } = await hold(database.pool, wanted());
    await scan();
    expect(await about(id)).toEqual([]);
    await database.pool.query(
      `insert into public.payments
         (booking_id, stripe_payment_intent_id, amount_cents, status, settled_at, reported_refunded_cents)
       values ($1, 'pi_of_a_hold', 2000, 'succeeded', now(), 2000)`,
      [id],
    );
    // The payment is older than what the scan looks at; only the booking changes.
    await database.pool.query(
      `alter table public.payments disable trigger touch_updated_at;
       update public.payments set updated_at = now() - interval '1 day'
       where stripe_payment_intent_id = 'pi_of_a_hold';
       alter table public.payments enable trigger touch_updated_at`,
    );
    await change(id, `car_year = car_year`);
    await scan();
    expect(await about(id)).toMatchObject([{ reason: 'refunded_outside', outcome: null }]);
  });

  test('finds a booking marked as paid without all of its money, and closes the finding with the rest', async () => {
    const id = await book(database.pool);
    await change(id, `status = 'paid'`);
    await scan();
    await scan();
    expect(await about(id)).toMatchObject([
      {
        kind: 'amount_unlike',
        reason: 'underpaid',
        facts: { received_cents: 2000, expected_cents: 11999 },
        outcome: null,
      },
    ]);
    await database.pool.query(
      `insert into public.payments (booking_id, method, amount_cents, status, settled_at)
       values ($1, 'cash', 9999, 'succeeded', now())`,
      [id],
    );
    const { closed } = await list();
    expect(closed[0]).toMatchObject({
      reason: 'underpaid',
      outcome: 'cleared',
      // The administrator who was looking did not do it.
      steps: [
        { step: 'found', by: 'System' },
        { step: 'cleared', by: 'System' },
      ],
    });
  });

  test('expects no payment for a phone booking', async () => {
    const id = await book(database.pool);
    await database.pool.query('delete from public.payments where booking_id = $1', [id]);
    await change(id, `source = 'phone', status = 'paid'`);
    await scan();
    expect(await about(id)).toEqual([]);
    await change(id, `source = 'online'`);
    await scan();
    expect(await about(id)).toMatchObject([{ reason: 'nothing_recorded' }]);
    await change(id, `status = 'cancelled', cancelled_at = now()`);
    await scan();
    expect(await about(id)).toMatchObject([{ outcome: 'cleared' }]);
  });

  test.each([
    ['pending', '30 minutes', null],
    ['pending', '2 hours', 'not_sent'],
    ['sent', '9 days', null],
    ['sent', '11 days', 'not_arrived'],
    ['failed', '1 minute', 'failed'],
    ['succeeded', '20 days', null],
  ])('judges a refund that has been %s for %s', async (status, age, reason) => {
    const id = await book(database.pool);
    await change(id, `status = 'cancelled', cancelled_at = now()`);
    await database.pool.query(
      `insert into public.refunds (payment_id, amount_cents, reason, status, created_at)
       select id, 2000, 'test', $2, now() - $3::interval from public.payments where booking_id = $1`,
      [id, status, age],
    );
    await scan();
    expect((await about(id)).map((one) => one.reason)).toEqual(reason === null ? [] : [reason]);
  });

  test('checks all payments in batches, without gaps', async () => {
    const ids = [];
    for (let count = 0; count < 5; count += 1) {
      const id = await book(database.pool);
      await database.pool.query('delete from public.payments where booking_id = $1', [id]);
      ids.push(id);
    }
    await database.pool.query(`update public.payment_scans set scanned_until = '-infinity'`);
    const all = await database.pool.query('select from public.bookings');
    for (let part = 0; part <= (all.rowCount ?? 0); part += 2) await scan(2);
    for (const id of ids) expect(await about(id)).toMatchObject([{ reason: 'nothing_recorded' }]);
  });

  describe('with a resolution by the owner', () => {
    const openOne = async () => {
      const id = await book(database.pool);
      await database.pool.query('delete from public.payments where booking_id = $1', [id]);
      await change(id, `status = 'paid'`);
      await scan();
      const [finding] = await about(id);
      return { id, findingId: finding?.id ?? '' };
    };
    const accept = (findingId: string, note: string) =>
      call(database.pool, 'mend_finding', findingId, 'accepted', note, owner.id);

    test('requires a reason to accept a finding, and keeps it with its author', async () => {
      const { id, findingId } = await openOne();
      await expect(accept(findingId, ' ')).rejects.toThrow('note_needed');
      await accept(findingId, 'A gift to a friend');
      await expect(accept(findingId, 'Again')).rejects.toThrow('finding_closed');
      const { closed } = await list();
      expect(closed.find((one) => one.id === findingId)).toMatchObject({
        outcome: 'accepted',
        steps: [
          { step: 'found' },
          { step: 'accepted', by: 'boss@example.com', note: 'A gift to a friend' },
        ],
      });
      const { rows } = await database.pool.query(
        `select actor_label, "is" ->> 'note' as note from public.booking_changes
         where booking_id = $1 and action = 'payment_accepted'`,
        [id],
      );
      expect(rows).toEqual([{ actor_label: 'boss@example.com', note: 'A gift to a friend' }]);
    });

    test('applies a payment to a booking only up to its price, and not to a cancelled one', async () => {
      const { id, findingId } = await openOne();
      const attach = (intent: string, cents: number) =>
        call(database.pool, 'attach_payment', findingId, intent, id, cents, owner.id);
      await expect(attach('pi_a', 12000)).rejects.toThrow('attach_amount_differs');
      await change(id, `status = 'cancelled', cancelled_at = now()`);
      await expect(attach('pi_a', 2000)).rejects.toThrow('booking_cancelled');
      await change(id, `status = 'deposit_paid', cancelled_at = null`);
      expect(await attach('pi_a', 11999)).toMatchObject({ outcome: 'attached', status: 'paid' });
      expect(await about(id)).toMatchObject([{ outcome: 'mended' }]);
    });
  });

  const reopenOutside = async (intent: string) => {
    const { rows } = await database.pool.query<{ id: string }>(
      `select id from public.payment_findings where subject = 'intent:${intent}'`,
    );
    const ids = rows.map(({ id }) => id);
    await ask(database.pool, owner.person, 'select public.reopen_outside_payment($1)', ids);
  };

  describe('lists a payment without a booking', () => {
    const note = (intent: string, detail: object) =>
      call(database.pool, 'note_unmatched_intent', intent, null, 'unknown_intent', detail);
    const found = async (intent: string) => {
      const { rows } = await database.pool.query<Finding>(
        `select reason, outcome from public.payment_findings where subject = 'intent:${intent}'`,
      );
      return rows;
    };
    const open = { reason: 'unknown_intent', outcome: null };

    test('apart when no booking waits for it, until the owner says that it is for one', async () => {
      const detail = { amount_cents: 4321, paid_at: '2026-11-20T14:00:00Z' };
      await Promise.all([note('pi_terminal', detail), note('pi_terminal', detail)]);
      await note('pi_terminal', detail);
      expect(await found('pi_terminal')).toEqual([{ reason: 'outside', outcome: 'accepted' }]);
      const { rows } = await ask(
        database.pool,
        owner.person,
        'select public.payments_to_look_at() as it',
      );
      const { it } = rows[0] as { it: Record<'open' | 'closed' | 'outside', Finding[]> };
      const subjects = (list: Finding[]) => list.map(({ facts }) => facts['amount_cents']);
      expect(subjects(it.outside)).toContain(4321);
      expect([...subjects(it.open), ...subjects(it.closed)]).not.toContain(4321);
      await reopenOutside('pi_terminal');
      await note('pi_terminal', detail);
      expect(await found('pi_terminal')).toEqual([open]);
    });

    test('as open when its amount or its payer is what a booking waits for', async () => {
      const id = await book(database.pool, { customer_email: 'waits@example.com' });
      const { rows } = await database.pool.query<{ due: number }>(
        'select total_cents - (select collected_cents from private.payment_sums(id)) as due from public.bookings where id = $1',
        [id],
      );
      await note('pi_due', { amount_cents: rows[0]?.due });
      await note('pi_payer', { amount_cents: 12, email: 'Waits@Example.com' });
      expect(await found('pi_due')).toEqual([open]);
      expect(await found('pi_payer')).toEqual([open]);
    });
  });

  test('reopens a finding closed by a refund that then failed', async () => {
    const detail = { amount_cents: 4500, paid_at: '2026-11-20T14:00:00Z' };
    await call(database.pool, 'note_unmatched_intent', 'pi_lost', null, 'unknown_intent', detail);
    await reopenOutside('pi_lost');
    const stands = async () => {
      const { rows } = await database.pool.query<Finding>(
        `select id, outcome from public.payment_findings where subject = 'intent:pi_lost'`,
      );
      return rows;
    };
    const [found] = await stands();
    const giveBack = (refund: string) =>
      call(
        database.pool,
        'mend_finding',
        found?.id,
        'refunded',
        `Stripe’s refund ${refund}`,
        owner.id,
      );
    let events = 0;
    const hear = (refund: string, status: string) =>
      call(
        database.pool,
        'apply_payment_event',
        `evt_${(events += 1)}`,
        'refund.updated',
        'pi_lost',
        null,
        4500,
        {
          refund_id: refund,
          refund_status: status,
          error: 'lost_or_stolen_card',
        },
      );
    const unrecorded = (status: string) =>
      call(
        database.pool,
        'unrecorded_refunds',
        JSON.stringify([{ id: 're_1', status, payment_intent_id: 'pi_lost' }]),
      );
    await giveBack('re_1');
    expect(await unrecorded('succeeded')).toEqual([]);
    expect(await unrecorded('failed')).toEqual(['re_1']);
    await hear('re_1', 'succeeded');
    await hear('re_9', 'failed');
    expect(await stands()).toEqual([{ id: found?.id, outcome: 'mended' }]);
    await hear('re_1', 'failed');
    expect(await stands()).toEqual([{ id: found?.id, outcome: null }]);
    const { open: stillOpen } = await list();
    expect(stillOpen.find(({ id }) => id === found?.id)?.steps.at(-1)).toMatchObject({
      step: 'refund_failed',
      by: 'System',
      note: 're_1: lost_or_stolen_card',
    });
    // Refunded in another way: the failed refund says nothing about that one.
    await giveBack('on its own pages');
    await hear('re_1', 'failed');
    expect(await unrecorded('failed')).toEqual([]);
    expect(await stands()).toEqual([{ id: found?.id, outcome: 'mended' }]);
  });

  test('is closed to customers', async () => {
    const customer = await signUp(database.pool, 'ada@example.com');
    await expect(list(customer.person)).rejects.toThrow('administrators_only');
  });

  test('refuses a manual refund while Stripe is being called', async () => {
    const id = await book(database.pool);
    await call(database.pool, 'release_booking', id, 2000, 2000, 'test');
    const { rows } = await database.pool.query<{ id: string }>(
      `update public.refunds set created_at = now() - interval '2 hours'
       where payment_id = (select id from public.payments where booking_id = $1) returning id`,
      [id],
    );
    await scan();
    const [finding] = await about(id);
    await call(database.pool, 'refunds_to_send', 100, 120);
    const byHand = () =>
      call(database.pool, 'mend_finding', finding?.id, 'by_hand', 'In cash, on Friday', owner.id);
    await expect(byHand()).rejects.toMatchObject({ code: 'PT409', message: 'refund_on_its_way' });

    await call(database.pool, 'record_refund', rows[0]?.id, null, 'pending', 'connection lost');
    await byHand();
    expect(await about(id)).toMatchObject([{ kind: 'refund_stuck', outcome: 'mended' }]);
  });
});
