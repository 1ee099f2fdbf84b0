import { asPerson } from '../fixtures/accounts.ts';
import { hold, paidBooking } from '../fixtures/bookings.ts';
import { allAtOnce, ask, cancel, newEmail, requestTime, type Answer } from '../fixtures/clients.ts';
import { timesOf } from '../fixtures/slots.ts';
import type { System } from '../fixtures/system.ts';
import { bookers, clients, type Race } from './race.ts';

const call = <Body>(system: System, name: string, args: object, token?: string) =>
  ask<Body>(system.origin(), `/rest/v1/rpc/${name}`, args, token ? asPerson(token) : {});

type BlockAnswer = Answer<{ bookingId?: string; standing?: { id: string }[] }>;

/** The owner blocks a day while others book it: the answer lists the bookings that came first. */
export const blockAgainstCreate: Race = {
  name: 'blocked time against create',
  share: 20,
  run: async ({ system, slots, rounds, count }) => {
    const token = await system.owner();
    let standing = 0;
    for (let number = 0; number < rounds; number += 1) {
      const day = slots.takeDay();
      const wholeDay = { from_day: day, from_time: null, until_day: day, until_time: null };
      const block = async () => {
        const args = { ...wholeDay, reason: 'Away' };
        const answer: BlockAnswer = await call(system, 'add_time_off', args, token);
        return { isOwner: true, ...answer };
      };
      const asks: (() => Promise<BlockAnswer & { isOwner?: boolean }>)[] = [
        block,
        ...bookers(system, { bookingDate: day, bookingTime: '12:00' }, clients - 1),
      ];
      const answers = await allAtOnce(system.chance.shuffled(asks));
      const owner = answers.find(({ isOwner }) => isOwner);
      const others = answers.filter(({ isOwner }) => !isOwner);
      system.aims.expect(owner?.status === 200, 'Time is blocked despite bookings', owner);
      const won = count(others, ['slot_taken']);
      const listed = owner?.body.standing?.map(({ id }) => id) ?? [];
      const made = others.filter(({ status }) => status === 201).map(({ body }) => body.bookingId);
      const isListed = won <= 1 && listed.join() === made.join();
      system.aims.expect(isListed, 'The owner sees the booking that came first', { listed, made });
      standing += won;
    }
    return { winners: rounds, seen: `${standing} bookings came first, each shown to the owner` };
  },
};

/**
 * A time is held for a customer on the waiting list, who requests it twice while many others request it too.
 */
export const offerAgainstCreate: Race = {
  name: 'waiting-list offer against create',
  share: 10,
  run: async ({ system, slots, rounds, count }) => {
    for (let number = 0; number < rounds; number += 1) {
      const day = slots.takeDay();
      const [freed] = await Promise.all(timesOf(day).map((slot) => hold(system, slot)));
      const email = newEmail();
      const person = { name: 'Wren Hall', email, phone: '905 555 0188' };
      const wish = { serviceId: 'basic-wash', vehicleType: 'sedan', date: day, ...person };
      const joined = await ask(system.origin(), '/functions/v1/join-waiting-list', wish);
      if (!freed || joined.status !== 200) {
        throw new Error(`Not on the waiting list: ${joined.status} ${joined.code}`);
      }
      await cancel(system.origin(), freed.bookingId);
      const mail = await system.mails.mailTo(email, ({ subject }) =>
        subject.startsWith('A time is available'),
      );
      const [, offerToken = ''] = /schedule\?offer=([0-9a-f]{64})/.exec(mail.text) ?? [];
      const slot = { bookingDate: day, bookingTime: freed.checkout.bookingTime };
      const invited = async () => ({
        isInvited: true,
        ...(await requestTime(system.origin(), { ...slot, email, offerToken })),
      });
      const asks = [invited, invited, ...bookers(system, slot, clients - 2)];
      const answers = await allAtOnce(system.chance.shuffled(asks));
      count(answers, ['slot_taken', 'offer_lapsed', 'offer_answered']);
      const won = answers.filter(({ status }) => status === 201);
      system.aims.expect(
        won.length > 0 && won.every((one) => 'isInvited' in one),
        'A time held for a customer goes to that customer',
        { number, won: won.length },
      );
    }
    return { winners: rounds, seen: 'each to the customer it was held for' };
  },
};

type Offer = { times: { id: string; date: string; time: string }[] };

/**
 * A customer affected by a rain day presses all three times at once, and others request the first of them.
 */
export const rainChoiceAgainstCreate: Race = {
  name: 'rain-day choice against create',
  share: 20,
  run: async ({ system, slots, rounds, count }) => {
    const token = await system.owner();
    for (let number = 0; number < rounds; number += 1) {
      const day = slots.takeDay();
      const email = newEmail();
      const wish = { bookingDate: day, bookingTime: '09:00', email };
      const bookingId = await paidBooking(system, wish);
      const times = timesOf(slots.takeDay()).map(({ bookingDate, bookingTime }) => {
        return { date: bookingDate, time: bookingTime };
      });
      const plan = [{ bookingId, times }];
      const rainDay = { on_day: day, day_part: 'day', hours: 24, seen: [bookingId], plan };
      const marked = await call(system, 'mark_rain_day', rainDay, token);
      if (marked.status !== 200) throw new Error(`No rain day: ${marked.status} ${marked.code}`);
      const mail = await system.mails.mailTo(email, ({ text }) => text.includes('/rain?token='));
      const [, rainToken = ''] = /\/rain\?token=([0-9a-f]{64})/.exec(mail.text) ?? [];
      const offer = await call<Offer>(system, 'rain_offer', { token: rainToken });
      const [first] = offer.body.times;
      if (!first) throw new Error(`No times are offered: ${offer.status} ${offer.code}`);
      const choices = Array.from({ length: clients / 2 }, (_, index) => async () => {
        const chosen = offer.body.times[index % 3]?.id;
        const args = { token: rainToken, offer_id: chosen };
        return { chosen, ...(await call(system, 'choose_rain_time', args)) };
      });
      const slot = { bookingDate: first.date, bookingTime: first.time };
      const asks: (() => Promise<Answer<unknown> & { chosen?: string | undefined }>)[] = [
        ...choices,
        ...bookers(system, slot, clients / 2),
      ];
      const answers = await allAtOnce(system.chance.shuffled(asks));
      count(answers, ['slot_taken', 'offer_answered', 'offer_lapsed']);
      const chosen = answers.filter((one) => one.status === 200 && one.chosen !== undefined);
      const booked = answers.filter(({ status }) => status === 201);
      const places = new Set(chosen.map((one) => one.chosen));
      system.aims.expect(
        places.size === 1 && booked.length <= (places.has(first.id) ? 0 : 1),
        'A customer affected by a rain day gets one of the times',
        { number, places: [...places], booked: booked.length },
      );
    }
    return { winners: rounds, seen: 'one of three times each' };
  },
};
