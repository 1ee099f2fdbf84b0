import { spawnSync } from 'node:child_process';
import { record } from '../bench/fixtures/record.ts';
import { readArguments, type DatabaseName } from './fixtures/arguments.ts';
import { pause } from './fixtures/mail-sink.ts';
import { watchPromises } from './fixtures/promises.ts';
import { seeded } from './fixtures/seeded.ts';
import { openSlots } from './fixtures/slots.ts';
import { openStorm, openTheYear, type Storm } from './fixtures/storm.ts';
import { startCourier } from './fixtures/webhook-courier.ts';
import { holdAgainst } from './kills/afterwards.ts';
import { traffic, type Acknowledged } from './kills/traffic.ts';

const readyWithinMs = 5_000;
const starvedMs = 200;
const mostPaymentsBefore = 6;
const patienceMs = 30_000;

const { rounds: kills, seed, databases } = readArguments(50);
const promises = watchPromises();
const rows: Record<string, string | number>[] = [];

for (const database of databases) rows.push(await killOn(database));

record({
  name: 'kills',
  command: 'npm run test:chaos kills',
  facts: `Seed ${seed}. ${promises.broken()} aims were missed.`,
  rows,
});
promises.conclude();

async function killOn(database: DatabaseName) {
  const storm = await openStorm(database, { promises, chance: seeded(seed) });
  try {
    await storm.start();
    await openTheYear(storm);
    const told = await killAgainAndAgain(storm);
    const isOwnMachine = median(told.bare) < starvedMs;
    promises.expect(
      !isOwnMachine || median(told.ready) <= readyWithinMs,
      'Ready again within 5 s',
      told.ready,
    );
    return {
      database: storm.place.label,
      kills,
      bookings: told.seen.length,
      'payments (kept, refunded)': `${told.money.paid} (${told.money.kept}, ${told.money.givenBack})`,
      'webhooks (deliveries)': `${told.webhooks.events} (${told.webhooks.deliveries})`,
      emails: told.mails,
      repeats: told.repeats,
      'ready again, median s': (median(told.ready) / 1000).toFixed(1),
      'worst s': (Math.max(...told.ready) / 1000).toFixed(1),
      'a bare start, median ms': median(told.bare),
      'over 5 s': told.ready.filter((ms) => ms > readyWithinMs).length,
    };
  } finally {
    await storm.end();
  }
}

async function killAgainAndAgain(storm: Storm) {
  const slots = openSlots();
  const seen: Acknowledged[] = [];
  const ready: number[] = [];
  const bare: number[] = [];
  let isUp = true;
  const courier = startCourier(() => (isUp ? storm.origin() : null), storm.provider.webhookSecret);
  for (let round = 0; round < kills; round += 1) {
    const busy = traffic(storm, slots, { round, courier, seen });
    await payments(seen, paidOf(seen) + 1 + storm.chance.below(mostPaymentsBefore));
    await pause(storm.chance.below(200));
    isUp = false;
    await storm.kill();
    await busy;
    bare.push(bareStart());
    const startedAt = Date.now();
    await storm.start();
    ready.push(Date.now() - startedAt);
    isUp = true;
    if (round % 10 === 9)
      console.log(`${storm.place.label}: ${round + 1} kills, ${seen.length} bookings`);
  }
  const webhooks = await courier.done();
  const after = await holdAgainst(storm, seen);
  promises.expect(after.repeats <= kills, 'At most one mail a kill goes out again', after.repeats);
  return { seen, ready, bare, webhooks, ...after };
}

function paidOf(seen: readonly Acknowledged[]): number {
  return seen.filter(({ isPaid }) => isPaid).length;
}

/** However fast the machine is: the kill comes in the middle of so much traffic. */
async function payments(seen: readonly Acknowledged[], count: number) {
  const until = Date.now() + patienceMs;
  while (paidOf(seen) < count && Date.now() < until) await pause(5);
}

function bareStart(): number {
  const startedAt = Date.now();
  spawnSync(process.execPath, ['-e', '0']);
  return Date.now() - startedAt;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
