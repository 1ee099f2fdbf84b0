// Requests generated from a grammar, sent by six roles. --requests --minutes --seed --database
import { parseArgs } from 'node:util';
import { record } from '../bench/fixtures/record.ts';
import { differences, readChecksums } from './fixtures/fuzz/checksums.ts';
import { withDatabase } from './fixtures/fuzz/database-at-rest.ts';
import { endpoints } from './fixtures/fuzz/fuzz-request.ts';
import { closeConnections } from './fixtures/fuzz/send-request.ts';
import { askedIn, runFuzz, type FuzzResult } from './fixtures/fuzz/run-fuzz.ts';
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
const requests = Number(values.requests);
const seed = Number(values.seed);
const kinds = (['pglite', 'postgres'] as const).filter(
  (kind) =>
    (values.database ?? kind) === kind && (kind === 'pglite' || process.env['TEST_DATABASE_URL']),
);

type Result = FuzzResult & { broken: string[]; longestStall: number };

async function fuzz(world: World): Promise<Result> {
  try {
    const started = performance.now();
    const watch = watchOver(world.server.origin);
    const result = await runFuzz(world, {
      requests: Math.ceil(requests / kinds.length),
      seed,
      minutes: Number(values.minutes),
    });
    const { longestStall, isAlive } = await watch.stop();
    const pace = Math.round(askedIn(result) / ((performance.now() - started) / 1000));
    console.log(`${world.kind}: ${pace} requests a second`);
    const logged = world.server
      .output()
      .split('\n')
      .filter((line) => /"level":(50|60)/.test(line));
    await world.server.stop();
    const after = await withDatabase(world.place, readChecksums);
    const broken = [
      ...[...result.faults].map(([fault, curl]) => `${fault}\n  ${curl.slice(0, 2000)}`),
      ...differences(world.before, after),
      ...(isAlive ? [] : ['the server is no longer healthy']),
      ...logged.slice(0, 5).map((line) => `logged: ${line.slice(0, 600)}`),
    ];
    return { ...result, broken, longestStall };
  } finally {
    await world.remove();
  }
}

const rows: Record<string, string | number>[] = [];
const broken: string[] = [];
const worlds: World[] = [];
for (const kind of kinds) worlds.push(await openWorld(kind));
console.log(`seed ${seed}`);
// Both databases at the same time: answers are mostly waiting, above all of endpoints with a steady pace.
const runs = await Promise.allSettled(
  worlds.map(async (world) => [world.kind, await fuzz(world)] as const),
);
const results = runs.map((one) => {
  if (one.status === 'rejected') throw one.reason;
  return one.value;
});
for (const [kind, result] of results) {
  broken.push(...result.broken.map((one) => `${kind}: ${one}`));
  for (const endpoint of endpoints) {
    const count = result.counts[endpoint];
    rows.push({
      database: kind === 'pglite' ? 'embedded' : 'PostgreSQL',
      endpoint: `/${endpoint}/v1`,
      requests: count.requests,
      '2xx, 3xx': count.ok,
      '4xx': count.refused,
      'too many (429)': count.tooMany,
      '5xx or none': count.failed,
      'slowest answer': `${Math.round(count.slowest)} ms`,
      'longest wait of a file request': `${Math.round(result.longestStall)} ms`,
    });
  }
  console.log(`${result.leaks} answers contained rows their role may see`);
}
closeConnections();
record({
  name: 'fuzz',
  command: 'npm run test:chaos fuzz',
  facts: `Seed ${seed}. ${broken.length} aims were missed.`,
  rows,
});
for (const one of broken) console.error(`✗ ${one}`);
process.exitCode = broken.length > 0 ? 1 : 0;
