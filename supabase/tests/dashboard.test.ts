import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, localToday } from '../../domain/time/schedule.ts';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, nextDay } from './bookings.ts';
import { ask, signUp, type Person } from './cast.ts';
import { callAs, cancelForRain, markRain } from './rain.ts';

type Dashboard = {
  today: string;
  cars: {
    booking_time: string;
    customer_name: string;
    called_off: string | null;
    due_cents: number;
    car: string;
  }[];
  needs: {
    past_visits: number;
    rain_unanswered: number;
    past_balances: { visits: number; due_cents: number };
  } & Record<string, unknown>;
  failed_mails: { id: string; to_email: string }[];
  past_visits: { id: string; day: string; customer_name: string; due_cents: number }[];
  outside_rules: number;
  week: { day: string; cars: number; due_cents: number; closed: string | null }[];
  next: { day: string; customer_name: string } | null;
};

describeEachDatabase('The dashboard', (open) => {
  let database: Database;
  let owner: Person;
  const today = localToday(Date.now());
  beforeAll(async () => {
    database = await open();
    owner = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
  });
  afterAll(() => database.close());

  const read = async () => {
    const { rows } = await ask(database.pool, owner, 'select public.owner_dashboard() as it');
    return (rows[0] as { it: Dashboard }).it;
  };
  /** A paid booking on a day and at a time, without checks of availability. */
  const put = async (day: string, time: string, name: string, status = 'deposit_paid') => {
    const id = await book(database.pool, { customer_name: name });
    await database.pool.query('delete from public.slot_claims where booking_id = $1', [id]);
    await database.pool.query(
      `set session_replication_role = replica;
       update public.bookings set booking_date = '${day}', booking_time = '${time}', status = '${status}',
         cancelled_at = case when '${status}' = 'cancelled' then now() end
       where id = '${id}';
       set session_replication_role = origin`,
    );
    return id;
  };

  test('shows an empty day, and the week', async () => {
    const { cars, week, next, needs } = await read();
    expect([cars, next]).toEqual([[], null]);
    expect(week.map(({ day, cars: count }) => [day, count])).toEqual(
      Array.from({ length: 7 }, (_, ahead) => [addDays(today, ahead + 1), 0]),
    );
    const { mail_delay: delay, backup, held, troubles, past_balances: balances, ...others } = needs;
    const { refunds_by_hand: byHand, to_decide: toDecide, ...counts } = others;
    expect(toDecide).toEqual([]);
    expect(byHand).toEqual({ refunds: 0, cents: 0 });
    expect([delay, backup, held, balances]).toEqual([
      null,
      null,
      null,
      { visits: 0, due_cents: 0 },
    ]);
    expect(troubles).toEqual([]);
    expect(Object.values(counts).every((count) => count === 0)).toBe(true);
  });

  test("shows today's cars in order with the amounts due, without cancelled ones", async () => {
    await put(today, '15:00', 'Third');
    await put(today, '09:00', 'First');
    await put(today, '12:00', 'Nobody', 'cancelled');
    await put(today, '12:00', 'Second', 'paid');
    const { cars } = await read();
    expect(cars.map(({ customer_name, booking_time }) => [booking_time, customer_name])).toEqual([
      ['09:00', 'First'],
      ['12:00', 'Second'],
      ['15:00', 'Third'],
    ]);
    expect(cars.map(({ due_cents }) => due_cents > 0)).toEqual([true, false, true]);
  });

  test('lists visits of past days, newest first, until they are marked, also those long past and paid', async () => {
    const due = await put(addDays(today, -1), '09:00', 'Due yesterday');
    const older = await put(addDays(today, -40), '09:00', 'Due long ago', 'confirmed');
    const paid = await put(addDays(today, -2), '09:00', 'Paid', 'paid');
    const forgotten = await put(addDays(today, -90), '09:00', 'Paid long ago', 'paid');
    await put(addDays(today, -2), '12:00', 'Cancelled', 'cancelled');
    await cancelForRain(database.pool, await put(addDays(today, -3), '09:00', 'Rain day'));
    const shown = async () => {
      const { past_visits: visits, needs } = await read();
      expect(needs.past_visits).toBe(visits.length);
      return visits.map(({ day, customer_name: name }) => [day, name]);
    };
    const first = [addDays(today, -1), 'Due yesterday'];
    const second = [addDays(today, -2), 'Paid'];
    const last = [addDays(today, -40), 'Due long ago'];
    expect(await shown()).toEqual([first, second, last, [addDays(today, -90), 'Paid long ago']]);
    await callAs(database.pool, owner, 'mark_done', forgotten);
    expect(await shown()).toEqual([first, second, last]);
    await callAs(database.pool, owner, 'mark_done', paid);
    expect(await shown()).toEqual([first, last]);
    expect((await read()).past_visits[0]).toMatchObject({ id: due });
    expect((await read()).past_visits[0]?.due_cents).toBeGreaterThan(0);
    await callAs(database.pool, owner, 'mark_done', due);
    expect(await shown()).toEqual([last]);
    await callAs(database.pool, owner, 'undo_visit_mark', due);
    await database.pool.query(`update public.bookings set status = 'paid' where id = $1`, [older]);
    expect(await shown()).toEqual([first, last]);
    await callAs(database.pool, owner, 'mark_done', older);
    expect(await shown()).toEqual([first]);
    await callAs(database.pool, owner, 'mark_no_show', due);
    expect(await shown()).toEqual([]);
  });

  test('counts the past visits that are not paid, done or not, and what they owe', async () => {
    const owed = async () => (await read()).needs.past_balances;
    const before = await owed();
    const paid = await put(addDays(today, -3), '15:00', 'Paid', 'paid');
    const done = await put(addDays(today, -3), '09:00', 'Done');
    const unmarked = await put(addDays(today, -40), '12:00', 'Unmarked', 'confirmed');
    const missed = await put(addDays(today, -3), '12:00', 'Missed');
    await cancelForRain(database.pool, await put(addDays(today, -4), '09:00', 'Rain day'));
    await put(today, '09:00', 'Today');
    await callAs(database.pool, owner, 'mark_done', paid);
    await callAs(database.pool, owner, 'mark_done', done);
    await callAs(database.pool, owner, 'mark_no_show', missed);
    const { rows } = await database.pool.query<{ cents: string }>(
      `select sum(private.due_on_site_cents(booking)) as cents from public.bookings as booking where id = any ($1)`,
      [[done, unmarked]],
    );
    expect(await owed()).toEqual({
      visits: before.visits + 2,
      due_cents: before.due_cents + Number(rows[0]?.cents),
    });
    await database.pool.query(`update public.bookings set status = 'paid' where id = any ($1)`, [
      [done, unmarked],
    ]);
    expect(await owed()).toEqual(before);
  });

  test('counts more past visits than it lists', async () => {
    const before = (await read()).needs.past_visits;
    const ids = [];
    for (let ago = 1; ago <= 6; ago += 1) ids.push(await put(addDays(today, -ago), '09:00', 'Due'));
    const { needs, past_visits: visits } = await read();
    expect([needs.past_visits, visits.length]).toEqual([before + 6, 5]);
    for (const id of ids) await callAs(database.pool, owner, 'mark_done', id);
  });

  test('counts the cars of each day of the coming week and names the next visit', async () => {
    await put(addDays(today, 3), '09:00', 'Later');
    await put(addDays(today, 3), '12:00', 'Latest');
    await put(addDays(today, 9), '12:00', 'Too late');
    const { week, next } = await read();
    expect(week.filter(({ cars }) => cars > 0)).toMatchObject([
      { day: addDays(today, 3), cars: 2 },
    ]);
    expect(week[2]?.due_cents).toBeGreaterThan(0);
    expect(next).toMatchObject({ day: addDays(today, 3), customer_name: 'Later' });
  });

  test('shows visits cancelled because of rain, and counts them neither in the week nor as next', async () => {
    const before = await read();
    const offToday = await put(today, '17:00', 'Off today');
    await cancelForRain(database.pool, offToday);
    await cancelForRain(database.pool, await put(addDays(today, 1), '09:00', 'Off'), 'declined');
    const { cars, week, next } = await read();
    expect(cars.at(-1)).toMatchObject({ customer_name: 'Off today', called_off: 'asked' });
    expect(cars[0]).toMatchObject({ called_off: null });
    expect([week, next]).toEqual([before.week, before.next]);
    await database.pool.query('update public.bookings set done_at = now() where id = $1', [
      offToday,
    ]);
    expect((await read()).cars.at(-1)).toMatchObject({ called_off: null });
  });

  test('names the coming closed days and why they are closed', async () => {
    const closed = async () => (await read()).week.map((day) => day.closed);
    const close = (ahead: number, from: string, until: string) => {
      const day = addDays(today, ahead);
      return callAs(database.pool, owner, 'add_time_off', day, from, day, until, 'Dentist');
    };
    expect(await closed()).toEqual(Array(7).fill(null));
    await close(2, '00:00', '24:00');
    await close(4, '00:00', '12:00');
    await markRain(database.pool, owner, addDays(today, 5), {});
    await markRain(database.pool, owner, addDays(today, 6), {}, { part: 'morning' });
    await database.pool.query(
      `insert into public.opening_exceptions (day, is_open, label) values ($1, false, 'Holiday')`,
      [addDays(today, 7)],
    );
    expect(await closed()).toEqual([null, 'closed', null, null, 'rain', null, 'closed']);
    await close(4, '12:00', '24:00');
    expect((await closed())[3]).toBe('closed');
    // Its weekday's end was brought forward since.
    await database.pool.query(
      `insert into public.opening_exceptions (day, is_open, starts) values ($1, true, '{21:00}')`,
      [addDays(today, 3)],
    );
    expect((await closed())[2]).toBe('closed');
  });

  test('counts a customer with a visit cancelled because of rain once', async () => {
    const before = await read();
    const day = nextDay();
    const id = await book(database.pool, { booking_date: day });
    await markRain(database.pool, owner, day, { [id]: [] });
    const after = await read();
    expect(after.needs.rain_unanswered).toBe(before.needs.rain_unanswered + 1);
    expect(after.outside_rules).toBe(before.outside_rules);
  });

  test('lists what needs attention', async () => {
    await database.pool.query(
      `insert into public.inquiries (name, email, subject, message) values ('Di', 'di@example.com', 'S', 'M')`,
    );
    await database.pool.query(
      `insert into public.reviews (customer_name, rating, is_approved) values ('Di', 5, false)`,
    );
    await database.pool.query(
      `insert into public.mail_outbox (key, template_type, to_email, status, created_at)
       values ('a', 'x', 'a@example.com', 'failed', now()), ('b', 'x', 'b@example.com', 'failed', now() - interval '20 days')`,
    );
    const { needs, failed_mails: failed } = await read();
    expect(needs).toMatchObject({ inquiries: 1, reviews: 1, mails: 1 });
    expect(failed.map(({ to_email }) => to_email)).toEqual(['a@example.com']);
  });

  test('does not count a failed email that was resent successfully', async () => {
    const id = await book(database.pool, {});
    const { rows } = await database.pool.query<{ id: string; key: string }>(
      `update public.mail_outbox set status = 'failed' where booking_id = $1
         and template_type = 'booking_confirmation' returning id, key`,
      [id],
    );
    const missed = async () => (await read()).failed_mails.map(({ id: mail }) => mail);
    const [mail] = rows;
    expect(await missed()).toContain(mail?.id);
    const { mail_id: again } = await callAs<{ mail_id: string }>(
      database.pool,
      owner,
      'resend_mail',
      mail?.id,
    );
    // Resent, but not delivered yet.
    expect(await missed()).toContain(mail?.id);
    await call(database.pool, 'finish_mail', again);
    expect(await missed()).not.toContain(mail?.id);
  });
});
