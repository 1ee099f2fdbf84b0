import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { moreChoices } from '../../domain/booking/more-fields.ts';
import { addedByCustomer, book, hold, wanted } from './bookings.ts';
import { ask, holderOf, signUp, type Person } from './cast.ts';

type Mail = { key: string; to_email: string; status: string; data: Record<string, string> };

describeEachDatabase('Corrections and messages', (open) => {
  let database: Database;
  let boss: { id: string; person: Person };
  beforeAll(async () => {
    database = await open();
    boss = await signUp(database.pool, 'boss@example.com', { admin: true });
  });
  afterAll(() => database.close());

  const correct = async (id: string, was: object, changes: object) => {
    const sql = 'select public.correct_booking($1, $2, $3) as it';
    const { rows } = await ask(database.pool, boss.person, sql, [
      id,
      JSON.stringify(was),
      JSON.stringify(changes),
    ]);
    return rows[0]?.['it'];
  };
  const write = (id: string, message: string, requestId = randomUUID()) =>
    ask(database.pool, boss.person, 'select public.send_booking_message($1, $2, $3)', [
      id,
      message,
      requestId,
    ]);
  const mailsOf = async (id: string, type: string) =>
    (
      await database.pool.query<Mail>(
        `select key, to_email, status, data from public.mail_outbox
         where booking_id = $1 and template_type = $2 order by key`,
        [id, type],
      )
    ).rows;

  test('a correction is stored, told to the customer, and stands in the history with what was before', async () => {
    const email = 'typo@correct.example';
    const id = await book(database.pool, { customer_email: email, customer_name: 'Ad Lane' });
    expect(
      await correct(
        id,
        { customer_name: 'Ad Lane', car_model: wanted()['car_model'] },
        { customer_name: 'Ada Lane', car_model: 'Volvo V60' },
      ),
    ).toEqual({ notified: email });
    const { rows } = await database.pool.query(
      `select actor_label, was, "is" from public.booking_changes
       where booking_id = $1 and action = 'changed'`,
      [id],
    );
    expect(rows).toEqual([
      {
        actor_label: 'boss@example.com',
        was: { customer_name: 'Ad Lane', car_model: wanted()['car_model'] },
        is: { customer_name: 'Ada Lane', car_model: 'Volvo V60' },
      },
    ]);
    const [mail] = await mailsOf(id, 'booking_corrected');
    expect(mail?.to_email).toBe(email);
    expect(mail?.data['changes']).toMatch(/^Name: Ada Lane\nCar: \d{4} Volvo V60$/);
  });

  test.each(Object.keys(addedByCustomer))('the detail %s is corrected and told', async (column) => {
    const was = { [column]: addedByCustomer[column as keyof typeof addedByCustomer] };
    const is = { [column]: was[column] === moreChoices[0] ? moreChoices[1] : 'Another text' };
    const id = await book(database.pool, { customer_email: `${column}@correct.example` });
    await correct(id, was, is);
    const { rows } = await database.pool.query(
      'select private.optional_details(booking) as it from public.bookings as booking where id = $1',
      [id],
    );
    expect(rows).toEqual([{ it: { ...addedByCustomer, ...is } }]);
    const [mail] = await mailsOf(id, 'booking_corrected');
    expect(mail?.data['changes']).toBe('Notes and access: updated');
  });

  test('another email address gets the waiting emails; the former one learns no new detail', async () => {
    const email = 'wrong@correct.example';
    const id = await book(database.pool, { customer_email: email });
    await database.pool.query(`update public.customers set note = 'Likes tea' where email = $1`, [
      email,
    ]);
    await correct(id, { customer_email: email }, { customer_email: ' Right@Correct.example ' });
    const confirmation = await mailsOf(id, 'booking_confirmation');
    expect(confirmation.map((mail) => mail.to_email)).toEqual(['right@correct.example']);
    const told = await mailsOf(id, 'booking_corrected');
    expect(told.map((mail) => mail.to_email)).toEqual(['right@correct.example', email]);
    expect(JSON.stringify(told[1]?.data)).not.toContain('right@');
    const { rows } = await database.pool.query(
      'select email, note from public.customers where email = any ($1)',
      [[email, 'right@correct.example']],
    );
    expect(rows).toEqual([{ email: 'right@correct.example', note: 'Likes tea' }]);
  });

  test('the id alone opens no booking whose email address was corrected', async () => {
    const [typo, right] = ['typo@example.com', 'right@example.com'];
    const id = await book(database.pool, { customer_email: typo });
    const holder = holderOf(id);
    const named = (email: string) => ({
      ...holder,
      headers: { ...holder.headers, 'x-booking-email': email },
    });
    const opened = async (who: Person) => {
      const read = await ask(database.pool, who, 'select id from public.bookings');
      const changed = await ask(
        database.pool,
        who,
        'update public.bookings set deposit_paid = deposit_paid where id = $1 returning id',
        [id],
      );
      return [read.rows.length, changed.rows.length];
    };
    await correct(id, { customer_name: 'Ada Lane' }, { customer_name: 'Ada Lang' });
    expect(await opened(holder)).toEqual([1, 1]);
    await correct(id, { customer_email: typo }, { customer_email: right });
    expect(await opened(holder)).toEqual([0, 0]);
    expect(await opened(named(typo))).toEqual([0, 0]);
    expect(await opened(named(' Right@example.com'))).toEqual([1, 1]);
  });

  test('a booking stays with its account when its email address is corrected', async () => {
    const { id: user } = await signUp(database.pool, 'own@correct.example');
    await signUp(database.pool, 'stranger@correct.example');
    const email = 'own@correct.example';
    const id = await book(database.pool, { customer_email: email, user_id: user });
    await correct(id, { customer_email: email }, { customer_email: 'stranger@correct.example' });
    const { rows } = await database.pool.query(
      'select user_id, customer_email from public.bookings where id = $1',
      [id],
    );
    expect(rows).toEqual([{ user_id: user, customer_email: 'stranger@correct.example' }]);
  });

  test('nothing is overwritten that another session changed, nor another column than a detail', async () => {
    const id = await book(database.pool, { customer_name: 'First Name' });
    await correct(id, { customer_name: 'First Name' }, { customer_name: 'Second Name' });
    for (const [was, changes] of [
      [{ customer_name: 'First Name' }, { customer_name: 'Third Name' }],
      [{}, { total_cents: 1 }],
      [{ status: 'deposit_paid' }, { status: 'paid' }],
      [{}, {}],
    ] as const) {
      await expect(correct(id, was, changes)).rejects.toMatchObject({ message: 'booking_changed' });
    }
  });

  test('details that the database refuses, and bookings that do not stand, are refused', async () => {
    const id = await book(database.pool);
    const phone = { customer_phone: String(wanted()['customer_phone']) };
    await expect(correct(id, phone, { customer_phone: 'x' })).rejects.toMatchObject({
      message: 'details_invalid',
    });
    const { booking_id: held } = await hold(
      database.pool,
      wanted({ customer_email: 'held@correct.example' }),
    );
    await expect(correct(held, phone, { customer_phone: '+19055550111' })).rejects.toMatchObject({
      message: 'not_confirmed',
    });
  });

  test('a message is sent once, stays in the history, and its replies reach the business', async () => {
    const id = await book(database.pool, { customer_email: 'read@correct.example' });
    const request = randomUUID();
    await write(id, ' Running late. \n', request);
    await write(id, 'Running late.', request);
    const other = await book(database.pool, { customer_email: 'other@correct.example' });
    await expect(write(other, 'Running late.', request)).rejects.toThrow('operation_key_used');
    await expect(write(id, 'On my way.', request)).rejects.toThrow('operation_key_used');
    const sent = await mailsOf(id, 'booking_message');
    expect(sent).toMatchObject([
      { to_email: 'read@correct.example', data: { message: 'Running late.' } },
    ]);
    const { rows: owner } = await database.pool.query<{ info_email: string }>(
      'select info_email from private.business',
    );
    expect(sent[0]?.data['reply_to']).toBe(owner[0]?.info_email);
    const { rows } = await ask(database.pool, boss.person, 'select public.booking_page($1) as it', [
      id,
    ]);
    expect(JSON.stringify(rows[0]?.['it'])).toContain('"message":"Running late."');
    await expect(write(id, ' ')).rejects.toMatchObject({ message: 'message_invalid' });
    await expect(write(id, 'x'.repeat(2001))).rejects.toMatchObject({ message: 'message_invalid' });
  });

  test('a customer without an email address gets no message', async () => {
    const id = await book(database.pool);
    await database.pool.query(
      `update public.bookings set source = 'phone', customer_email = null where id = $1`,
      [id],
    );
    await expect(write(id, 'Hello')).rejects.toMatchObject({ message: 'no_email_address' });
  });
});
