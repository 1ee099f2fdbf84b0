// kill -9 again and again while customers book, pay and cancel. --rounds --seed --database
import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from '../fixtures/median.ts';
import { runOnEach } from './fixtures/run-on-each.ts';
import { openSlots } from './fixtures/slots.ts';
import type { System } from './fixtures/system.ts';
import { startWebhookSender } from './fixtures/webhook-events.ts';
import { compareWithAcknowledged } from './kills/afterwards.ts';
import { traffic, type Acknowledged } from './kills/traffic.ts';

const readyWithinMs = 5_000;
const starvedMs = 200;
const mostPaymentsBefore = 6;
const patienceMs = 30_000;

await runOnEach('kills', 50, async (system, { rounds: kills }) => {
  const result = await killAgainAndAgain(system, kills);
  const isOwnMachine = median(result.bare) < starvedMs;
  system.aims.expect(
    !isOwnMachine || median(result.ready) <= readyWithinMs,
    'Ready again within 5 s',
    result.ready,
  );
  return [
    {
      database: system.place.label,
      kills,
      bookings: result.seen.length,
      'payments (kept, refunded)': `${result.money.paid} (${result.money.kept}, ${result.money.refunded})`,
      'webhooks (deliveries)': `${result.webhooks.events} (${result.webhooks.deliveries})`,
      emails: result.mails,
      repeats: result.repeats,
      'ready again, median s': (median(result.ready) / 1000).toFixed(1),
      'worst s': (Math.max(...result.ready) / 1000).toFixed(1),
      'a bare start, median ms': median(result.bare),
      'over 5 s': result.ready.filter((ms) => ms > readyWithinMs).length,
    },
  ];
});

async function killAgainAndAgain(system: System, kills: number) {
  const slots = openSlots();
  const seen: Acknowledged[] = [];
  const ready: number[] = [];
  const bare: number[] = [];
  let isUp = true;
  const sender = startWebhookSender(
    () => (isUp ? system.origin() : null),
    system.provider.webhookSecret,
  );
  for (let round = 0; round < kills; round += 1) {
    const busy = traffic(system, slots, { round, sender, seen });
    await payments(seen, paidOf(seen) + 1 + system.chance.below(mostPaymentsBefore));
    await pause(system.chance.below(200));
    isUp = false;
    await system.kill();
    await busy;
    bare.push(bareStart());
    const startedAt = Date.now();
    await system.start();
    ready.push(Date.now() - startedAt);
    isUp = true;
    if (round % 10 === 9)
      console.log(`${system.place.label}: ${round + 1} kills, ${seen.length} bookings`);
  }
  const webhooks = await sender.done();
  const after = await compareWithAcknowledged(system, seen);
  system.aims.expect(
    after.repeats <= kills,
    'At most one email is resent after a kill',
    after.repeats,
  );
  return { seen, ready, bare, webhooks, ...after };
}

function paidOf(seen: readonly Acknowledged[]): number {
  return seen.filter(({ isPaid }) => isPaid).length;
}

/** On a machine of any speed, the kill comes after that many payments. */
async function payments(seen: readonly Acknowledged[], count: number) {
  const until = Date.now() + patienceMs;
  while (paidOf(seen) < count && Date.now() < until) await pause(5);
}

function bareStart(): number {
  const startedAt = Date.now();
  spawnSync(process.execPath, ['-e', '0']);
  return Date.now() - startedAt;
}
