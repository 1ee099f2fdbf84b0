// Requests generated from a grammar, sent by six roles. --requests --minutes --seed --database
import { parseArgs } from 'node:util';
import { databases } from '../fixtures/places.ts';
import { watchAims } from './fixtures/aims.ts';
import { loggedErrors } from './fixtures/logged-errors.ts';
import { differences, readChecksums } from './fixtures/fuzz/checksums.ts';
import { endpoints } from './fixtures/fuzz/fuzz-request.ts';
import { closeConnections } from './fixtures/fuzz/send-request.ts';
import { askedIn, runFuzz } from './fixtures/fuzz/run-fuzz.ts';
import { watchOver } from './fixtures/fuzz/watch.ts';
import { openWorld, type World } from './fixtures/fuzz/world.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    minutes: { type: 'string', default: '120' },
    database: { type: 'string' },
  },
});
const seed = Number(values.seed);
const chosen = databases.filter((name) => name === (values.database ?? name));
const requests = Math.ceil(Number(values.requests) / chosen.length);
const aims = watchAims();

const worlds: World[] = [];
for (const database of chosen) worlds.push(await openWorld(database));
console.log(`seed ${seed}`);
// Both databases at the same time: answers are mostly waiting, above all of endpoints with a steady pace.
const runs = await Promise.allSettled(worlds.map(fuzz));
closeConnections();
const rows = runs.flatMap((run) => {
  if (run.status === 'rejected') throw run.reason;
  return run.value;
});
aims.conclude('fuzz', rows, `Seed ${seed}.`);

async function fuzz(world: World) {
  const { server, place, before } = world;
  try {
    const started = performance.now();
    const watch = watchOver(server.origin);
    const settings = { requests, seed, minutes: Number(values.minutes) };
    const result = await runFuzz(world, settings);
    const { longestStall, isAlive } = await watch.stop();
    const pace = Math.round(askedIn(result) / ((performance.now() - started) / 1000));
    console.log(`${place.label}: ${pace} requests a second`);
    console.log(`${place.label}: ${result.leaks} answers contained rows their role may see`);
    const errors = loggedErrors(server.output());
    await server.stop();
    const changed = differences(before, await place.atRest(readChecksums));
    for (const [fault, curl] of result.faults) aims.expect(false, fault, curl);
    for (const table of changed) aims.expect(false, 'No row of others changes', table);
    for (const line of errors.slice(0, 5)) aims.expect(false, 'The server logs no error', line);
    aims.expect(isAlive, 'The server stays healthy');
    return endpoints.map((endpoint) => {
      const count = result.counts[endpoint];
      return {
        database: place.label,
        endpoint: `/${endpoint}/v1`,
        requests: count.requests,
        '2xx, 3xx': count.ok,
        '4xx': count.refused,
        'too many (429)': count.tooMany,
        '5xx or none': count.failed,
        'slowest answer': `${Math.round(count.slowest)} ms`,
        'longest wait of a file request': `${Math.round(longestStall)} ms`,
      };
    });
  } finally {
    await world.remove();
  }
}
