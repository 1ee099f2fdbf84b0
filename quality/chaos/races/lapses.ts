import { allAtOnce, requestTime, verify } from '../fixtures/clients.ts';
import { pause } from '../fixtures/mail-sink.ts';
import type { Storm } from '../fixtures/storm.ts';
import { holdToPay, successOf } from './paid-booking.ts';
import { clients, newEmail, openTally, type Race } from './race.ts';

const together = 25;
const firstAfterMs = 15_000;
const apartMs = 1_500;

type Lapsing = Awaited<ReturnType<typeof holdToPay>> & { lapsesAt: number };

/**
 * The payment of a hold settles at the very moment the hold ends, and others want its time. The server and its
 * clock are as they are; only the stored end of each hold was written nearer, while the server was down.
 */
export const lapseAgainstPayment: Race = {
  name: 'hold expiry against payment',
  share: 100,
  run: async (storm, slots, rounds) => {
    const { tally, round } = openTally(storm);
    let kept = 0;
    for (let done = 0; done < rounds; done += together) {
      const lapsing = await holdsThatLapse(storm, Math.min(together, rounds - done), slots.take);
      for (const one of lapsing) {
        const payer = await payAtTheLastMoment(storm, one);
        const won = round(payer.others, ['slot_taken']);
        kept += payer.stands ? 1 : 0;
        storm.promises.expect(
          won + (payer.stands ? 1 : 0) === 1,
          'A time whose hold ended goes to the payment or to another',
          { won, stands: payer.stands },
        );
      }
    }
    return { ...tally, winners: tally.winners + kept, seen: `${kept} by the payment` };
  },
};

async function holdsThatLapse(storm: Storm, count: number, slot: () => Lapsing['slot']) {
  const held = await Promise.all(Array.from({ length: count }, () => holdToPay(storm, slot())));
  return storm.whileDown(async (query) => {
    const from = Date.now() + firstAfterMs;
    const lapsing: Lapsing[] = held.map((one, index) => ({
      ...one,
      lapsesAt: from + index * apartMs,
    }));
    for (const { bookingId, lapsesAt } of lapsing) {
      await query('update public.slot_claims set expires_at = $2 where booking_id = $1', [
        bookingId,
        new Date(lapsesAt).toISOString(),
      ]);
    }
    return lapsing;
  });
}

async function payAtTheLastMoment(storm: Storm, { bookingId, intentId, slot, lapsesAt }: Lapsing) {
  const origin = storm.origin();
  await pause(Math.max(0, lapsesAt - Date.now() - 60 + storm.chance.below(100)));
  storm.provider.charge(intentId);
  const webhook = successOf(storm, intentId);
  const bookers = Array.from({ length: clients - 3 }, () => () => {
    return requestTime(origin, { ...slot, email: newEmail() });
  });
  const payers = [
    webhook,
    webhook,
    async () => ({ ...(await verify(origin, bookingId)), code: 'verify' }),
  ];
  const answers = await allAtOnce(storm.chance.shuffled([...payers, ...bookers]));
  for (const { status, code } of answers.filter((one) =>
    ['webhook', 'verify'].includes(one.code),
  )) {
    storm.promises.expect(status === 200, 'Word of a payment is taken', { status, code });
  }
  const { body } = await verify(origin, bookingId);
  return {
    stands: body.bookingStatus === 'deposit_paid',
    others: answers.filter((one) => !['webhook', 'verify'].includes(one.code)),
  };
}
