// Requests per second, against bare Hono with the same statements. [database …] [1k|100k|1M …] [endpoint …]
import { compare, compareAlone, type Rates } from './fixtures/bursts.ts';
import { endpointsOf } from './fixtures/endpoints.ts';
import { databases, type DatabaseName } from '../fixtures/places.ts';
import { record } from '../fixtures/record.ts';
import { keysOf, prepare } from './fixtures/measured-host.ts';

// The most used endpoints at three sizes of the business. Arguments choose databases, sizes or parts of an
// endpoint's name.
const sizes = { '1k': 1_000, '100k': 100_000, '1M': 1_000_000 } as const;
type Size = keyof typeof sizes;

const args = process.argv.slice(2);
const chosen = <Name extends string>(all: readonly Name[]) => {
  const named = all.filter((name) => args.includes(name));
  return named.length > 0 ? named : all;
};
const wantedEndpoints = args.filter((arg) => ![...databases, ...Object.keys(sizes)].includes(arg));

type Measured = { endpoint: string; size: Size; rates: Rates };

async function measure(database: DatabaseName, size: Size): Promise<Measured[]> {
  const prepared = await prepare(database, sizes[size]);
  fills.push(`${database} ${size} ${prepared.fillSeconds.toFixed(0)} s`);
  console.log(`Filled: ${fills.at(-1)}`);
  const product = await prepared.startProduct();
  const baseline = await prepared.startBaseline();
  const origins = { product: product.origin, baseline: baseline.origin };
  try {
    const all = endpointsOf(await keysOf(product.origin));
    const endpoints = all.filter(
      ({ name }) =>
        wantedEndpoints.length === 0 || wantedEndpoints.some((part) => name.includes(part)),
    );
    const measured: Measured[] = [];
    for (const endpoint of endpoints) {
      const rates = await compare(endpoint, origins, { rounds: 3, seconds: 1 });
      measured.push({ endpoint: endpoint.name, size, rates });
      console.log(`${endpoint.name}: ${shown(rates)}`);
      if (endpoint.name !== 'a booking') continue;
      const alone = await compareAlone(endpoint, origins, bookingsBefore);
      alones.push(
        `${database} ${size} ${alone.product.toFixed(1)} of ${alone.baseline.toFixed(1)} ms`,
      );
      console.log(`A booking by one client: ${alones.at(-1)}`);
    }
    return measured;
  } finally {
    await baseline.stop();
    await product.stop();
    await prepared.remove();
  }
}

const shown = ({ product, baseline }: Rates) =>
  `${product.toFixed(0)} of ${baseline.toFixed(0)} (${(product / baseline).toFixed(2)})`;

/** One row for each endpoint: its rates at each size, and the extra cost of a request at the largest size. */
function rowOf(database: DatabaseName, endpoint: string, measured: Measured[]) {
  const at = measured.filter((one) => one.endpoint === endpoint);
  const [first, last] = [at[0], at.at(-1)];
  // Relative to the baseline of the same minute, because the machine has other work.
  const growth =
    first && last
      ? first.rates.product / first.rates.baseline / (last.rates.product / last.rates.baseline)
      : NaN;
  return {
    database,
    endpoint,
    ...Object.fromEntries(at.map(({ size, rates }) => [size, shown(rates)])),
    'baseline 1k / 1M': ratio(first?.rates.baseline, last?.rates.baseline),
    'product 1k / 1M': ratio(first?.rates.product, last?.rates.product),
    'against the baseline': growth.toFixed(2),
  };
}

const ratio = (one = NaN, other = NaN) => (one / other).toFixed(2);

const fills: string[] = [];
const alones: string[] = [];
/** More than the bursts before it made, so that each has an email address of its own. */
const bookingsBefore = 10_000;
const rows: ReturnType<typeof rowOf>[] = [];
for (const database of chosen(databases)) {
  const measured: Measured[] = [];
  for (const size of chosen(Object.keys(sizes) as Size[])) {
    measured.push(...(await measure(database, size)));
  }
  const endpoints = [...new Set(measured.map(({ endpoint }) => endpoint))];
  rows.push(...endpoints.map((endpoint) => rowOf(database, endpoint, measured)));
}
record({
  name: 'server',
  command: 'npm run bench server',
  facts: `Filling took: ${fills.join(', ')}. A booking by one client, median of 100: ${alones.join(', ')}.`,
  rows,
});
