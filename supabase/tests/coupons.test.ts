import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import { anon, ask, signUp, type Person } from './cast.ts';
import { callAs } from './rain.ts';
import { coupon as discounted, hold, lapse, settle, wanted, type Wanted } from './bookings.ts';

describeEachDatabase('A coupon', { both: 'locks' }, (open) => {
  let database: Database;
  let owner: Person;
  beforeAll(async () => {
    database = await open({ maxConnections: 6 });
    owner = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
  });
  beforeEach(() =>
    database.pool.query(`
      delete from public.business_versions where version > 1;
      delete from public.coupon_redemptions`),
  );
  afterAll(() => database.close());

  const publish = (rules: {
    isFirstVisitOnly?: boolean;
    maxUses?: number | null;
    validFrom?: string;
  }) =>
    database.pool.query(
      `insert into public.business_versions (version, business)
       select 2, jsonb_set(business, '{coupons,0}', (business #> '{coupons,0}') || $1)
       from public.business_versions where version = 1`,
      [JSON.stringify(rules)],
    );

  async function uses() {
    const call = `select public.coupon_uses('{${discounted.coupon_code},NEVER}') as it`;
    return (await ask(database.pool, owner, call)).rows[0]?.['it'];
  }

  let intents = 0;
  async function visit(changes: Wanted) {
    const { booking_id: id } = await hold(database.pool, wanted(changes));
    await settle(database.pool, `pi_${(intents += 1)}`, id);
  }
  const use = (changes: Wanted = {}) =>
    hold(database.pool, wanted({ ...discounted, ...changes })).then(
      () => 'used',
      (error: unknown) => (error as Error).message,
    );

  test.each([
    ['another spelling', 'first.name+car@gmail.com', 'firstname@googlemail.com', '+14165550101'],
    ['a tag', 'tag@shop.example', 'Tag+wash@shop.example'.toLowerCase(), '+14165550102'],
    ['the same phone number', 'one@shop.example', 'two@shop.example', '+14165550103'],
  ])('for a first visit is refused after a visit with %s', async (_, former, email, phone) => {
    const isPhone = former === 'one@shop.example';
    await visit({ customer_email: former, customer_phone: isPhone ? phone : '+14165550199' });
    expect(await use({ customer_email: email, customer_phone: phone })).toBe('coupon_first_visit');
    await publish({ isFirstVisitOnly: false });
    expect(await use({ customer_email: email, customer_phone: phone })).toBe('used');
  });

  test('on an unpaid booking of the same person is not used, and is free when that hold expires', async () => {
    const person = { customer_email: 'two-tabs@shop.example', customer_phone: '+14165550105' };
    expect(await use(person)).toBe('used');
    expect(await use(person)).toBe('coupon_held');
    expect(await use({ ...person, customer_email: 'other@shop.example' })).toBe('coupon_held');
    await database.pool.query(
      'update public.slot_claims set expires_at = now() where expires_at is not null',
    );
    expect(await use(person)).toBe('used');
  });

  test('for a first visit counts neither an unpaid nor a cancelled booking', async () => {
    const person = { customer_email: 'maybe@shop.example', customer_phone: '+14165550104' };
    await visit(person);
    await database.pool.query(
      `update public.bookings set status = 'cancelled', cancelled_at = now() where customer_email = $1`,
      [person.customer_email],
    );
    await hold(database.pool, wanted(person));
    expect(await use(person)).toBe('used');
  });

  test('tells a signed-in person why they may not use it, and counts no unpaid booking of theirs', async () => {
    const { id, person } = await signUp(database.pool, 'asks@shop.example');
    const told = (who = person) =>
      callAs<string>(database.pool, who, 'coupon_refusal', ' newcustomer20 ');
    const mine = { customer_email: 'asks@shop.example', user_id: id };
    await publish({ maxUses: 1 });
    expect(await told()).toBeNull();
    const booking = wanted({ ...discounted, ...mine });
    const { booking_id: unpaid } = await hold(database.pool, booking);
    expect(await told()).toBeNull();
    const { person: other } = await signUp(database.pool, 'other-asks@shop.example');
    expect(await told(other)).toBe('coupon_used_up');
    await settle(database.pool, 'pi_told', unpaid);
    expect(await told()).toBe('coupon_used');
    await database.pool.query('delete from public.coupon_redemptions');
    expect(await told()).toBe('coupon_first_visit');
    expect(await told(other)).toBeNull();
  });

  test('with one use is free again when the hold that has it expires, and stays with a paid booking', async () => {
    await publish({ maxUses: 1 });
    const first = wanted({ ...discounted, customer_phone: '+14165550171' });
    const { booking_id: held } = await hold(database.pool, first);
    const second = { customer_phone: '+14165550172' };
    expect(await use(second)).toBe('coupon_used_up');
    await lapse(database.pool, held);
    expect(await uses()).toEqual({ [discounted.coupon_code]: 0, NEVER: 0 });
    expect(await use(second)).toBe('used');
    expect(await use({ customer_phone: '+14165550173' })).toBe('coupon_used_up');
  });

  test('whose last use went to somebody else refunds a payment that comes too late', async () => {
    await publish({ maxUses: 1 });
    const late = wanted({ ...discounted, customer_phone: '+14165550174' });
    const { booking_id: id } = await hold(database.pool, late);
    await lapse(database.pool, id);
    expect(await use({ customer_phone: '+14165550175' })).toBe('used');
    const settled = await settle(database.pool, `pi_late_${id}`, id);
    expect(settled).toMatchObject({ outcome: 'refund_due', status: 'cancelled' });
    expect(settled.refund_id).not.toBeNull();
  });

  test('is described to everybody by its code alone, without the hold of the caller', async () => {
    const offer = (code: string, own: readonly unknown[] = [null, null]) =>
      callAs(database.pool, anon, 'coupon_offer', code, ...own);
    const terms = {
      discount: { kind: 'amount', cents: 2000 },
      validFrom: '2026-01-01',
      validUntil: null,
    };
    await publish({ maxUses: 1, validFrom: terms.validFrom });
    expect(await offer('nobody’s')).toBeNull();
    expect(await offer(' newcustomer 20 ')).toEqual({ ...terms, isUsedUp: false });
    const holder = 'the secret of this browser';
    const { booking_id: id } = await hold(
      database.pool,
      wanted({ ...discounted, hold_token: holder }),
    );
    expect(await offer('NEWCUSTOMER20')).toEqual({ ...terms, isUsedUp: true });
    expect(await offer('NEWCUSTOMER20', [id, 'another browser'])).toMatchObject({ isUsedUp: true });
    expect(await offer('NEWCUSTOMER20', [id, holder])).toMatchObject({ isUsedUp: false });
  });

  test('with one use left is used by one of several at once', async () => {
    await publish({ maxUses: 3 });
    expect([await use(), await use()]).toEqual(['used', 'used']);
    const outcomes = await Promise.all([use(), use(), use(), use()]);
    expect(outcomes.sort()).toEqual(['coupon_used_up', 'coupon_used_up', 'coupon_used_up', 'used']);
  });

  test('has a use again once a booking is cancelled', async () => {
    await publish({ maxUses: 1 });
    const { booking_id: id } = await hold(database.pool, wanted({ ...discounted }));
    expect(await use()).toBe('coupon_used_up');
    expect(await uses()).toEqual({ [discounted.coupon_code]: 1, NEVER: 0 });
    await database.pool.query('delete from public.bookings where id = $1', [id]);
    expect(await uses()).toEqual({ [discounted.coupon_code]: 0, NEVER: 0 });
    expect(await use()).toBe('used');
  });

  test('names its own use first, then the first visit, then the number of uses', async () => {
    await publish({ maxUses: 1 });
    const person = { customer_email: 'order@shop.example', customer_phone: '+14165550105' };
    expect(await use(person)).toBe('used');
    const isHeld = { ...person, customer_email: 'order+2@shop.example' };
    expect(await use(isHeld)).toBe('coupon_held');
    const visitor = { customer_email: 'was@shop.example', customer_phone: '+14165550106' };
    await visit(visitor);
    expect(await use(visitor)).toBe('coupon_first_visit');
    expect(await use()).toBe('coupon_used_up');
  });
});
