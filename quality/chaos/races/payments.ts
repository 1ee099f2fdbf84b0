import { hold, successOf } from '../fixtures/bookings.ts';
import { allAtOnce, beginPaying, verify } from '../fixtures/clients.ts';
import { clients, type Race } from './race.ts';

const clicks = 10;

/**
 * The pay button many times at once, then the webhook and the confirmation page together, many times each.
 */
export const payAtOnce: Race = {
  name: 'double click on paying, webhook and page together',
  share: 100,
  run: async ({ system, slots, rounds, count }) => {
    const { aims, chance, provider } = system;
    const origin = system.origin();
    for (let number = 0; number < rounds; number += 1) {
      const held = await hold(system, slots.take());
      const begun = await allAtOnce(
        Array.from({ length: clicks }, () => () => beginPaying(origin, held)),
      );
      count(begun, []);
      const intents = [...new Set(begun.map(({ body }) => body.paymentIntentId))];
      aims.expect(intents.length === 1, 'One booking is paid with one intent', intents);
      const [intentId = ''] = intents;
      provider.charge(intentId);
      const webhook: () => Promise<{ status: number; code: string }> = successOf(system, intentId);
      const asks = Array.from({ length: clients - clicks }, (_, index) =>
        index % 2 === 0 ? webhook : () => verify(origin, held.bookingId),
      );
      count(await allAtOnce(chance.shuffled(asks)), []);
      const { body } = await verify(origin, held.bookingId);
      aims.expect(body.bookingStatus === 'deposit_paid', 'A paid booking is confirmed', body);
    }
    return { winners: rounds, seen: 'settled once each' };
  },
};
