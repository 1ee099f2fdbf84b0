// Whether file requests wait for the embedded database. [rounds]
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '../../e2e/fixtures/server-process.ts';
import { median, quantile } from '../fixtures/median.ts';
import { placeOn } from '../fixtures/places.ts';
import { record } from '../fixtures/record.ts';
import { publicKey } from './fixtures/measured-host.ts';

// At rest (the baseline), beside many small reads, and beside statements over a million rows, in turn.
const rounds = Number(process.argv[2] ?? 3);
const samplesOfRound = 60;
const everyMs = 25;

type Load = (origin: string, isOver: () => boolean) => Promise<void>;

const small: Load = async (origin, isOver) => {
  const day = `${origin}/rest/v1/booked_slots?select=*&booking_date=eq.2027-03-01`;
  const reader = async () => {
    while (!isOver()) await (await fetch(day, { headers: { apikey } })).text();
  };
  await Promise.all(Array.from({ length: 8 }, reader));
};

const large: Load = async (origin, isOver) => {
  while (!isOver()) {
    const answer = await fetch(`${origin}/rest/v1/rpc/count_up_to`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify({ most: 1_000_000 }),
    });
    if (answer.status !== 200) throw new Error(`count_up_to: ${await answer.text()}`);
  }
};

const loads: Record<string, Load> = {
  'at rest': () => Promise.resolve(),
  'beside 8 readers of a day': small,
  'beside statements over 1,000,000 rows': large,
};

const place = await placeOn('embedded');
await (await startServer(place)).stop();
// A statement for the anonymous role whose duration is its argument.
await place.atRest(async (query) => {
  await query(`
    create function public.count_up_to(most integer) returns bigint language sql stable set search_path = ''
      as 'select count(*) from pg_catalog.generate_series(1, most) as n where n % 3 = 0'`);
  await query('grant execute on function public.count_up_to to anon');
});
const server = await startServer(place);
const apikey = await publicKey(server.origin);
const waits = new Map<string, number[]>();
try {
  for (let round = 0; round < rounds; round++) {
    for (const [name, load] of Object.entries(loads)) {
      waits.set(name, [...(waits.get(name) ?? []), ...(await sampleBeside(load))]);
    }
  }
} finally {
  await server.stop();
  await place.remove();
}

const rest = median(waits.get('at rest') ?? []);
record({
  name: 'stall',
  command: 'npm run bench stall',
  rows: [...waits].map(([name, values]) => ({
    load: name,
    'median ms': median(values).toFixed(1),
    'p95 ms': quantile(values, 0.95).toFixed(1),
    'longest ms': Math.max(...values).toFixed(0),
    'median, ratio': (median(values) / rest).toFixed(1),
  })),
});

/** Sends at a fixed pace, without waiting for answers: slow answers must not reduce the number of samples. */
async function sampleBeside(load: Load): Promise<number[]> {
  let isOver = false;
  const loading = load(server.origin, () => isOver);
  const samples: Promise<number>[] = [];
  for (let sample = 0; sample < samplesOfRound; sample++) {
    samples.push(timeOfFile());
    await pause(everyMs);
  }
  const taken = await Promise.all(samples);
  isOver = true;
  await loading;
  return taken;
}

async function timeOfFile(): Promise<number> {
  const from = performance.now();
  await (await fetch(`${server.origin}/favicon.svg`)).text();
  return performance.now() - from;
}
