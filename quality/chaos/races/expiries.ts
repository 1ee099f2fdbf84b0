import { setTimeout as pause } from 'node:timers/promises';
import { holdToPay, successOf, type HeldToPay } from '../fixtures/bookings.ts';
import { allAtOnce, verify, type Slot } from '../fixtures/clients.ts';
import type { System } from '../fixtures/system.ts';
import { bookers, clients, type Race } from './race.ts';

const together = 25;
const firstAfterMs = 15_000;
const apartMs = 1_500;

type Expiring = HeldToPay & { slot: Slot; expiresAt: number };

/**
 * The payment of a hold settles at the moment the hold expires, while others request its time. The server and its
 * clock are unchanged; only the stored expiry was moved closer while the server was down.
 */
export const expiryAgainstPayment: Race = {
  name: 'hold expiry against payment',
  share: 100,
  run: async ({ system, slots, rounds, count }) => {
    let [kept, lost] = [0, 0];
    for (let done = 0; done < rounds; done += together) {
      const times = Array.from({ length: Math.min(together, rounds - done) }, slots.take);
      for (const one of await holdsThatExpire(system, times)) {
        const { others, stands } = await payAtTheLastMoment(system, one);
        const won = count(others, ['slot_taken']);
        const isOneWinner = won + (stands ? 1 : 0) === 1;
        const aim = 'An expired time goes to the payment or to one other customer';
        system.aims.expect(isOneWinner, aim, { won, stands });
        if (stands) kept += 1;
        lost += won;
      }
    }
    return { winners: kept + lost, seen: `${kept} by the payment` };
  },
};

async function holdsThatExpire(system: System, times: Slot[]): Promise<Expiring[]> {
  const held = await Promise.all(
    times.map(async (slot) => ({ slot, ...(await holdToPay(system, slot)) })),
  );
  return system.whileDown(async (query) => {
    const from = Date.now() + firstAfterMs;
    const expiring = held.map((one, index) => ({ ...one, expiresAt: from + index * apartMs }));
    for (const { bookingId, expiresAt } of expiring) {
      await query('update public.slot_claims set expires_at = $2 where booking_id = $1', [
        bookingId,
        new Date(expiresAt).toISOString(),
      ]);
    }
    return expiring;
  });
}

async function payAtTheLastMoment(
  system: System,
  { bookingId, intentId, slot, expiresAt }: Expiring,
) {
  const origin = system.origin();
  await pause(Math.max(0, expiresAt - Date.now() - 60 + system.chance.below(100)));
  system.provider.charge(intentId);
  const webhook = successOf(system, intentId);
  const page = async () => ({ ...(await verify(origin, bookingId)), code: 'verify' });
  const asks: (() => Promise<{ status: number; code: string }>)[] = [
    ...[webhook, webhook, page],
    ...bookers(system, slot, clients - 3),
  ];
  const answers = await allAtOnce(system.chance.shuffled(asks));
  const isNotice = ({ code }: { code: string }) => ['webhook', 'verify'].includes(code);
  for (const answer of answers.filter(isNotice)) {
    system.aims.expect(answer.status === 200, 'A notice of a payment is accepted', answer);
  }
  const { body } = await verify(origin, bookingId);
  return {
    stands: body.bookingStatus === 'deposit_paid',
    others: answers.filter((answer) => !isNotice(answer)),
  };
}
