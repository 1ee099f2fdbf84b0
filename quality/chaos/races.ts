// 50 clients at once want one time, coupon or payment. --rounds --seed --database
import { checkAfterwards } from './fixtures/afterwards.ts';
import { runOnEach } from './fixtures/run-on-each.ts';
import { openSlots } from './fixtures/slots.ts';
import { couponOfOneMailbox } from './races/coupons.ts';
import { expiryAgainstPayment } from './races/expiries.ts';
import { moveAgainstCreate } from './races/moves.ts';
import { createAgainstCreate, doubleClick } from './races/one-time.ts';
import { offerAgainstCreate, rainChoiceAgainstCreate, blockAgainstCreate } from './races/owner.ts';
import { payAtOnce } from './races/payments.ts';
import { runRace } from './races/race.ts';
import { travelStorm } from './races/travel.ts';

const races = [
  createAgainstCreate,
  moveAgainstCreate,
  expiryAgainstPayment,
  couponOfOneMailbox,
  doubleClick,
  payAtOnce,
  blockAgainstCreate,
  offerAgainstCreate,
  rainChoiceAgainstCreate,
  // Last: travel stays on.
  travelStorm,
];

await runOnEach('races', 1000, async (system, { rounds, databases }) => {
  const database = system.place.label;
  const slots = openSlots();
  const rows = [];
  for (const race of races) {
    const share = Math.max(1, Math.round((race.share * rounds) / databases.length / 1000));
    const startedAt = Date.now();
    const result = await runRace(race, { system, slots, rounds: share });
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.log(`${database}, ${race.name}: ${share} rounds in ${seconds} s`);
    rows.push({ database, race: race.name, rounds: share, ...result });
  }
  return [...rows, { database, race: 'afterwards', seen: await checkAfterwards(system) }];
});
