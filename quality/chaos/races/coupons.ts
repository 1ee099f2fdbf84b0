import { allAtOnce, ask, requestTime } from '../fixtures/clients.ts';
import { clients, newEmail, openTally, type Race } from './race.ts';

const couponCode = 'NEWCUSTOMER20';

/** One mailbox, many spellings of its address, a time for each: the coupon counts for one of them. */
export const couponOfOneMailbox: Race = {
  name: 'last use of a coupon, one mailbox',
  share: 100,
  run: async (storm, slots, rounds) => {
    const { tally, round } = openTally(storm);
    const mailbox = newEmail();
    const times = Array.from({ length: clients }, slots.take);
    for (let number = 0; number < rounds; number += 1) {
      const answers = await allAtOnce(
        times.map((slot, index) => () => {
          const email = mailbox.replace('@', `+${index}@`);
          return requestTime(storm.origin(), { ...slot, email, couponCode });
        }),
      );
      const won = round(answers, ['coupon_used']);
      storm.promises.expect(won === 1, 'A coupon counts once for a mailbox', { number, won });
      // Cancelled unpaid: the coupon and the time are there for the next round.
      for (const { status, body } of answers) {
        if (status !== 201) continue;
        await ask(storm.origin(), '/functions/v1/cancel-booking', { bookingId: body.bookingId });
      }
    }
    return tally;
  },
};
