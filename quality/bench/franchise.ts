// A thousand businesses in one PostgreSQL: one table, and partitions, beside one business alone. [businesses [bookings of each]]
import { startServer } from '../../e2e/fixtures/server-process.ts';
import { median } from '../fixtures/median.ts';
import { placeOn, type Query } from '../fixtures/places.ts';
import { record } from '../fixtures/record.ts';
import { copyBusiness, layouts, type Layout } from './fixtures/businesses.ts';
import { fillWithHistory } from './fixtures/history.ts';

const [businesses = 1000, size = 10_000] = process.argv.slice(2).map(Number);
const times = 200;

const labels: Record<Layout, string> = { together: 'one table', divided: '64 partitions' };

/** SQL of a question; `of` filters by the business and `into` inserts it. */
type Question = { name: string; sql: (table: (name: string) => string, of: string) => string };

const today = `(now() at time zone 'America/Toronto')::date`;
const searched = `private.booking_search_text(id, customer_name, customer_email, customer_phone, car_year, car_model)`;
const ofBookings = (condition: string, order = '') =>
  ((table, of) =>
    `select * from ${table('bookings')} where ${of} ${condition} ${order}`) satisfies Question['sql'];
const money = (days: number): Question['sql'] => {
  return (table, of) => `select booking_date, sum(total_cents) from ${table('bookings')}
    where ${of} status <> 'cancelled' and booking_date between ${today} - ${days} and ${today} group by 1`;
};
const booked = (from: number, until: number): Question['sql'] => {
  return (table, of) => `select during, crew, expires_at from ${table('slot_claims')}
    where ${of} local_date between ${today} + ${from} and ${today} + ${until}`;
};
const latestFirst = 'order by booking_date desc, booking_time desc, id desc limit 25';

const questions: readonly Question[] = [
  { name: 'times of a day', sql: booked(1, 1) },
  { name: 'times of a month', sql: booked(1, 30) },
  {
    name: 'claim of a time',
    sql: (table, of) => {
      const business = /\d+/.exec(of)?.[0];
      return `insert into ${table('slot_claims')} (${business ? 'business_id, ' : ''} during, crew, booking_id, service_name)
        select ${business ? `${business}, ` : ''} tstzrange(at, at + interval '2 hours'), 1, gen_random_uuid(), 'Basic Wash'
        from (values ((${today} + 80 + time '09:00') at time zone 'America/Toronto')) as free (at)`;
    },
  },
  {
    name: "a customer's bookings",
    sql: ofBookings(`customer_email = 'customer77@example.com'`, latestFirst),
  },
  {
    name: "the owner's week",
    sql: ofBookings(
      `booking_date between ${today} - 7 and ${today} - 1`,
      'order by booking_date, booking_time, id',
    ),
  },
  {
    name: 'search of the bookings',
    sql: ofBookings(`${searched} like '% xavier q%'`, latestFirst),
  },
  { name: 'money of a month', sql: money(30) },
  { name: 'money of a year', sql: money(365) },
];

type Target = [table: (name: string) => string, of: string];

const place = await placeOn('postgres');
try {
  const { dataDir, env } = place;
  await (await startServer({ dataDir, env: { LOG_LEVEL: 'fatal', ...env } })).stop();
  await place.atRest(measure);
} finally {
  await place.remove();
}

async function measure(query: Query) {
  const sizeOfDatabase = async () => {
    const [row] = await query<{ bytes: string }>(
      'select pg_database_size(current_database()) as bytes',
    );
    return Number(row?.bytes) / 2 ** 30;
  };
  const empty = await sizeOfDatabase();
  await fillWithHistory(query, size);
  // The history switches off what copies do not have; a claim is made without its booking.
  await query('set session_replication_role = replica');
  const alone = await sizeOfDatabase();
  const results = [await timesOf(query, () => [(name) => `public.${name}`, ''])];
  const facts: string[] = [];
  let before = alone;
  for (const layout of layouts) {
    const { rows, building, vacuum } = await copyBusiness(query, layout, businesses);
    const after = await sizeOfDatabase();
    facts.push(
      `${labels[layout]}: rows ${rows} s, indexes ${building} s, first vacuum ${vacuum} s, ${(after - before).toFixed(1)} GB.`,
    );
    console.log(facts.at(-1));
    before = after;
    results.push(
      await timesOf(query, () => {
        const business = 1 + Math.floor(Math.random() * businesses);
        return [(name) => `${layout}.${name}`, `business_id = ${business} and`];
      }),
    );
  }
  record({
    name: 'franchise',
    command: 'npm run bench franchise',
    facts: `${(businesses * size).toLocaleString('en')} bookings of ${businesses} businesses, median (95th of a hundred) of ${times} in milliseconds, each of a business by chance, on one connection. ${facts.join(' ')} A database of its own: ${Math.round(empty * 1024)} MB when empty, ${Math.round(alone * 1024)} MB with ${size.toLocaleString('en')} bookings.`,
    rows: questions.map(({ name }, at) => ({
      question: name,
      'a database of its own': results[0]?.[at] ?? '',
      ...Object.fromEntries(
        layouts.map((layout, column) => [labels[layout], results[column + 1]?.[at] ?? '']),
      ),
    })),
  });
}

/** Each question is undone, so that the next one finds the same rows. */
async function timesOf(query: Query, target: () => Target): Promise<string[]> {
  const answers: string[] = [];
  for (const { sql } of questions) {
    const took: number[] = [];
    for (let n = -20; n < times; n++) {
      const statement = sql(...target());
      await query('begin');
      const began = performance.now();
      await query(statement);
      const milliseconds = performance.now() - began;
      await query('rollback');
      if (n >= 0) took.push(milliseconds);
    }
    const slow = took.toSorted((a, b) => a - b)[Math.floor(times * 0.95)] ?? 0;
    answers.push(`${median(took).toFixed(2)} (${slow.toFixed(2)})`);
  }
  return answers;
}
