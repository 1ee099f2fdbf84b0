import { allAtOnce, beginPaying, verify } from '../fixtures/clients.ts';
import { hold, successOf } from './paid-booking.ts';
import { clients, openTally, type Race } from './race.ts';

const clicks = 10;

/**
 * The pay button many times at once, then the webhook and the confirmation page together, many times each.
 */
export const payAtOnce: Race = {
  name: 'double click on paying, webhook and page together',
  share: 100,
  run: async (system, slots, rounds) => {
    const { tally, round } = openTally(system);
    const origin = system.origin();
    for (let number = 0; number < rounds; number += 1) {
      const held = await hold(system, slots.take());
      const begun = await allAtOnce(
        Array.from({ length: clicks }, () => () => beginPaying(origin, held)),
      );
      round(begun, []);
      const intents = [...new Set(begun.map(({ body }) => body.paymentIntentId))];
      system.aims.expect(intents.length === 1, 'One booking is paid with one intent', intents);
      const [intentId = ''] = intents;
      system.provider.charge(intentId);
      const webhook = successOf(system, intentId);
      const asks = Array.from({ length: clients - clicks }, (_, index) =>
        index % 2 === 0 ? webhook : () => verify(origin, held.bookingId),
      );
      round(
        await allAtOnce(
          system.chance.shuffled<() => Promise<{ status: number; code: string }>>(asks),
        ),
        [],
      );
      const { body } = await verify(origin, held.bookingId);
      system.aims.expect(
        body.bookingStatus === 'deposit_paid',
        'A paid booking is confirmed',
        body,
      );
    }
    return { ...tally, winners: rounds, seen: 'settled once each' };
  },
};
