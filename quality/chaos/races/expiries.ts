import { allAtOnce, requestTime, verify } from '../fixtures/clients.ts';
import { pause } from '../fixtures/mail-sink.ts';
import type { System } from '../fixtures/system.ts';
import { holdToPay, successOf } from './paid-booking.ts';
import { clients, newEmail, openTally, type Race } from './race.ts';

const together = 25;
const firstAfterMs = 15_000;
const apartMs = 1_500;

type Expiring = Awaited<ReturnType<typeof holdToPay>> & { expiresAt: number };

/**
 * The payment of a hold settles at the moment the hold expires, while others request its time. The server and its
 * clock are unchanged; only the stored expiry was moved closer while the server was down.
 */
export const expiryAgainstPayment: Race = {
  name: 'hold expiry against payment',
  share: 100,
  run: async (system, slots, rounds) => {
    const { tally, round } = openTally(system);
    let kept = 0;
    for (let done = 0; done < rounds; done += together) {
      const expiring = await holdsThatExpire(system, Math.min(together, rounds - done), slots.take);
      for (const one of expiring) {
        const payer = await payAtTheLastMoment(system, one);
        const won = round(payer.others, ['slot_taken']);
        kept += payer.stands ? 1 : 0;
        system.aims.expect(
          won + (payer.stands ? 1 : 0) === 1,
          'An expired time goes to the payment or to one other customer',
          { won, stands: payer.stands },
        );
      }
    }
    return { ...tally, winners: tally.winners + kept, seen: `${kept} by the payment` };
  },
};

async function holdsThatExpire(system: System, count: number, slot: () => Expiring['slot']) {
  const held = await Promise.all(Array.from({ length: count }, () => holdToPay(system, slot())));
  return system.whileDown(async (query) => {
    const from = Date.now() + firstAfterMs;
    const expiring: Expiring[] = held.map((one, index) => ({
      ...one,
      expiresAt: from + index * apartMs,
    }));
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
  const bookers = Array.from({ length: clients - 3 }, () => () => {
    return requestTime(origin, { ...slot, email: newEmail() });
  });
  const payers = [
    webhook,
    webhook,
    async () => ({ ...(await verify(origin, bookingId)), code: 'verify' }),
  ];
  const answers = await allAtOnce(system.chance.shuffled([...payers, ...bookers]));
  for (const { status, code } of answers.filter((one) =>
    ['webhook', 'verify'].includes(one.code),
  )) {
    system.aims.expect(status === 200, 'A notice of a payment is accepted', { status, code });
  }
  const { body } = await verify(origin, bookingId);
  return {
    stands: body.bookingStatus === 'deposit_paid',
    others: answers.filter((one) => !['webhook', 'verify'].includes(one.code)),
  };
}
