import { asPerson, newCustomer } from '../fixtures/accounts.ts';
import { allAtOnce, ask, requestTime, verify } from '../fixtures/clients.ts';
import { holdToPay, successOf } from './paid-booking.ts';
import { clients, newEmail, openTally, type Race } from './race.ts';

const couponCode = 'NEWCUSTOMER20';

/** One account, many addresses, a time for each: the coupon counts for one of them. */
export const couponOfOneAccount: Race = {
  name: 'last use of a coupon, one account',
  share: 60,
  run: async (storm, slots, rounds) => {
    const { tally, round } = openTally(storm);
    const { access_token: token } = await newCustomer(storm.origin(), storm.mails, newEmail());
    const times = Array.from({ length: clients }, slots.take);
    for (let number = 0; number < rounds; number += 1) {
      const answers = await allAtOnce(
        times.map((slot) => () => {
          const wish = { ...slot, email: newEmail(), couponCode };
          return requestTime(storm.origin(), wish, asPerson(token));
        }),
      );
      const won = round(answers, ['coupon_used']);
      storm.promises.expect(won === 1, 'A coupon counts once for an account', { number, won });
      // Cancelled unpaid: the coupon and the time are there for the next round.
      for (const { status, body } of answers) {
        if (status !== 201) continue;
        await ask(storm.origin(), '/functions/v1/cancel-booking', { bookingId: body.bookingId });
      }
    }
    return tally;
  },
};

/** Two tabs of one person, each with the coupon and a time, are paid at once. */
export const couponInTwoTabs: Race = {
  name: 'last use of a coupon, two tabs paid at once',
  share: 40,
  run: async (storm, slots, rounds) => {
    const { tally, round } = openTally(storm);
    const origin = storm.origin();
    for (let number = 0; number < rounds; number += 1) {
      const wish = { email: newEmail(), couponCode };
      const tabs = [
        await holdToPay(storm, slots.take(), wish),
        await holdToPay(storm, slots.take(), wish),
      ];
      tabs.forEach(({ intentId }) => storm.provider.charge(intentId));
      const words = tabs.flatMap(({ bookingId, intentId }) => [
        successOf(storm, intentId),
        () => verify(origin, bookingId),
      ]);
      const asks = Array.from({ length: clients }, (_, index) => words[index % words.length]);
      round(await allAtOnce(storm.chance.shuffled(asks.filter((one) => one !== undefined))), []);
      const states = await Promise.all(tabs.map(({ bookingId }) => verify(origin, bookingId)));
      const standing = states.filter(({ body }) => body.payment === 'succeeded');
      storm.promises.expect(standing.length === 1, 'One of two tabs has the coupon', {
        number,
        states: states.map(({ body }) => body),
      });
    }
    return { ...tally, winners: rounds, seen: 'the other was given back in full' };
  },
};
