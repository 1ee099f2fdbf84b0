import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localToday } from '../../domain/time/schedule.ts';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call } from './bookings.ts';
import { ask, signUp, type Person } from './cast.ts';
import { callAs } from './rain.ts';

type Visit = {
  status: string;
  booking_date: string;
  booking_time: string;
  mark: string | null;
  due_cents: number;
  note: { text: string; version: number };
};
type Answer = { result: Record<string, unknown>; visit: Visit };

const clients = 8;
const cash = { method: 'cash', amount_cents: 6000, tip_cents: 1000 };

describeEachDatabase('An operation at a visit', (open) => {
  let database: Database;
  let owner: Person;
  let colleague: Person;
  const today = localToday(Date.now());
  beforeAll(async () => {
    database = await open({ maxConnections: clients });
    owner = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
    colleague = (await signUp(database.pool, 'colleague@example.com', { admin: true })).person;
  });
  afterAll(() => database.close());

  /** A visit of today at 00:01 with $99.99 due. */
  const visit = async () => {
    const id = await book(database.pool);
    await change(`booking_date = '${today}', booking_time = '00:01'`, id);
    return id;
  };
  const change = (set: string, id: string) =>
    database.pool.query(
      `set session_replication_role = replica;
       update public.bookings set ${set} where id = '${id}';
       set session_replication_role = origin`,
    );
  const act = (
    bookingId: string,
    kind: string,
    input: object = {},
    {
      key = randomUUID(),
      seen = {},
      by = owner,
    }: { key?: string; seen?: object; by?: Person } = {},
  ) =>
    callAs<Answer>(
      database.pool,
      by,
      'do_visit_operation',
      key,
      kind,
      bookingId,
      JSON.stringify(input),
      JSON.stringify(seen),
    );
  const paymentsOf = async (id: string) =>
    (
      await database.pool.query<{ amount_cents: number; tip_cents: number }>(
        `select amount_cents, tip_cents from public.payments where booking_id = $1 and method <> 'online'`,
        [id],
      )
    ).rows;
  /** The code of a refusal, and how the visit stands then. */
  const refusal = async (answer: Promise<unknown>) => {
    const error = await answer.then(
      () => null,
      (reason: unknown) => reason as { message: string; detail?: string },
    );
    const now = error?.detail ? (JSON.parse(error.detail) as Partial<Visit>) : null;
    return { code: error?.message, now };
  };

  test('marks a visit, and answers how the visit stands', async () => {
    const id = await visit();
    expect((await act(id, 'done')).visit).toMatchObject({ mark: 'done', due_cents: 9999 });
    expect((await act(id, 'undo_mark')).visit.mark).toBeNull();
    expect((await act(id, 'no_show')).visit.mark).toBe('no_show');
  });

  test('records a payment with a tip once, however often its key is sent', async () => {
    const id = await visit();
    const key = randomUUID();
    const first = await act(id, 'payment', cash, { key });
    expect(first.visit.due_cents).toBe(4999);
    expect(await act(id, 'payment', cash, { key })).toEqual(first);
    expect(await paymentsOf(id)).toEqual([{ amount_cents: 6000, tip_cents: 1000 }]);
  });

  test('is done once when one key is sent several times at the same moment', async () => {
    for (const [kind, input, seen] of [
      ['payment', cash, {}],
      ['note', { text: 'Ring twice' }, { note_version: 0 }],
    ] as const) {
      const id = await visit();
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: clients }, () => act(id, kind, input, { key, seen })),
      );
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]?.visit.note.version).toBe(kind === 'note' ? 1 : 0);
      expect(await paymentsOf(id)).toHaveLength(kind === 'payment' ? 1 : 0);
    }
  });

  test('that was done stays done when its key comes again after the visit changed', async () => {
    const id = await visit();
    const key = randomUUID();
    await act(id, 'note', { text: 'Mine' }, { key, seen: { note_version: 0 } });
    await act(id, 'note', { text: 'Theirs' }, { seen: { note_version: 1 } });
    const again = await act(id, 'note', { text: 'Mine' }, { key, seen: { note_version: 0 } });
    expect(again).toMatchObject({
      result: { note_version: 1 },
      visit: { note: { text: 'Theirs', version: 2 } },
    });
  });

  test('is refused under the key of another operation, booking or administrator', async () => {
    const id = await visit();
    const key = randomUUID();
    await act(id, 'done', {}, { key });
    const elsewhere = await visit();
    for (const other of [
      () => act(id, 'undo_mark', {}, { key }),
      () => act(elsewhere, 'done', {}, { key }),
      () => act(id, 'done', {}, { key, by: colleague }),
    ]) {
      expect((await refusal(other())).code).toBe('operation_key_used');
    }
  });

  test('tells what is stored of a payment whose key comes again with other content', async () => {
    const id = await visit();
    const key = randomUUID();
    await act(id, 'payment', cash, { key });
    expect(await refusal(act(id, 'payment', { ...cash, tip_cents: 0 }, { key }))).toEqual({
      code: 'already_noted_otherwise',
      now: { ...cash, status: 'succeeded' },
    });
    expect(await paymentsOf(id)).toHaveLength(1);
  });

  test.each([
    ['that is unknown', 'paint', {}, {}],
    ['of a note without the version that was read', 'note', { text: 'x' }, {}],
  ])('%s is refused', async (_what, kind, input, seen) => {
    expect((await refusal(act(await visit(), kind, input, { seen }))).code).toBe(
      'operation_invalid',
    );
  });

  describe('conflicts', () => {
    test('when the visit was moved, unless nothing is said of its time', async () => {
      const id = await visit();
      const seen = { booking_date: today, booking_time: '09:00', mark: null };
      expect(await refusal(act(id, 'done', {}, { seen }))).toMatchObject({
        code: 'visit_moved',
        now: { booking_date: today, booking_time: '00:01', mark: null },
      });
      expect((await act(id, 'done')).visit.mark).toBe('done');
    });

    test('when another session marked the visit otherwise, not when it did the same', async () => {
      const id = await visit();
      await act(id, 'no_show', {}, { by: colleague });
      const seen = { mark: null };
      expect(await refusal(act(id, 'done', {}, { seen }))).toMatchObject({
        code: 'visit_marked_otherwise',
        now: { mark: 'no_show' },
      });
      expect((await act(id, 'no_show', {}, { seen })).visit.mark).toBe('no_show');
    });

    test('when another session edited the note, and shows that note', async () => {
      const id = await visit();
      await act(id, 'note', { text: 'Dog' }, { seen: { note_version: 0 }, by: colleague });
      const mine = { text: 'Cat' };
      expect(await refusal(act(id, 'note', mine, { seen: { note_version: 0 } }))).toMatchObject({
        code: 'note_changed',
        now: { note: { text: 'Dog', version: 1 } },
      });
    });

    test('when the booking is paid already, and keeps the money as a finding when asked', async () => {
      const id = await visit();
      await act(
        id,
        'payment',
        { method: 'card', amount_cents: 9999, tip_cents: 0 },
        { by: colleague },
      );
      const key = randomUUID();
      expect(await refusal(act(id, 'payment', cash, { key }))).toMatchObject({
        code: 'amount_too_large',
        now: { status: 'paid', due_cents: 0 },
      });
      const kept = { ...cash, keeps_all: true };
      const first = await act(id, 'payment', kept, { key });
      expect(await act(id, 'payment', kept, { key })).toEqual(first);
      expect(await paymentsOf(id)).toHaveLength(2);
      expect(await findingsOf(id)).toEqual(['overpaid']);
    });

    test('when the booking is cancelled, and owes the customer the money that is kept', async () => {
      const id = await visit();
      await call(database.pool, 'release_booking', id, 0, 2000, 'test');
      expect((await refusal(act(id, 'payment', cash))).code).toBe('booking_cancelled');
      expect((await refusal(act(id, 'done'))).now).toMatchObject({ status: 'cancelled' });
      await act(id, 'payment', { ...cash, keeps_all: true });
      expect(await findingsOf(id)).toEqual(['owed_by_hand']);
    });

    test('but no payment above the limit', async () => {
      const wrong = { ...cash, amount_cents: 2_000_001, keeps_all: true };
      expect((await refusal(act(await visit(), 'payment', wrong))).code).toBe('payment_too_large');
    });
  });

  const findingsOf = async (id: string) =>
    (
      await database.pool.query<{ reason: string }>(
        'select reason from public.payment_findings where booking_id = $1 and closed_at is null',
        [id],
      )
    ).rows.map(({ reason }) => reason);

  test('is forgotten after 90 days, and a payment still counts once', async () => {
    const id = await visit();
    const key = randomUUID();
    await act(id, 'payment', cash, { key });
    await database.pool.query(
      `update private.visit_operations set created_at = now() - interval '91 days' where key = $1`,
      [key],
    );
    expect(await call(database.pool, 'forget_old_operations')).toBe(1);
    await act(id, 'payment', cash, { key });
    expect(await paymentsOf(id)).toHaveLength(1);
  });

  test('a device keeps the visits of today and tomorrow, without history and email address', async () => {
    const id = await visit();
    await act(id, 'note', { text: 'Gate 4' }, { seen: { note_version: 0 } });
    const { rows } = await ask(database.pool, owner, 'select public.visits_to_keep() as it');
    const kept = (rows[0] as { it: KeptVisits }).it;
    expect(kept.days.map(({ day }) => day)[0]).toBe(today);
    expect(kept.days).toHaveLength(2);
    expect(kept.days[0]?.cars.map((car) => car.id)).toContain(id);
    expect(kept.pages.find(({ booking }) => booking.id === id)).toMatchObject({
      booking: { customer_email: null, coupon_code: null, address: '1 Main Street' },
      note: { text: 'Gate 4' },
      timeline: [],
      disputes: [],
    });
    expect(kept.work.find(({ booking_id: its }) => its === id)?.checklist.length).toBeGreaterThan(
      3,
    );
  });
});

type KeptVisits = {
  days: { day: string; cars: { id: string }[] }[];
  pages: { booking: { id: string }; timeline: unknown[] }[];
  work: { booking_id: string; checklist: unknown[] }[];
};
