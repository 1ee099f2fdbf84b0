import { record } from '../bench/fixtures/record.ts';
import { readArguments, type DatabaseName } from './fixtures/arguments.ts';
import { checkInvariants, checkMails, checkMoney } from './fixtures/invariants.ts';
import { watchPromises } from './fixtures/promises.ts';
import { seeded } from './fixtures/seeded.ts';
import { openSlots } from './fixtures/slots.ts';
import { openStorm, openTheYear, type Storm } from './fixtures/storm.ts';
import { couponOfOneMailbox } from './races/coupons.ts';
import { lapseAgainstPayment } from './races/lapses.ts';
import { moveAgainstCreate } from './races/moves.ts';
import { createAgainstCreate, doubleClick } from './races/one-time.ts';
import {
  offerAgainstCreate,
  rainChoiceAgainstCreate,
  timeOffAgainstCreate,
} from './races/owner.ts';
import { payAtOnce } from './races/payments.ts';
import { clients, type Race } from './races/race.ts';

const races: Race[] = [
  createAgainstCreate,
  moveAgainstCreate,
  lapseAgainstPayment,
  couponOfOneMailbox,
  doubleClick,
  payAtOnce,
  timeOffAgainstCreate,
  offerAgainstCreate,
  rainChoiceAgainstCreate,
];

const { rounds, seed, databases } = readArguments(1000);
const roundsEach = Math.ceil(rounds / databases.length);
const promises = watchPromises();
const rows: Record<string, string | number>[] = [];

for (const database of databases) rows.push(...(await raceOn(database)));

record({
  name: 'races',
  command: 'npm run test:chaos races',
  facts: `${rounds} rounds, seed ${seed}. ${promises.broken()} aims were missed.`,
  rows,
});
promises.conclude();

async function raceOn(database: DatabaseName) {
  const storm = await openStorm(database, { promises, chance: seeded(seed) });
  const told: typeof rows = [];
  try {
    await storm.start();
    await openTheYear(storm);
    const slots = openSlots();
    for (const race of races) {
      const share = Math.max(1, Math.round((race.share * roundsEach) / 1000));
      const startedAt = Date.now();
      const { answers, winners, refused, seen = '' } = await race.run(storm, slots, share);
      const seconds = Math.round((Date.now() - startedAt) / 1000);
      console.log(`${storm.place.label}, ${race.name}: ${share} rounds in ${seconds} s`);
      told.push({
        database: storm.place.label,
        race: race.name,
        rounds: share,
        answers,
        winners,
        refused,
        seen,
      });
    }
    told.push(await afterTheStorm(storm));
  } finally {
    await storm.end();
  }
  return told;
}

async function afterTheStorm(storm: Storm) {
  await storm.mails.quietFor(8_000);
  const money = await storm.whileDown(async (query) => {
    await checkInvariants(query, promises);
    return checkMoney(query, storm.provider, promises);
  });
  const { mails, repeats } = checkMails(storm.mails.accepted, promises);
  promises.expect(repeats === 0, 'No mail is sent twice', { repeats });
  return {
    database: storm.place.label,
    race: 'afterwards',
    seen: `${money.paid} payments: ${money.kept} kept, ${money.givenBack} refunded in full; ${mails} emails, ${repeats} twice`,
  };
}
