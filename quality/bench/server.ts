import { compare, type Rates } from './fixtures/bursts.ts';
import { doorsOf } from './fixtures/doors.ts';
import { databases, keysOf, prepare, type DatabaseKind } from './fixtures/measured-host.ts';
import { record } from './fixtures/record.ts';
import { startYardstick } from './fixtures/yardstick-process.ts';

/*
 * What the server adds to its database: the doors visitors use most, at three sizes of the business, on
 * both databases, beside bare Hono over the same driver with the same statements. A database, a size or
 * a part of a door's name as arguments run only that; then nothing is recorded.
 */
const sizes = { '1k': 1_000, '100k': 100_000, '1M': 1_000_000 } as const;
type Size = keyof typeof sizes;

const args = process.argv.slice(2);
const chosen = <Name extends string>(all: readonly Name[]) => {
  const named = all.filter((name) => args.includes(name));
  return named.length > 0 ? named : all;
};
const wantedDoors = args.filter((arg) => ![...databases, ...Object.keys(sizes)].includes(arg));

type Measured = { door: string; size: Size; rates: Rates };

async function measure(database: DatabaseKind, size: Size): Promise<Measured[]> {
  const prepared = await prepare(database, sizes[size]);
  fills.push(`${database} ${size} ${prepared.fillSeconds.toFixed(0)} s`);
  console.log(`Filled: ${fills.at(-1)}`);
  const product = await prepared.startProduct();
  const yardstick = await startYardstick(prepared.yardstickPlace);
  const origins = { product: product.origin, yardstick: yardstick.origin };
  try {
    const all = doorsOf(await keysOf(product.origin));
    const doors = all.filter(
      ({ name }) => wantedDoors.length === 0 || wantedDoors.some((part) => name.includes(part)),
    );
    const measured: Measured[] = [];
    for (const door of doors) {
      const rates = await compare(door, origins, { rounds: 3, seconds: 1 });
      measured.push({ door: door.name, size, rates });
      console.log(`${door.name}: ${shown(rates)}`);
    }
    return measured;
  } finally {
    await yardstick.stop();
    await product.stop();
    await prepared.remove();
  }
}

const shown = ({ product, yardstick }: Rates) =>
  `${product.toFixed(0)} of ${yardstick.toFixed(0)} (${(product / yardstick).toFixed(2)})`;

/** One line a door: its rates at each size, and what a request costs more at the largest than at the smallest. */
function rowOf(database: DatabaseKind, door: string, measured: Measured[]) {
  const at = measured.filter((one) => one.door === door);
  const [first, last] = [at[0], at.at(-1)];
  // Against the yardstick of the same minute: the machine has other work.
  const growth =
    first && last
      ? first.rates.product / first.rates.yardstick / (last.rates.product / last.rates.yardstick)
      : NaN;
  return {
    database,
    door,
    ...Object.fromEntries(at.map(({ size, rates }) => [size, shown(rates)])),
    'baseline 1k / 1M': ratio(first?.rates.yardstick, last?.rates.yardstick),
    'product 1k / 1M': ratio(first?.rates.product, last?.rates.product),
    'against the baseline': growth.toFixed(2),
  };
}

const ratio = (one = NaN, other = NaN) => (one / other).toFixed(2);

const fills: string[] = [];
const rows: ReturnType<typeof rowOf>[] = [];
for (const database of chosen(databases)) {
  const measured: Measured[] = [];
  for (const size of chosen(Object.keys(sizes) as Size[])) {
    measured.push(...(await measure(database, size)));
  }
  const doors = [...new Set(measured.map(({ door }) => door))];
  rows.push(...doors.map((door) => rowOf(database, door, measured)));
}
if (args.length === 0)
  record({
    name: 'server',
    command: 'npm run bench server',
    facts: `Filling took: ${fills.join(', ')}.`,
    rows,
  });
else console.table(rows);
