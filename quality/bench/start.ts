// Time, processor time and memory of a first and of later starts, on each database. [later starts]
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '../../e2e/fixtures/server-process.ts';
import { median } from '../fixtures/median.ts';
import { databases, placeOn, type DatabaseName, type Place } from '../fixtures/places.ts';
import { record } from '../fixtures/record.ts';

const laterStarts = Number(process.argv[2] ?? 5);
const idleMs = 20_000;

type Start = {
  /** To a healthy answer. */
  seconds: number;
  /** Until then: of all threads, of the main one, and of the busiest other one, the database's if it is embedded. */
  cpu: number;
  mainThread: number;
  otherThread: number;
  peak: number;
  /** Resident after a while without requests; of it the largest block and the files mapped into memory. */
  idle: number;
  largestBlock: number;
  files: number;
};

const rows = [];
for (const name of databases) rows.push(...(await startsOn(name)));
record({ name: 'start', command: 'npm run bench start', rows });

async function startsOn(name: DatabaseName) {
  const place = await placeOn(name);
  try {
    const first = await measureStart(place);
    const later: Start[] = [];
    for (let count = 0; count < laterStarts; count += 1) later.push(await measureStart(place));
    return [row(place.label, 'first', [first]), row(place.label, 'later', later)];
  } finally {
    await place.remove();
  }
}

function row(database: string, start: string, starts: Start[]) {
  const of = (part: keyof Start) => median(starts.map((one) => one[part]));
  return {
    database,
    start,
    'healthy, s': of('seconds').toFixed(1),
    'CPU s': of('cpu').toFixed(1),
    'main thread': of('mainThread').toFixed(1),
    'busiest other': of('otherThread').toFixed(1),
    'peak MB': of('peak'),
    'idle MB': of('idle'),
    'largest block': of('largestBlock'),
    'files in memory': of('files'),
  };
}

async function measureStart({ dataDir, env }: Place): Promise<Start> {
  const from = performance.now();
  const server = await startServer({ dataDir, env: { LOG_LEVEL: 'fatal', ...env } });
  const { pid } = server;
  const seconds = (performance.now() - from) / 1000;
  const threads = readdirSync(`/proc/${pid}/task`);
  const others = threads.filter((id) => id !== String(pid)).map((id) => cpuOf(`${pid}/task/${id}`));
  const cpu = {
    cpu: cpuOf(String(pid)),
    mainThread: cpuOf(`${pid}/task/${pid}`),
    otherThread: Math.max(0, ...others),
  };
  await pause(idleMs);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const blocks = readFileSync(`/proc/${pid}/smaps`, 'utf8').matchAll(/^Rss:\s+(\d+) kB/gm);
  const memory = {
    peak: megabytes(status, 'VmHWM'),
    idle: megabytes(status, 'VmRSS'),
    files: megabytes(status, 'RssFile'),
    largestBlock: Math.round(Math.max(...Array.from(blocks, ([, kB]) => Number(kB))) / 1024),
  };
  await server.stop();
  return { seconds, ...cpu, ...memory };
}

/** Seconds of a process or thread, which Linux counts in hundredths. */
function cpuOf(path: string): number {
  const [, fields = ''] = readFileSync(`/proc/${path}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) / 100;
}

function megabytes(status: string, name: string): number {
  return Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024);
}
