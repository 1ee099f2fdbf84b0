import { asPerson, newCustomer } from '../fixtures/accounts.ts';
import { allAtOnce, requestTime, told, type Slot } from '../fixtures/clients.ts';
import type { System } from '../fixtures/system.ts';
import { paidBooking } from './paid-booking.ts';
import { clients, newEmail, openTally, type Race } from './race.ts';

const accounts = 5;
const bookingsEach = 5;

type Booked = { bookingId: string; token: string };

/** Confirmed bookings move to a time that others request. */
export const moveAgainstCreate: Race = {
  name: 'reschedule against create',
  share: 150,
  run: async (system, slots, rounds) => {
    const booked: Booked[] = [];
    for (let account = 0; account < accounts; account += 1) {
      const email = newEmail();
      const { access_token: token } = await newCustomer(system.origin(), system.mails, email);
      for (let count = 0; count < bookingsEach; count += 1) {
        const wish = { email, headers: asPerson(token) };
        booked.push({ bookingId: await paidBooking(system, slots.take(), wish), token });
      }
    }
    const { tally, round } = openTally(system);
    let moved = 0;
    for (let number = 0; number < rounds; number += 1) {
      const slot = slots.take();
      const asks = [
        ...booked.map((one) => () => move(system, one, slot)),
        ...Array.from({ length: clients - booked.length }, () => () => {
          return requestTime(system.origin(), { ...slot, email: newEmail() });
        }),
      ];
      const answers = await allAtOnce(system.chance.shuffled(asks));
      const won = round(answers, ['slot_taken']);
      moved += answers.filter(({ status }) => status === 200).length;
      system.aims.expect(won === 1, 'One move or booking gets a time', { number, won });
    }
    return { ...tally, seen: `${moved} by moving` };
  },
};

/** As the page moves a booking. */
async function move(system: System, { bookingId, token }: Booked, slot: Slot) {
  const answer = await fetch(`${system.origin()}/rest/v1/bookings?id=eq.${bookingId}&select=id`, {
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
