// 50 clients at once want one time, coupon or payment. --rounds --seed --database
import { record } from '../bench/fixtures/record.ts';
import { readArguments, type DatabaseName } from './fixtures/arguments.ts';
import { checkInvariants, checkMails, checkMoney } from './fixtures/invariants.ts';
import { watchAims } from './fixtures/aims.ts';
import { seeded } from './fixtures/seeded.ts';
import { openSlots } from './fixtures/slots.ts';
import { openSystem, openWholeYear, type System } from './fixtures/system.ts';
import { couponOfOneMailbox } from './races/coupons.ts';
import { expiryAgainstPayment } from './races/expiries.ts';
import { moveAgainstCreate } from './races/moves.ts';
import { createAgainstCreate, doubleClick } from './races/one-time.ts';
import { offerAgainstCreate, rainChoiceAgainstCreate, blockAgainstCreate } from './races/owner.ts';
import { payAtOnce } from './races/payments.ts';
import type { Race } from './races/race.ts';

const races: Race[] = [
  createAgainstCreate,
  moveAgainstCreate,
  expiryAgainstPayment,
  couponOfOneMailbox,
  doubleClick,
  payAtOnce,
  blockAgainstCreate,
  offerAgainstCreate,
  rainChoiceAgainstCreate,
];

const { rounds, seed, databases } = readArguments(1000);
const roundsEach = Math.ceil(rounds / databases.length);
const aims = watchAims();
const rows: Record<string, string | number>[] = [];

for (const database of databases) rows.push(...(await raceOn(database)));

record({
  name: 'races',
  command: 'npm run test:chaos races',
  facts: `${rounds} rounds, seed ${seed}. ${aims.missed()} aims were missed.`,
  rows,
});
aims.conclude();

async function raceOn(database: DatabaseName) {
  const system = await openSystem(database, { aims, chance: seeded(seed) });
  const told: typeof rows = [];
  try {
    await system.start();
    await openWholeYear(system);
    const slots = openSlots();
    for (const race of races) {
      const share = Math.max(1, Math.round((race.share * roundsEach) / 1000));
      const startedAt = Date.now();
      const { answers, winners, refused, seen = '' } = await race.run(system, slots, share);
      const seconds = Math.round((Date.now() - startedAt) / 1000);
      console.log(`${system.place.label}, ${race.name}: ${share} rounds in ${seconds} s`);
      told.push({
        database: system.place.label,
        race: race.name,
        rounds: share,
        answers,
        winners,
        refused,
        seen,
      });
    }
    told.push(await checkAfterwards(system));
  } finally {
    await system.end();
  }
  return told;
}

async function checkAfterwards(system: System) {
  await system.mails.quietFor(8_000);
  const money = await system.whileDown(async (query) => {
    await checkInvariants(query, aims);
    return checkMoney(query, system.provider, aims);
  });
  const { mails, repeats } = checkMails(system.mails.accepted, aims);
  aims.expect(repeats === 0, 'No email is sent twice', { repeats });
  return {
    database: system.place.label,
    race: 'afterwards',
    seen: `${money.paid} payments: ${money.kept} kept, ${money.refunded} refunded in full; ${mails} emails, ${repeats} twice`,
  };
}
