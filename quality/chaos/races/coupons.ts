import { allAtOnce, cancel, newEmail, requestTime } from '../fixtures/clients.ts';
import { clients, type Race } from './race.ts';

const couponCode = 'NEWCUSTOMER20';

/** One mailbox, many spellings of its address, one time for each: the coupon counts for one of them. */
export const couponOfOneMailbox: Race = {
  name: 'last use of a coupon, one mailbox',
  share: 100,
  run: async ({ system, slots, rounds, count }) => {
    const mailbox = newEmail();
    const times = Array.from({ length: clients }, slots.take);
    for (let number = 0; number < rounds; number += 1) {
      const answers = await allAtOnce(
        times.map((slot, index) => () => {
          const email = mailbox.replace('@', `+${index}@`);
          return requestTime(system.origin(), { ...slot, email, couponCode });
        }),
      );
      const won = count(answers, ['coupon_used', 'coupon_held']);
      system.aims.expect(won === 1, 'A coupon counts once for a mailbox', { number, won });
      // Cancelled before payment, so that the next round has the coupon and the time again.
      for (const { status, body } of answers) {
        if (status === 201) await cancel(system.origin(), body.bookingId);
      }
    }
    return {};
  },
};
