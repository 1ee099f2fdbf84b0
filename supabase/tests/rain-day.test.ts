import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/backend/database/database.ts';
import { describeEachDatabase } from '../../server/testing/databases.ts';
import type { StoredBooking } from '../contracts/booking.ts';
import { policyRefundCents } from '../functions/_shared/payments/policy-refund.ts';
import { book, call, hold, mailsOf, nextDay, stored, wanted } from './bookings.ts';
import { anon, ask, holderOf, signUp, type Person } from './cast.ts';
import {
  callAs,
  daysAfter,
  letOffersExpire,
  letStartCome,
  markRain,
  tokenTo,
  type Answer,
  type RainOffer,
  type Start,
} from './rain.ts';

describeEachDatabase('A rain day', (open) => {
  let database: Database;
  let boss: Person;
  beforeAll(async () => {
    database = await open();
    boss = (await signUp(database.pool, 'boss@example.com', { admin: true })).person;
  });
  afterAll(() => database.close());

  // Later days than those of the other bookings in this file: seven for each story.
  let stories = 0;
  const aDay = () => daysAfter(nextDay(), 20 + (stories += 1) * 7);
  const threeAfter = (day: string, time = '09:00'): Start[] =>
    [1, 2, 3].map((days) => ({ date: daysAfter(day, days), time }));

  /** A paid booking on its own day that is a rain day, with three times at nine. */
  async function visitOnRainDay({ hours = 24, changes = {} } = {}) {
    const day = aDay();
    const email = `rain${stories}@example.com`;
    const id = await book(database.pool, {
      booking_date: day,
      customer_email: email,
      ...changes,
    });
    const rainDayId = await markRain(
      database.pool,
      boss,
      day,
      { [id]: threeAfter(day) },
      { hours },
    );
    return { day, id, email, rainDayId, token: await tokenTo(database.pool, email) };
  }

  const offer = (token: string) => callAs<RainOffer>(database.pool, anon, 'rain_offer', token);
  const choose = async (token: string, index: number) => {
    const { times } = await offer(token);
    return callAs<RainOffer>(database.pool, anon, 'choose_rain_time', token, times[index]?.id);
  };
  const decline = (token: string) =>
    callAs<RainOffer>(database.pool, anon, 'decline_rain_times', token);
  const answersOn = async (day: string) => {
    const { days } = await callAs<{
      days: {
        id: string;
        day: string;
        can_be_taken_back: boolean;
        answers: Answer[];
        unasked: { id: string }[];
      }[];
    }>(database.pool, boss, 'rain_days_with_answers');
    return days.find((one) => one.day === day);
  };
  const takenOn = async (day: string) => {
    const { rows } = await ask(
      database.pool,
      anon,
      `select booking_time, duration_minutes, service_name from public.booked_slots
       where booking_date = $1 order by 1`,
      [day],
    );
    return rows;
  };
  /** The refund of the deposit if the customer cancels now. */
  const cancelledByPolicy = async (id: string) => {
    const booking = await call<StoredBooking>(database.pool, 'booking_for_payment', id);
    const cents = policyRefundCents(booking, new Date());
    const released = await call<{ refunds: { amount_cents: number }[] }>(
      database.pool,
      'release_booking',
      id,
      cents,
      booking.paid_cents,
      'cancelled_by_customer',
    );
    return released.refunds;
  };
  const isHeld = async (day: string) => (await takenOn(day)).length > 0;
  const movesTo = (day: string, email: string) =>
    hold(
      database.pool,
      wanted({ booking_date: day, booking_time: '09:00', customer_email: email }),
    );

  describe('when marked', () => {
    test('previews the affected bookings: of that part of the day, without unpaid or cancelled ones', async () => {
      const day = aDay();
      const at = (time: string, email: string) =>
        ({ booking_date: day, booking_time: time, customer_email: email }) as const;
      const morning = await book(database.pool, at('09:00', 'm@example.com'));
      const afternoon = await book(database.pool, at('12:00', 'a@example.com'));
      await hold(database.pool, wanted(at('15:00', 'u@example.com')));
      const concerned = async (part: string) => {
        const preview = await callAs<{ bookings: { id: string }[] }>(
          database.pool,
          boss,
          'rain_day_preview',
          day,
          part,
        );
        return preview.bookings.map(({ id }) => id);
      };
      expect(await concerned('morning')).toEqual([morning]);
      expect(await concerned('afternoon')).toEqual([afternoon]);
      expect(await concerned('day')).toEqual([morning, afternoon]);
    });

    test('is closed for new bookings and keeps existing ones', async () => {
      const { day, id } = await visitOnRainDay();
      expect(await stored(database.pool, id)).toMatchObject({ booking_date: day, has_claim: true });
      await expect(movesTo(day, 'late@example.com')).rejects.toThrow('slot_taken');
      expect(await takenOn(day)).toContainEqual({
        booking_time: '00:00',
        duration_minutes: 1440,
        service_name: null,
      });
    });

    test('closes only the marked part', async () => {
      const day = aDay();
      await markRain(database.pool, boss, day, {}, { part: 'morning' });
      await expect(movesTo(day, 'dry@example.com')).rejects.toThrow('slot_taken');
      const afternoon = wanted({ booking_date: day, booking_time: '12:00' });
      expect(await hold(database.pool, afternoon)).toHaveProperty('booking_id');
    });

    test('holds three times for each booking and emails their link once', async () => {
      const { day, id, token } = await visitOnRainDay();
      expect(token).toMatch(/^[0-9a-f]{64}$/);
      expect((await offer(token)).times.map(({ date, time }) => ({ date, time }))).toEqual(
        threeAfter(day),
      );
      for (const { date } of threeAfter(day)) {
        await expect(movesTo(date, 'other@example.com')).rejects.toThrow('slot_taken');
      }
      const mails = (await mailsOf(database.pool, id)).map((mail) => mail.template_type);
      expect(mails).toEqual(['booking_confirmation', 'rain_day']);
    });

    test('is refused as a whole when one of the times was taken meanwhile', async () => {
      const day = aDay();
      const id = await book(database.pool, { booking_date: day });
      await movesTo(daysAfter(day, 2), 'quick@example.com');
      await expect(markRain(database.pool, boss, day, { [id]: threeAfter(day) })).rejects.toThrow(
        'slot_taken',
      );
      expect(await answersOn(day)).toBeUndefined();
      expect(await isHeld(daysAfter(day, 1))).toBe(false);
    });

    test('is refused when there is a new booking since the preview', async () => {
      const day = aDay();
      await book(database.pool, { booking_date: day });
      await expect(markRain(database.pool, boss, day, {})).rejects.toThrow('rain_plan_changed');
    });

    test('leaves out bookings that are already done', async () => {
      const day = aDay();
      const id = await book(database.pool, { booking_date: day });
      await database.pool.query('update public.bookings set done_at = now() where id = $1', [id]);
      await markRain(database.pool, boss, day, {});
      expect(await answersOn(day)).toMatchObject({ answers: [], unasked: [] });
    });

    test('is marked once', async () => {
      const { day } = await visitOnRainDay();
      await expect(markRain(database.pool, boss, day, {})).rejects.toThrow('already_rain_day');
    });

    test('may leave a booking as it is', async () => {
      const day = aDay();
      const id = await book(database.pool, { booking_date: day });
      await markRain(database.pool, boss, day, {}, { seen: [id] });
      expect(await answersOn(day)).toMatchObject({ answers: [], unasked: [{ id }] });
    });

    test('holds times without an email when there is no address', async () => {
      const day = aDay();
      const id = await book(database.pool, { booking_date: day });
      await database.pool.query(
        `update public.bookings set source = 'phone', customer_email = null where id = $1`,
        [id],
      );
      await markRain(database.pool, boss, day, { [id]: threeAfter(day) });
      const [answer] = (await answersOn(day))?.answers ?? [];
      expect(answer).toMatchObject({ customer_email: null, state: 'asked' });
      expect(answer?.times).toHaveLength(3);
    });

    test('sends no email when that email is switched off, and says so', async () => {
      const off = (isOn: boolean) =>
        database.pool.query(
          `update public.mail_settings set is_on = $1 where template_type = 'rain_day'`,
          [isOn],
        );
      await off(false);
      const { id } = await visitOnRainDay();
      const list = await callAs<{ mail_is_on: boolean }>(
        database.pool,
        boss,
        'rain_days_with_answers',
      );
      await off(true);
      expect(list.mail_is_on).toBe(false);
      expect(await mailsOf(database.pool, id)).toHaveLength(1);
    });

    test('holds no times within the minimum notice of the first one', async () => {
      const { token, day } = await visitOnRainDay({ hours: 168 });
      const { expires_at: until } = await offer(token);
      const hours = (Date.parse(String(until)) - Date.now()) / 3_600_000;
      expect(hours).toBeLessThanOrEqual(168.1);
      expect(String(until) < `${daysAfter(day, 1)}T13:00:00Z`).toBe(true);
    });
  });

  describe('when answered', () => {
    test('by choosing a time moves the booking, sends its email and frees the other times', async () => {
      const { day, id, token } = await visitOnRainDay();
      expect(await choose(token, 1)).toMatchObject({
        state: 'chosen',
        booking_date: daysAfter(day, 2),
        booking_time: '09:00',
      });
      expect(await stored(database.pool, id)).toMatchObject({
        booking_date: daysAfter(day, 2),
        status: 'deposit_paid',
        expires_at: null,
        has_claim: true,
        calendar_sequence: 1,
      });
      expect(await isHeld(daysAfter(day, 1))).toBe(false);
      expect(await isHeld(daysAfter(day, 3))).toBe(false);
      const mails = (await mailsOf(database.pool, id)).map((mail) => mail.template_type);
      expect(mails.at(-1)).toBe('booking_rescheduled');
    });

    test('keeps no deposit, however late', async () => {
      const { id, token } = await visitOnRainDay({ changes: { free_cancellation_hours: 720 } });
      await choose(token, 0);
      const { rows } = await database.pool.query(
        'select deposit_kept_since from public.bookings where id = $1',
        [id],
      );
      expect(rows).toEqual([{ deposit_kept_since: null }]);
    });

    test('accepts the same choice twice, for a double click', async () => {
      const { token } = await visitOnRainDay();
      const [first] = (await offer(token)).times;
      const again = () =>
        callAs<RainOffer>(database.pool, anon, 'choose_rain_time', token, first?.id);
      await again();
      expect(await again()).toMatchObject({ state: 'chosen' });
    });

    test('refuses another choice in a second tab', async () => {
      const { token } = await visitOnRainDay();
      const [first, second] = (await offer(token)).times;
      await callAs(database.pool, anon, 'choose_rain_time', token, first?.id);
      await expect(
        callAs(database.pool, anon, 'choose_rain_time', token, second?.id),
      ).rejects.toThrow('offer_answered');
      await expect(decline(token)).rejects.toThrow('offer_answered');
    });

    test.each([
      ['is done despite the rain', 'done_at = now()'],
      ['was missed despite the rain', 'no_show_at = now()'],
    ])('refuses a choice after the visit %s, by link and by the owner', async (_what, change) => {
      const { day, id, token } = await visitOnRainDay();
      const { times } = await offer(token);
      await letStartCome(database.pool, id);
      await database.pool.query(`update public.bookings set ${change} where id = $1`, [id]);
      expect(await offer(token)).toMatchObject({ state: 'lapsed' });
      await expect(
        callAs(database.pool, anon, 'choose_rain_time', token, times[0]?.id),
      ).rejects.toThrow('offer_lapsed');
      const [answer] = (await answersOn(day))?.answers ?? [];
      await expect(
        callAs(database.pool, boss, 'choose_rain_time_for', answer?.id, times[0]?.id),
      ).rejects.toThrow('offer_lapsed');
    });

    test('accepts a choice while the times are held, also after the original start', async () => {
      const { day, id, token } = await visitOnRainDay();
      await letStartCome(database.pool, id);
      expect(await offer(token)).toMatchObject({
        state: 'asked',
        duration_minutes: 180,
        times: threeAfter(day),
      });
      expect(await choose(token, 1)).toMatchObject({
        state: 'chosen',
        booking_date: daysAfter(day, 2),
      });
    });

    test('refuses a choice after the times expired, and they are available', async () => {
      const { day, id, token } = await visitOnRainDay();
      const [first] = (await offer(token)).times;
      await letOffersExpire(database.pool);
      expect(await offer(token)).toMatchObject({ state: 'lapsed', times: [] });
      await expect(
        callAs(database.pool, anon, 'choose_rain_time', token, first?.id),
      ).rejects.toThrow('offer_lapsed');
      expect(await stored(database.pool, id)).toMatchObject({ booking_date: day });
      expect(await movesTo(daysAfter(day, 1), 'next@example.com')).toHaveProperty('booking_id');
      expect(await call(database.pool, 'expire_offers')).toBeGreaterThan(0);
      expect(await call(database.pool, 'expire_offers')).toBe(0);
    });

    test('names neither the customer, the car nor the booking once its link was answered or expired', async () => {
      const answered = await visitOnRainDay();
      expect(await offer(answered.token)).toMatchObject({
        state: 'asked',
        booking_id: answered.id,
        customer_name: wanted()['customer_name'],
        car_model: wanted()['car_model'],
      });
      await choose(answered.token, 0);
      const declined = await visitOnRainDay();
      await decline(declined.token);
      const expired = await visitOnRainDay();
      await letOffersExpire(database.pool);
      for (const { token } of [answered, declined, expired]) {
        expect(await offer(token)).toMatchObject({
          booking_id: '',
          customer_name: '',
          car_model: '',
          car_year: 0,
          vehicle_type: '',
          vehicle_name: null,
        });
      }
    });

    test('with "none of them" frees the times and shows the owner whom to call', async () => {
      const { day, token } = await visitOnRainDay();
      expect(await decline(token)).toMatchObject({ state: 'declined', times: [] });
      expect(await decline(token)).toMatchObject({ state: 'declined' });
      expect(await isHeld(daysAfter(day, 1))).toBe(false);
      expect((await answersOn(day))?.answers).toMatchObject([{ state: 'declined' }]);
    });

    test('refuses a time of another customer', async () => {
      const one = await visitOnRainDay();
      const other = await visitOnRainDay();
      const [theirs] = (await offer(other.token)).times;
      await expect(
        callAs(database.pool, anon, 'choose_rain_time', one.token, theirs?.id),
      ).rejects.toThrow('offer_not_found');
    });

    test('on the phone lets the owner choose or settle it', async () => {
      const chosen = await visitOnRainDay();
      const [answer] = (await answersOn(chosen.day))?.answers ?? [];
      await callAs(database.pool, boss, 'choose_rain_time_for', answer?.id, answer?.times[2]?.id);
      expect(await offer(chosen.token)).toMatchObject({ state: 'chosen' });

      const settled = await visitOnRainDay();
      const [other] = (await answersOn(settled.day))?.answers ?? [];
      await callAs(database.pool, boss, 'settle_rain_answer', other?.id);
      expect(await offer(settled.token)).toMatchObject({ state: 'settled', times: [] });
      expect(await isHeld(daysAfter(settled.day, 1))).toBe(false);
    });

    test('by moving or cancelling the booking frees the times and keeps no deposit', async () => {
      const { person, id: user } = await signUp(database.pool, `mover${stories}@example.com`);
      const to = nextDay();
      const moved = await visitOnRainDay({
        changes: { user_id: user, free_cancellation_hours: 720 },
      });
      const isRainedOut = async (who: Person) =>
        (await callAs<string[]>(database.pool, who, 'rained_out_bookings')).includes(moved.id);
      expect([await isRainedOut(person), await isRainedOut(boss)]).toEqual([true, false]);
      await ask(
        database.pool,
        person,
        `update public.bookings set booking_date = $2, booking_time = '10:00' where id = $1`,
        [moved.id, to],
      );
      expect(await offer(moved.token)).toMatchObject({ state: 'moved', times: [] });
      expect(await isRainedOut(person)).toBe(false);
      expect(await isHeld(daysAfter(moved.day, 1))).toBe(false);
      const { rows } = await database.pool.query(
        'select deposit_kept_since from public.bookings where id = $1',
        [moved.id],
      );
      expect(rows).toEqual([{ deposit_kept_since: null }]);

      const cancelled = await visitOnRainDay({ changes: { free_cancellation_hours: 720 } });
      expect(await cancelledByPolicy(cancelled.id)).toMatchObject([{ amount_cents: 2000 }]);
      expect(await offer(cancelled.token)).toMatchObject({ state: 'cancelled', times: [] });
      expect(await isHeld(daysAfter(cancelled.day, 1))).toBe(false);
    });
  });

  describe('when managed', () => {
    test('offers new times, which revoke the old link and times', async () => {
      const { day, id, email, token, rainDayId } = await visitOnRainDay();
      const times = threeAfter(daysAfter(day, 5), '12:00');
      await callAs(database.pool, boss, 'send_rain_times', rainDayId, id, JSON.stringify(times));
      await expect(offer(token)).rejects.toThrow('offer_not_found');
      expect(await isHeld(daysAfter(day, 1))).toBe(false);
      const newToken = await tokenTo(database.pool, email);
      expect((await offer(newToken)).times).toMatchObject(times);
    });

    test('offers new times after a no or an expiry', async () => {
      const { day, id, email, token, rainDayId } = await visitOnRainDay();
      await decline(token);
      const times = JSON.stringify(threeAfter(day));
      await callAs(database.pool, boss, 'send_rain_times', rainDayId, id, times);
      expect(await choose(await tokenTo(database.pool, email), 0)).toMatchObject({
        state: 'chosen',
      });
      await expect(
        callAs(database.pool, boss, 'send_rain_times', rainDayId, id, times),
      ).rejects.toThrow('offer_answered');
    });

    test('offers new times after the start, with a link until they expire', async () => {
      const { day, id, email, token, rainDayId } = await visitOnRainDay();
      await letOffersExpire(database.pool);
      await letStartCome(database.pool, id);
      expect(await offer(token)).toMatchObject({ state: 'lapsed' });
      const times = threeAfter(daysAfter(day, 5), '12:00');
      await callAs(database.pool, boss, 'send_rain_times', rainDayId, id, JSON.stringify(times));
      const newToken = await tokenTo(database.pool, email);
      expect(await offer(newToken)).toMatchObject({ state: 'asked', times });
      expect(await choose(newToken, 0)).toMatchObject({ state: 'chosen', booking_time: '12:00' });
    });

    test.each([
      ['nobody has answered', null],
      ['none of the times suited', 'declined'],
      ['it was settled by phone', 'settled'],
    ])('moves the booking after its start, when %s', async (_what, state) => {
      const { day, id } = await visitOnRainDay();
      await letStartCome(database.pool, id);
      if (state) {
        await database.pool.query(
          'update public.rain_answers set state = $2 where booking_id = $1',
          [id, state],
        );
      }
      const move = (date: string) =>
        callAs(database.pool, boss, 'move_booking', id, date, '09:00', true);
      await move(daysAfter(day, 5));
      expect(await stored(database.pool, id)).toMatchObject({ booking_date: daysAfter(day, 5) });
      // The new time is an ordinary one.
      await letStartCome(database.pool, id);
      await database.pool.query(
        `update public.rain_answers set was_date = current_date - 20 where booking_id = $1`,
        [id],
      );
      await expect(move(daysAfter(day, 6))).rejects.toThrow('booking_past');
    });

    test('does not move a visit that was done, missed or paid on site despite the rain', async () => {
      const cameAnyway = [
        'update public.bookings set done_at = now() where id = $1',
        'update public.bookings set no_show_at = now() where id = $1',
        `insert into public.payments (booking_id, method, amount_cents, status, settled_at)
         values ($1, 'cash', 9999, 'succeeded', now())`,
      ];
      for (const came of cameAnyway) {
        const { day, id } = await visitOnRainDay();
        await letStartCome(database.pool, id);
        await database.pool.query(came, [id]);
        const move = callAs(
          database.pool,
          boss,
          'move_booking',
          id,
          daysAfter(day, 5),
          '09:00',
          true,
        );
        await expect(move).rejects.toThrow('booking_past');
      }
    });

    test('lets the customer move the booking after its start at no cost', async () => {
      const { person, id: user } = await signUp(database.pool, `late-mover${stories}@example.com`);
      const to = nextDay();
      const { id } = await visitOnRainDay({ changes: { user_id: user } });
      await letStartCome(database.pool, id);
      const listed = () => callAs<string[]>(database.pool, person, 'rained_out_bookings');
      expect(await listed()).toEqual([id]);
      await ask(
        database.pool,
        person,
        `update public.bookings set booking_date = $2, booking_time = '10:00' where id = $1`,
        [id, to],
      );
      const { rows } = await database.pool.query(
        'select booking_date, deposit_kept_since from public.bookings where id = $1',
        [id],
      );
      expect(rows).toEqual([{ booking_date: to, deposit_kept_since: null }]);
      expect(await listed()).toEqual([]);
    });

    test('shows a guest with the booking id that the visit was cancelled because of rain', async () => {
      const { id } = await visitOnRainDay();
      const listed = (who: Person) => callAs<string[]>(database.pool, who, 'rained_out_bookings');
      expect(await listed(holderOf(id))).toEqual([id]);
      expect(await listed(anon)).toEqual([]);
    });

    test('can be undone: the day is open, bookings stand, and affected customers are notified', async () => {
      const { day, id, token, rainDayId } = await visitOnRainDay();
      await callAs(database.pool, boss, 'take_back_rain_day', rainDayId);
      expect(await offer(token)).toMatchObject({ state: 'called_off', times: [] });
      expect(await stored(database.pool, id)).toMatchObject({ booking_date: day, has_claim: true });
      expect(await isHeld(daysAfter(day, 1))).toBe(false);
      expect(
        await hold(database.pool, wanted({ booking_date: day, booking_time: '09:00' })),
      ).toHaveProperty('booking_id');
      const mails = (await mailsOf(database.pool, id)).map((mail) => mail.template_type);
      expect(mails.at(-1)).toBe('rain_day_called_off');
      await expect(callAs(database.pool, boss, 'take_back_rain_day', rainDayId)).rejects.toThrow(
        'answer_not_found',
      );
      expect(
        await markRain(database.pool, boss, day, { [id]: threeAfter(day) }, { seen: [id] }),
      ).toBeTruthy();
    });
  });

  describe('with one part undone', () => {
    /** A booking affected by the morning, and by the whole day marked later. */
    async function askedAboutTheMorning() {
      const day = aDay();
      const email = `parts${stories}@example.com`;
      const id = await book(database.pool, {
        booking_date: day,
        booking_time: '09:00',
        customer_email: email,
      });
      const plan = { [id]: threeAfter(day) };
      const morning = await markRain(database.pool, boss, day, plan, { part: 'morning' });
      const whole = await markRain(database.pool, boss, day, {}, { seen: [id] });
      return { day, id, morning, whole, token: await tokenTo(database.pool, email) };
    }
    const takeBack = (rainDayId: string) =>
      callAs(database.pool, boss, 'take_back_rain_day', rainDayId);
    const mailed = async (id: string) =>
      (await mailsOf(database.pool, id)).map((mail) => mail.template_type);

    test('keeps a question that another part still asks, with its link and times', async () => {
      const { day, id, morning, whole, token } = await askedAboutTheMorning();
      await takeBack(morning);
      expect(await mailed(id)).not.toContain('rain_day_called_off');
      expect(await answersOn(day)).toMatchObject({
        id: whole,
        answers: [{ booking_id: id, state: 'asked', times: threeAfter(day) }],
        unasked: [],
      });
      expect(await choose(token, 1)).toMatchObject({
        state: 'chosen',
        booking_date: daysAfter(day, 2),
      });
    });

    test('sends "your appointment stands" once the last part is undone', async () => {
      const { id, morning, whole, token } = await askedAboutTheMorning();
      await takeBack(morning);
      await takeBack(whole);
      expect(await offer(token)).toMatchObject({ state: 'called_off', times: [] });
      expect((await mailed(id)).filter((kind) => kind === 'rain_day_called_off')).toHaveLength(1);
    });

    test('keeps the emails of the other part', async () => {
      const { day, id, email, rainDayId, token } = await visitOnRainDay({
        changes: { booking_time: '09:00' },
      });
      const [settled] = (await answersOn(day))?.answers ?? [];
      await callAs(database.pool, boss, 'settle_rain_answer', settled?.id);
      const plan = { [id]: threeAfter(day) };
      const morning = await markRain(database.pool, boss, day, plan, { part: 'morning' });
      const newToken = await tokenTo(database.pool, email);
      await takeBack(morning);
      expect(await answersOn(day)).toMatchObject({ id: rainDayId, answers: [{ state: 'asked' }] });
      expect(await offer(newToken)).toMatchObject({ state: 'asked', times: threeAfter(day) });
      expect(await offer(token)).toMatchObject({ state: 'settled' });
    });

    test('marked again for the whole day lists bookings left out', async () => {
      const { day, id, rainDayId } = await visitOnRainDay();
      await takeBack(rainDayId);
      await markRain(database.pool, boss, day, {}, { seen: [id] });
      expect(await answersOn(day)).toMatchObject({ answers: [], unasked: [{ id }] });
    });
  });

  describe('when its time has come', () => {
    const mailed = async (id: string) =>
      (await mailsOf(database.pool, id)).map((mail) => mail.template_type);
    /** Moves a rain day with its affected booking two days into the past. */
    async function over() {
      const rained = await visitOnRainDay();
      await letStartCome(database.pool, rained.id);
      await database.pool.query(
        'update public.rain_days set day = current_date - 2 where id = $1',
        [rained.rainDayId],
      );
      return rained;
    }
    const isRainedOut = async (id: string) =>
      (await call<{ is_rained_out: boolean }>(database.pool, 'booking_for_payment', id))
        .is_rained_out;

    test('cannot be undone once it has passed, which keeps the refund', async () => {
      const { id, token, rainDayId } = await over();
      await expect(callAs(database.pool, boss, 'take_back_rain_day', rainDayId)).rejects.toThrow(
        'rain_day_over',
      );
      expect(await mailed(id)).not.toContain('rain_day_called_off');
      expect(await offer(token)).toMatchObject({ state: 'asked' });
      expect(await isRainedOut(id)).toBe(true);
    });

    test('can be undone in part: bookings cancelled by then stay listed', async () => {
      const { day, id, email, rainDayId } = await visitOnRainDay();
      await letStartCome(database.pool, id);
      await callAs(database.pool, boss, 'take_back_rain_day', rainDayId);
      expect(await mailed(id)).not.toContain('rain_day_called_off');
      expect(await isRainedOut(id)).toBe(true);
      expect(await answersOn(day)).toMatchObject({
        can_be_taken_back: false,
        answers: [{ booking_id: id, state: 'asked' }],
        unasked: [],
      });
      const times = threeAfter(daysAfter(day, 5), '12:00');
      await callAs(database.pool, boss, 'send_rain_times', rainDayId, id, JSON.stringify(times));
      expect(await choose(await tokenTo(database.pool, email), 0)).toMatchObject({
        state: 'chosen',
      });
      expect(await answersOn(day)).toBeUndefined();
    });

    test.each([
      ['done', 'mark_done'],
      ['missed', 'mark_no_show'],
    ])(
      'closes the question when the visit was %s anyway, and frees its times',
      async (_what, mark) => {
        const { day, id, token, rainDayId } = await visitOnRainDay();
        const declined = await visitOnRainDay();
        await decline(declined.token);
        const both = [id, declined.id];
        for (const one of both) await letStartCome(database.pool, one);
        for (const one of both) await callAs(database.pool, boss, mark, one);
        expect(await isHeld(daysAfter(day, 1))).toBe(false);
        expect(await answersOn(day)).toMatchObject({ answers: [{ state: 'over', times: [] }] });
        expect(await offer(token)).toMatchObject({ state: 'lapsed', times: [] });

        for (const one of both) await callAs(database.pool, boss, 'undo_visit_mark', one);
        expect(await isRainedOut(id)).toBe(true);
        expect(await offer(token)).toMatchObject({ state: 'lapsed', times: [] });
        expect(await offer(declined.token)).toMatchObject({ state: 'declined' });
        const times = JSON.stringify(threeAfter(day));
        await callAs(database.pool, boss, 'send_rain_times', rainDayId, id, times);
        expect(await isHeld(daysAfter(day, 1))).toBe(true);
      },
    );

    test('stays listed and counted while an answer is open', async () => {
      const { day, rainDayId, id } = await visitOnRainDay();
      await letStartCome(database.pool, id);
      const counted = async () => {
        const needs = await callAs<{ rain_unanswered: number; rain_declined: number }>(
          database.pool,
          boss,
          'owner_needs',
        );
        return needs.rain_unanswered + needs.rain_declined;
      };
      const listed = async () => {
        const { days } = await callAs<{ days: { id: string; answers: Answer[] }[] }>(
          database.pool,
          boss,
          'rain_days_with_answers',
        );
        const answers = days.flatMap((one) => one.answers);
        return answers.filter(({ state }) => state === 'asked' || state === 'declined').length;
      };
      await database.pool.query(
        'update public.rain_days set day = current_date - 40 where id = $1',
        [rainDayId],
      );
      const before = await counted();
      expect(before).toBe(await listed());
      const [answer] = (await answersOn(await localDayOf(rainDayId)))?.answers ?? [];
      expect(answer).toMatchObject({ booking_id: id });
      await callAs(database.pool, boss, 'settle_rain_answer', answer?.id);
      expect([await counted(), await listed()]).toEqual([before - 1, before - 1]);
      expect(await answersOn(day)).toBeUndefined();
    });
    const localDayOf = async (rainDayId: string) => {
      const { rows } = await database.pool.query<{ day: string }>(
        'select day::text from public.rain_days where id = $1',
        [rainDayId],
      );
      return rows[0]?.day ?? '';
    };
  });

  test('accepts one of twenty simultaneous choices among the three times', async () => {
    const { id, token } = await visitOnRainDay();
    const { times } = await offer(token);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, client) =>
        callAs<RainOffer>(database.pool, anon, 'choose_rain_time', token, times[client % 3]?.id),
      ),
    );
    const chosen = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(new Set(chosen.map(({ booking_date: date }) => date)).size).toBe(1);
    expect(chosen[0]?.booking_date).toBe((await stored(database.pool, id)).booking_date);
    const refusals = results.flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as Error).message] : [],
    );
    expect(new Set(refusals)).toEqual(new Set(['offer_answered']));
  });
});
