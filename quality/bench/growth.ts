// Each kind of request at 3k, 30k and 300k bookings, and what grows. [3k|30k|300k|1M …] [embedded|postgres] [part of a name …]
import { text } from 'node:stream/consumers';
import { Pool } from 'pg';
import { askServer } from '../../server/control.ts';
import { median } from '../fixtures/median.ts';
import { databases, type DatabaseName } from '../fixtures/places.ts';
import { record } from '../fixtures/record.ts';
import { provenAdministrator } from './fixtures/administrator.ts';
import {
  callAsOwner,
  functionOfJob,
  lines,
  type Line,
  type Site,
} from './fixtures/growth-lines.ts';
import { keysOf, prepare, type Prepared } from './fixtures/measured-host.ts';

/*
 * The servers of all sizes run at the same time, and each request is sent to one after the other: a machine that is
 * slow for a while is slow for all of them. So ratios count, not times.
 */

const sizes = { '3k': 3_000, '30k': 30_000, '300k': 300_000, '1M': 1_000_000 } as const;
type Size = keyof typeof sizes;
const byDefault: Record<DatabaseName, readonly Size[]> = {
  postgres: ['3k', '30k', '300k'],
  embedded: ['3k', '30k'],
};
const times = 7;
const warmUps = 2;
/** The largest size beside the one before it, a tenth of it. Less than that many milliseconds are chance. */
const growsFrom = { ratio: 1.5, ms: 5 };

const args = process.argv.slice(2);
const namedSizes = (Object.keys(sizes) as Size[]).filter((size) => args.includes(size));
const namedDatabases = databases.filter((name) => args.includes(name));
const parts = args.filter(
  (arg) => !(arg in sizes) && !(databases as readonly string[]).includes(arg),
);
const chosen = lines.filter(
  ({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)),
);

const opened: (() => Promise<unknown>)[] = [];

async function closeAll() {
  for (const close of opened.splice(0).reverse()) await close().catch(() => undefined);
}

async function fill(database: DatabaseName, size: Size): Promise<Prepared> {
  const prepared = await prepare(database, sizes[size]);
  opened.push(prepared.remove);
  console.log(`${database}: ${size} filled in ${prepared.fillSeconds.toFixed(0)} s`);
  return prepared;
}

async function openSite(prepared: Prepared): Promise<Site> {
  const server = await prepared.startProduct();
  opened.push(server.stop);
  const { origin } = server;
  const { anonKey, token: customer } = await keysOf(origin);
  const owner = await provenAdministrator(origin);
  const site = { origin, anonKey, customer, owner };
  return {
    ...site,
    feed: await openFeed(site),
    beforePage100: await findPage100(site),
    runJob: openJobs(prepared.url, server.dataDir),
  };
}

/** A server runs a job when asked through its data folder. With PostgreSQL a job is its function of SQL. */
function openJobs(url: string | null, dataDir: string): Site['runJob'] {
  if (url === null) {
    return async (name) => {
      const line = await askServer(dataDir, ['command', 'run', name]);
      const said = line ? await text(line) : 'No server listens';
      if (!said.includes('"exitCode":0')) throw new Error(said);
    };
  }
  const pool = new Pool({ connectionString: url, max: 1 });
  opened.push(() => pool.end());
  return async (name) => {
    await pool.query(
      `begin; set local role service_role; select public.${functionOfJob[name]}; commit`,
    );
  };
}

type Asking = Pick<Site, 'origin' | 'anonKey' | 'owner'>;

async function openFeed(site: Asking) {
  const made = await callAsOwner(site, 'create_calendar_feed', { label: 'Phone' });
  return `/functions/v1/calendar-feed?token=${(made as { token: string }).token}`;
}

async function findPage100(site: Asking): Promise<object> {
  let beyond: object | null = null;
  for (let page = 1; page < 100; page += 1) {
    const found = await callAsOwner(site, 'find_bookings', { beyond });
    beyond = (found as { next: object | null }).next;
  }
  return beyond ?? {};
}

async function measure(line: Line, sites: ReadonlyMap<Size, Site>): Promise<Map<Size, number>> {
  const took = new Map([...sites.keys()].map((size) => [size, [] as number[]]));
  for (let run = 0; run < warmUps + times; run += 1) {
    for (const [size, site] of sites) {
      const prepared = (await line.prepare?.(site)) ?? '';
      const began = performance.now();
      await line.ask(site, run, prepared);
      if (run >= warmUps) took.get(size)?.push(performance.now() - began);
    }
  }
  return new Map([...took].map(([size, all]) => [size, median(all)]));
}

async function measureAll(database: DatabaseName) {
  const wanted = namedSizes.length > 0 ? namedSizes : byDefault[database];
  const filled = new Map<Size, Prepared>();
  for (const size of wanted) filled.set(size, await fill(database, size));
  const sites = new Map<Size, Site>();
  for (const [size, prepared] of filled) sites.set(size, await openSite(prepared));
  const [before, largest] = wanted.slice(-2);
  const found = [];
  for (const line of chosen) {
    const medians = await measure(line, sites).catch((error: unknown) => {
      console.error(`${line.name}: ${String(error)}`);
      process.exitCode = 1;
      return new Map<Size, number>();
    });
    const [few = NaN, many = NaN] = [before, largest].map((size) => size && medians.get(size));
    const grows = many / few > growsFrom.ratio && many - few >= growsFrom.ms;
    found.push({
      database,
      request: line.name,
      ...Object.fromEntries([...medians].map(([size, ms]) => [`${size}, ms`, ms.toFixed(1)])),
      'ten times as many': `× ${(many / few).toFixed(2)}${grows ? ' grows' : ''}`,
    });
  }
  await closeAll();
  return found;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void closeAll().then(() => process.exit(1)));
}
const rows = [];
try {
  for (const database of namedDatabases.length > 0 ? namedDatabases : databases.toReversed()) {
    if (database === 'postgres' && !process.env['TEST_DATABASE_URL']) continue;
    rows.push(...(await measureAll(database)));
  }
} finally {
  await closeAll();
}
record({
  name: 'growth',
  command: 'npm run bench growth',
  facts: `Medians of ${times} runs in milliseconds, in turn at all sizes.`,
  rows,
});
