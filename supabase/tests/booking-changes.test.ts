import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { book, call, hold, lapse, paidInFull, settle, stored, wanted } from './bookings.ts';
import { anon, ask, holderOf, signUp, type Person } from './cast.ts';

describeEachDatabase('A direct change of a booking', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const update = (who: Person, id: string, status: string, depositPaid: boolean, session: string) =>
    ask(
      database.pool,
      who,
      `update public.bookings set status = $2, deposit_paid = $3, stripe_checkout_session_id = $4 where id = $1`,
      [id, status, depositPaid, session],
    );
  /** Names the payment as settlement does. */
  const setStatus = (who: Person, id: string, status: string, depositPaid: boolean) =>
    update(who, id, status, depositPaid, `pi_${id}`);

  const notVerified = { code: 'PT409', message: 'payment_not_verified' };

  describe('of its status', () => {
    test.each([
      ['deposit_paid', true],
      ['confirmed', false],
      ['paid', false],
      ['cancelled', false],
      ['pending_payment', true],
    ])('cannot become %s without a payment', async (status, depositPaid) => {
      const { booking_id: id } = await hold(database.pool, wanted());
      await expect(setStatus(holderOf(id), id, status, depositPaid)).rejects.toMatchObject(
        notVerified,
      );
      expect(await stored(database.pool, id)).toMatchObject({
        status: 'pending_payment',
        deposit_paid: false,
      });
    });

    test('accepts an unchanged status together with its own payment', async () => {
      const id = await book(database.pool);
      const { rowCount } = await setStatus(holderOf(id), id, 'deposit_paid', true);
      expect(rowCount).toBe(1);
    });

    test('names another payment only while the booking is unpaid', async () => {
      const owner = await signUp(database.pool, 'session-owner@example.com');
      const { booking_id: unpaid } = await hold(database.pool, wanted());
      await update(holderOf(unpaid), unpaid, 'pending_payment', false, 'cs_1');
      expect(await stored(database.pool, unpaid)).toMatchObject({
        stripe_checkout_session_id: 'cs_1',
      });
      const id = await book(database.pool, { user_id: owner.id });
      for (const who of [holderOf(id), owner.person]) {
        await expect(update(who, id, 'deposit_paid', true, 'cs_1')).rejects.toMatchObject(
          notVerified,
        );
      }
      expect(await stored(database.pool, id)).toMatchObject({
        stripe_checkout_session_id: `pi_${id}`,
      });
    });

    test('cannot raise a deposit to confirmed, or reverse a status', async () => {
      const id = await book(database.pool);
      for (const status of ['confirmed', 'paid', 'pending_payment', 'cancelled']) {
        await expect(setStatus(holderOf(id), id, status, true)).rejects.toMatchObject(notVerified);
      }
      await expect(setStatus(holderOf(id), id, 'deposit_paid', false)).rejects.toMatchObject(
        notVerified,
      );
    });

    test('follows a recorded payment that was not applied yet', async () => {
      const { booking_id: id } = await hold(database.pool, wanted(paidInFull));
      await database.pool.query(
        `insert into public.payments (booking_id, stripe_payment_intent_id, amount_cents, status, settled_at)
         values ($1, $2, 12599, 'succeeded', now())`,
        [id, `pi_${id}`],
      );
      await expect(setStatus(holderOf(id), id, 'deposit_paid', true)).rejects.toMatchObject(
        notVerified,
      );
      await setStatus(holderOf(id), id, 'confirmed', false);
      expect(await stored(database.pool, id)).toMatchObject({ status: 'confirmed' });
    });

    test('does not follow a payment with another amount or a refunded one', async () => {
      const { booking_id: id } = await hold(database.pool, wanted());
      await database.pool.query(
        `insert into public.payments (booking_id, stripe_payment_intent_id, amount_cents, refunded_cents, reported_refunded_cents, status, settled_at)
         values ($1, $2, 100, 0, 0, 'succeeded', now()), ($1, $3, 2000, 2000, 2000, 'succeeded', now())`,
        [id, `pi_a_${id}`, `pi_b_${id}`],
      );
      await expect(setStatus(holderOf(id), id, 'deposit_paid', true)).rejects.toMatchObject(
        notVerified,
      );
    });

    test("is refused without the booking's id", async () => {
      const id = await book(database.pool);
      expect((await setStatus(anon, id, 'deposit_paid', true)).rowCount).toBe(0);
      expect((await setStatus(holderOf('nonsense'), id, 'deposit_paid', true)).rowCount).toBe(0);
    });

    test('marks the booking as paid when an administrator records the rest', async () => {
      const boss = await signUp(database.pool, 'boss@example.com', { admin: true });
      const customer = await signUp(database.pool, 'notboss@example.com');
      const id = await book(database.pool, { user_id: customer.id });
      const markPaid = (who: Person) =>
        ask(database.pool, who, `update public.bookings set status = 'paid' where id = $1`, [id]);
      await expect(markPaid(customer.person)).rejects.toMatchObject(notVerified);
      expect((await markPaid(boss.person)).rowCount).toBe(1);
    });
  });

  describe('of its account', () => {
    const link = (who: Person, userId: string, email: string) =>
      ask(
        database.pool,
        who,
        'update public.bookings set user_id = $1 where customer_email = $2 and user_id is null',
        [userId, email],
      );

    test('gives the booking to the owner of the confirmed email address', async () => {
      const email = 'ada.link@example.com';
      const id = await book(database.pool, { customer_email: email });
      const ada = await signUp(database.pool, email);
      expect((await link(ada.person, ada.id, email)).rowCount).toBe(1);
      const own = await ask(database.pool, ada.person, 'select id from public.bookings');
      expect(own.rows).toEqual([{ id }]);
    });

    test('is refused to an unconfirmed address and to another address', async () => {
      const email = 'bo.link@example.com';
      await book(database.pool, { customer_email: email });
      const bo = await signUp(database.pool, email, { confirmed: false });
      const cy = await signUp(database.pool, 'cy.link@example.com');
      expect((await link(bo.person, bo.id, email)).rowCount).toBe(0);
      expect((await link(cy.person, cy.id, email)).rowCount).toBe(0);
    });

    test("is refused to a token with another address than the account's", async () => {
      const email = 'di.link@example.com';
      await book(database.pool, { customer_email: email });
      const thief = await signUp(database.pool, 'thief@example.com');
      thief.person.identity.claims['email'] = email;
      expect((await link(thief.person, thief.id, email)).rowCount).toBe(0);
    });

    // Shapes that only the hosted backend's own service leaves, too.
    test.each([
      ['a change to the address that waits', `email_change = $2, email_change_confirm_status = 1`],
      ['the address in its details', `raw_user_meta_data = jsonb_build_object('email', $2::text)`],
      ['the address unconfirmed beside a confirmed phone', `email = $2, email_confirmed_at = null`],
    ])('is refused, as reading is, to an account by phone with %s', async (_, columns) => {
      const email = 'gus.link@example.com';
      await book(database.pool, { customer_email: email });
      const { id, person } = await signUp(database.pool, 'by.phone@example.com');
      await database.pool.query(
        `update auth.users
         set email = null, email_confirmed_at = null, phone = '14165550199', phone_confirmed_at = now()
         where id = $1`,
        [id],
      );
      await database.pool.query(`update auth.users set ${columns} where id = $1`, [id, email]);
      person.identity.claims['email'] = email;
      person.identity.claims['user_metadata'] = { email, email_verified: true };
      expect((await link(person, id, email)).rowCount).toBe(0);
      const read = await ask(database.pool, person, 'select id from public.bookings');
      expect(read.rows).toEqual([]);
      await database.pool.query('delete from auth.users where id = $1', [id]);
    });

    test('cannot give a booking to another person or take it from an account', async () => {
      const [eve, fay] = [
        await signUp(database.pool, 'eve@example.com'),
        await signUp(database.pool, 'fay@example.com'),
      ];
      const id = await book(database.pool, { user_id: eve.id, customer_email: 'fay@example.com' });
      await expect(
        ask(database.pool, eve.person, 'update public.bookings set user_id = $1', [fay.id]),
      ).rejects.toMatchObject({ code: '42501' });
      await expect(
        ask(database.pool, eve.person, 'update public.bookings set user_id = null'),
      ).rejects.toMatchObject({ code: '42501' });
      expect((await link(fay.person, fay.id, 'fay@example.com')).rowCount).toBe(0);
      expect(await stored(database.pool, id)).toMatchObject({ user_id: eve.id });
    });
  });

  describe('of its price', () => {
    test.each([
      'price_cents',
      'due_now_cents',
      'total_cents',
      'customer_email',
      'created_at',
      'calendar_sequence',
    ])('%s cannot be changed by the customer', async (column) => {
      const { person } = await signUp(database.pool, `${column.replaceAll('_', '')}@example.com`);
      await expect(
        ask(database.pool, person, `update public.bookings set ${column} = ${column}`),
      ).rejects.toMatchObject({ code: '42501' });
    });
  });

  describe('by the server', () => {
    test('is exempt from these rules', async () => {
      const { booking_id: id } = await hold(database.pool, wanted());
      await lapse(database.pool, id);
      expect(await settle(database.pool, `pi_${id}`, id)).toMatchObject({ status: 'deposit_paid' });
      await call(database.pool, 'release_booking', id, 0, 2000, 'late');
      expect(await stored(database.pool, id)).toMatchObject({ status: 'cancelled' });
    });
  });
});
