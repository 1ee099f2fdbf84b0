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
    'yardstick 1k / 1M': ratio(first?.rates.yardstick, last?.rates.yardstick),
    'product 1k / 1M': ratio(first?.rates.product, last?.rates.product),
    'beside the yardstick': growth.toFixed(2),
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
const text = `Requests per second of the product, of the yardstick, and their ratio, by ten clients at a time; each figure is the
median of three bursts of a second (240 bookings, 40 sign-ins) after two to warm up, product and yardstick in turn. The yardstick is bare Hono with \`pg\` and
the statements that the product ends up with, as the superuser: no role, no policy, no validation, no limits; a process of its own on
the same PostgreSQL, or on a copy of the embedded database, which it has in its own thread. The clients, the server and PostgreSQL share
the machine. What lies ahead is the same at each size (two cars a day for sixty days, twenty crews); what grows is the past.
Filling took: ${fills.join(', ')}.

Aims: at least 0.7 of the yardstick on PostgreSQL and 0.6 on the embedded database; a request at 1M costs at most 1.3 times that at 1k.

What was changed to get there: a request was four exchanges with its database (begin, role and claims, statement, commit) and is one for
a read and two for a change; a connection keeps the plans of the last hundred statements (availability of a day: 0.33 ms of PostgreSQL's
time unprepared, 0.11 ms so, with role and policies); a verified token is remembered; answers below 1 kB are not compressed; a read is
not searched for a body. Before, on PostgreSQL with 1k bookings: a day 0.46, a month 0.16, opening rules 0.24, my bookings 0.18, a
guest's booking 0.37, reviews 0.31, a booking 0.50, sign-in 0.99. Then: pages are rendered without following every promise of the process;
a guess at a booking is counted after the answer, and only when it found nothing; a statement is written once; an answer stays a text on its way.
Before that, on the idle machine: 0.60, 0.55, 0.60, 0.45, 0.19 and 0.50 for the six reads.
A run of this script also found an index, a day old, that made each hold read all unpaid bookings while its time was locked, a second
at 1,900 of them: it goes by the address of who holds them now.

Where a read on PostgreSQL stays below 0.7, this is what it costs: for "my bookings" all processes together spend 1.05 ms of processor
time a request where they spend 0.69 ms with the yardstick, and 0.41 ms of that is the server's: the query is read and its statement
written anew, the role's policies hold, headers and claims go to the database, limits are looked at, and an answer has ten headers that guard it
(0.03 ms). Remembering plans by their address would save the most of what is left; it is not done, for it is a cache of what
strangers send.`;
if (args.length === 0)
  record({
    name: 'server',
    title: 'The doors of the server',
    command: 'npm run bench server',
    text,
    rows,
  });
else console.table(rows);
