import { asPerson, newCustomer } from '../fixtures/accounts.ts';
import { paidBooking } from '../fixtures/bookings.ts';
import { allAtOnce, move, newEmail, type Answer } from '../fixtures/clients.ts';
import { bookers, clients, type Race } from './race.ts';

const accounts = 5;
const bookingsEach = 5;

/** Confirmed bookings move to a time that others request. */
export const moveAgainstCreate: Race = {
  name: 'reschedule against create',
  share: 150,
  run: async ({ system, slots, rounds, count }) => {
    const booked: { bookingId: string; token: string }[] = [];
    for (let account = 0; account < accounts; account += 1) {
      const email = newEmail();
      const { access_token: token } = await newCustomer(system.origin(), system.mails, email);
      for (let made = 0; made < bookingsEach; made += 1) {
        const wish = { ...slots.take(), email };
        booked.push({ bookingId: await paidBooking(system, wish, asPerson(token)), token });
      }
    }
    let moved = 0;
    for (let number = 0; number < rounds; number += 1) {
      const slot = slots.take();
      const asks: (() => Promise<Answer<unknown>>)[] = [
        ...booked.map(({ bookingId, token }) => () => {
          return move(system.origin(), token, bookingId, slot);
        }),
        ...bookers(system, slot, clients - booked.length),
      ];
      const answers = await allAtOnce(system.chance.shuffled(asks));
      const won = count(answers, ['slot_taken']);
      moved += answers.filter(({ status }) => status === 200).length;
      system.aims.expect(won === 1, 'One move or booking gets a time', { number, won });
    }
    return { seen: `${moved} by moving` };
  },
};
