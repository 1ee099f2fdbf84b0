import { asPerson, newCustomer } from '../fixtures/accounts.ts';
import { allAtOnce, requestTime, told, type Slot } from '../fixtures/clients.ts';
import type { Storm } from '../fixtures/storm.ts';
import { paidBooking } from './paid-booking.ts';
import { clients, newEmail, openTally, type Race } from './race.ts';

const accounts = 5;
const bookingsEach = 5;

type Booked = { bookingId: string; token: string };

/** Bookings that stand and want to move to a time which others want to book. */
export const moveAgainstCreate: Race = {
  name: 'reschedule against create',
  share: 150,
  run: async (storm, slots, rounds) => {
    const booked: Booked[] = [];
    for (let account = 0; account < accounts; account += 1) {
      const email = newEmail();
      const { access_token: token } = await newCustomer(storm.origin(), storm.mails, email);
      for (let count = 0; count < bookingsEach; count += 1) {
        const wish = { email, headers: asPerson(token) };
        booked.push({ bookingId: await paidBooking(storm, slots.take(), wish), token });
      }
    }
    const { tally, round } = openTally(storm);
    let moved = 0;
    for (let number = 0; number < rounds; number += 1) {
      const slot = slots.take();
      const asks = [
        ...booked.map((one) => () => move(storm, one, slot)),
        ...Array.from({ length: clients - booked.length }, () => () => {
          return requestTime(storm.origin(), { ...slot, email: newEmail() });
        }),
      ];
      const answers = await allAtOnce(storm.chance.shuffled(asks));
      const won = round(answers, ['slot_taken']);
      moved += answers.filter(({ status }) => status === 200).length;
      storm.promises.expect(won === 1, 'One of movers and bookers gets a time', { number, won });
    }
    return { ...tally, seen: `${moved} by moving` };
  },
};

/** As the page moves a booking. */
async function move(storm: Storm, { bookingId, token }: Booked, slot: Slot) {
  const answer = await fetch(`${storm.origin()}/rest/v1/bookings?id=eq.${bookingId}&select=id`, {
    method: 'PATCH',
    headers: {
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...asPerson(token),
    },
    body: JSON.stringify({ booking_date: slot.bookingDate, booking_time: slot.bookingTime }),
  });
  return told(answer);
}
