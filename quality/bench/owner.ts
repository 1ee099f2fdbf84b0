// Time of the owner's requests as the business grows, on PostgreSQL. [1k|100k|1M …] [part of a name …]
import { localDate } from '../../e2e/fixtures/booking-api.ts';
import { median } from '../fixtures/median.ts';
import { record } from '../fixtures/record.ts';
import { provenAdministrator } from './fixtures/administrator.ts';
import { prepare } from './fixtures/measured-host.ts';

const sizes = { '1k': 1_000, '100k': 100_000, '1M': 1_000_000 } as const;
type Size = keyof typeof sizes;

/** How often each request is sent, after a few to warm up. */
const times = 40;
const warmUps = 5;

type Request = { name: string; aim: number; call: string; args?: object };

// The calls of the screens. The history has people named "John Smith" in numbers, and few named "Xavier Quist".
const all: readonly Request[] = [
  { name: 'customers', aim: 15, call: 'find_customers' },
  ...['jo', 'xa', 'smi', 'qui'].map((search) => ({
    name: `customers, search "${search}"`,
    aim: 20,
    call: 'find_customers',
    args: { search },
  })),
  {
    name: 'money, a year',
    aim: 40,
    call: 'money_report',
    args: { from_day: localDate(-364), until_day: localDate(0) },
  },
  {
    name: 'money, a month',
    aim: 30,
    call: 'money_report',
    args: { from_day: localDate(-30), until_day: localDate(0) },
  },
  {
    name: 'visits, a year',
    aim: 40,
    call: 'visit_report',
    args: { from_day: localDate(-364), until_day: localDate(0) },
  },
  ...['smi', 'qui', 'xavier q', '(905) 555-0', '(905) 555-0123'].map((search) => ({
    name: `bookings, search "${search}"`,
    aim: 20,
    call: 'find_bookings',
    args: { search },
  })),
  { name: 'rating of all reviews', aim: 1.5, call: 'review_rating' },
  {
    name: 'past week with 280 cars',
    aim: 25,
    call: 'calendar_range',
    args: { from_day: localDate(-7), until_day: localDate(-1) },
  },
  { name: 'today', aim: 25, call: 'owner_dashboard' },
  { name: 'what needs attention', aim: 20, call: 'owner_needs' },
];

const args = process.argv.slice(2);
const named = (Object.keys(sizes) as Size[]).filter((size) => args.includes(size));
const chosenSizes = named.length > 0 ? named : (Object.keys(sizes) as Size[]);
const parts = args.filter((arg) => !(arg in sizes));
const requests = all.filter(
  ({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)),
);

async function milliseconds(
  origin: string,
  token: string,
  { name, call, args: body = {} }: Request,
) {
  const took: number[] = [];
  for (let n = -warmUps; n < times; n++) {
    const began = performance.now();
    const answer = await fetch(`${origin}/rest/v1/rpc/${call}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await answer.text();
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    if (n >= 0) took.push(performance.now() - began);
  }
  return median(took);
}

async function measure(size: Size): Promise<Map<string, number>> {
  const prepared = await prepare('postgres', sizes[size]);
  console.log(`Filled ${size} in ${prepared.fillSeconds.toFixed(0)} s`);
  const server = await prepared.startProduct();
  try {
    const token = await provenAdministrator(server.origin);
    const found = new Map<string, number>();
    for (const request of requests) {
      const p50 = await milliseconds(server.origin, token, request);
      console.log(`${request.name}: ${p50.toFixed(1)} ms`);
      found.set(request.name, p50);
    }
    return found;
  } finally {
    await server.stop();
    await prepared.remove();
  }
}

const measured = new Map<Size, Map<string, number>>();
for (const size of chosenSizes) measured.set(size, await measure(size));
record({
  name: 'owner',
  command: 'npm run bench owner',
  rows: requests.map(({ name, aim }) => ({
    request: name,
    ...Object.fromEntries(
      chosenSizes.map((size) => [`${size}, ms`, measured.get(size)?.get(name)?.toFixed(1) ?? '']),
    ),
    'aim, ms': aim,
  })),
});
