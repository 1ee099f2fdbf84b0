import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, hold, wanted } from './bookings.ts';
import { ask, service, signUp, type Person } from './cast.ts';

type Change = {
  action: string;
  actor: string | null;
  actor_label: string;
  was: Record<string, unknown> | null;
  is: Record<string, unknown> | null;
};

describeEachDatabase('The audit trail of a booking', (open) => {
  let database: Database;
  let boss: { id: string; person: Person };
  let ann: { id: string; person: Person };
  beforeAll(async () => {
    database = await open();
    boss = await signUp(database.pool, 'boss@example.com', { admin: true });
    ann = await signUp(database.pool, 'ann@example.com');
  });
  afterAll(() => database.close());

  const changesOf = async (bookingId: string) => {
    const { rows } = await database.pool.query<Change>(
      `select action, actor, actor_label, was, "is" from public.booking_changes where booking_id = $1 order by id`,
      [bookingId],
    );
    return rows;
  };
  const lastOf = async (bookingId: string) => (await changesOf(bookingId)).at(-1);

  const move = (who: Person, bookingId: string, time: string) =>
    ask(database.pool, who, 'update public.bookings set booking_time = $2 where id = $1', [
      bookingId,
      time,
    ]);

  test("begins with the guest's booking, without the network address", async () => {
    const { booking_id: id } = await hold(
      database.pool,
      wanted({ client_address: '203.0.113.7', customer_name: 'Gus Guest' }),
    );
    const [first, ...others] = await changesOf(id);
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      action: 'created',
      actor: null,
      actor_label: 'Guest',
      was: null,
    });
    expect(first?.is).toMatchObject({ source: 'online', status: 'pending_payment' });
    expect(first?.is, 'the booking itself has the rest').not.toHaveProperty('customer_name');
    expect(JSON.stringify(first)).not.toContain('203.0.113.7');
  });

  test('does not record how long a guest took to pay', async () => {
    const { booking_id: id } = await hold(database.pool, wanted());
    await call(database.pool, 'extend_hold', id, 15, 2, 5);
    const [first, ...others] = await changesOf(id);
    expect(others).toEqual([]);
    expect(first?.is).not.toHaveProperty('hold_extensions');
  });

  test('records that the system recorded a payment, with the changed values only', async () => {
    const id = await book(database.pool);
    expect(await lastOf(id)).toEqual({
      action: 'status',
      actor: null,
      actor_label: 'System',
      was: { status: 'pending_payment', deposit_paid: false },
      is: {
        status: 'deposit_paid',
        deposit_paid: true,
        stripe_checkout_session_id: expect.stringMatching(/^pi_/) as string,
      },
    });
  });

  test('names a customer, and an administrator by email address', async () => {
    const id = await book(database.pool, { user_id: ann.id, customer_email: 'ann@example.com' });
    await move(ann.person, id, '13:30');
    expect(await lastOf(id)).toEqual({
      action: 'moved',
      actor: ann.id,
      actor_label: 'Customer',
      was: { booking_time: '12:00:00' },
      is: { booking_time: '13:30:00' },
    });
    await move(boss.person, id, '14:00');
    expect(await lastOf(id)).toMatchObject({ actor: boss.id, actor_label: 'boss@example.com' });
  });

  test('names the administrator for whom the server cancels, otherwise the customer', async () => {
    const byBoss = await book(database.pool);
    await call(database.pool, 'release_booking', byBoss, 0, 2000, 'test', boss.id);
    expect(await lastOf(byBoss)).toMatchObject({
      action: 'cancelled',
      actor: boss.id,
      actor_label: 'boss@example.com',
      was: { status: 'deposit_paid' },
    });
    const byGuest = await book(database.pool);
    await call(database.pool, 'release_booking', byGuest, 2000, 2000, 'test');
    expect(await lastOf(byGuest)).toMatchObject({ actor: null, actor_label: 'Guest' });
  });

  test('records nothing for a write that changes nothing', async () => {
    const id = await book(database.pool);
    const before = await changesOf(id);
    await ask(database.pool, service, 'update public.bookings set status = status where id = $1', [
      id,
    ]);
    expect(await changesOf(id)).toEqual(before);
  });

  test('accepts events from other parts', async () => {
    const id = await book(database.pool);
    await ask(database.pool, service, `select private.note_change($1, 'offered', null, $2)`, [
      id,
      { times: 3 },
    ]);
    expect(await lastOf(id)).toMatchObject({ action: 'offered', is: { times: 3 } });
  });

  test.each([
    [
      `insert into public.booking_changes (booking_id, actor_label, action) select booking_id, 'x', 'x' from public.booking_changes limit 1`,
    ],
    [`update public.booking_changes set actor_label = 'Nobody'`],
    ['delete from public.booking_changes'],
  ])('rejects writes by every role, including the server: %s', async (sql) => {
    await expect(ask(database.pool, service, sql)).rejects.toMatchObject({ code: '42501' });
    await expect(ask(database.pool, boss.person, sql)).rejects.toMatchObject({ code: '42501' });
  });

  test("is erased together with the booking's customer", async () => {
    const id = await book(database.pool, {
      customer_email: 'zoe@example.com',
      customer_name: 'Zoe Ray',
      address: '9 Elm Street',
    });
    await database.pool.query(
      `insert into public.booking_notes (booking_id, note) values ($1, 'Zoe has a dog')`,
      [id],
    );
    await database.pool.query(
      `update public.bookings set customer_email = $2, customer_name = 'A former customer', address = 'Removed' where id = $1`,
      [id, `deleted-${id}@account.invalid`],
    );
    const changes = await changesOf(id);
    expect(changes.at(-1)).toMatchObject({ action: 'forgotten', is: {} });
    expect(JSON.stringify(changes)).not.toMatch(/zoe|elm street/i);
    expect(changes[0]?.is).toMatchObject({ service_name: 'Premium Detailing' });
    const { rows } = await database.pool.query(
      'select from public.booking_notes where booking_id = $1',
      [id],
    );
    expect(rows).toEqual([]);
  });
});
