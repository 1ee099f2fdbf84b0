// Whether fifty simultaneous sign-ins delay other requests. [rounds]
import autocannon from 'autocannon';
import { median } from './fixtures/bursts.ts';
import { endpointsOf, signIn } from './fixtures/endpoints.ts';
import { databases, keysOf, prepare, type DatabaseKind } from './fixtures/measured-host.ts';
import { record } from './fixtures/record.ts';

// Availability of a day, ten requests at a time, alone and beside the burst, in turn.
const rounds = Number(process.argv[2] ?? 3);
const seconds = 3;

type Answers = { rate: number; p99: number };

async function measure(database: DatabaseKind) {
  const prepared = await prepare(database, 1_000);
  const server = await prepared.startProduct();
  try {
    const { anonKey, token } = await keysOf(server.origin);
    const [availability] = endpointsOf({ anonKey, token });
    if (!availability) throw new Error('There is no availability to ask for');
    let asked = 0;
    const ask = async (): Promise<Answers> => {
      const result = await autocannon({
        url: server.origin,
        connections: 10,
        duration: seconds,
        requests: [
          { setupRequest: (request) => ({ ...request, ...availability.product(asked++) }) },
        ],
      });
      return { rate: result['2xx'] / result.duration, p99: result.latency.p99 };
    };
    const burst = async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) => {
          const { path, ...rest } = signIn({ apikey: anonKey })(asked + n);
          return fetch(`${server.origin}${path}`, rest);
        }),
      );
      return answers.filter(({ ok }) => ok).length;
    };
    await ask();
    const alone: Answers[] = [];
    const beside: Answers[] = [];
    let signedIn = 0;
    for (let round = 0; round < rounds; round++) {
      alone.push(await ask());
      const [answers, people] = await Promise.all([ask(), burst()]);
      beside.push(answers);
      signedIn += people;
    }
    const middle = (all: Answers[], of: keyof Answers) => median(all.map((one) => one[of]));
    return {
      database,
      'alone, requests/s': middle(alone, 'rate').toFixed(0),
      'alone, p99 ms': middle(alone, 'p99'),
      'beside 50 sign-ins, requests/s': middle(beside, 'rate').toFixed(0),
      'beside 50 sign-ins, p99 ms': middle(beside, 'p99'),
      'signed in': `${signedIn} of ${rounds * 50}`,
    };
  } finally {
    await server.stop();
    await prepared.remove();
  }
}

const rows = [];
for (const database of databases) rows.push(await measure(database));
record({
  name: 'sign-in',
  command: 'npm run bench sign-in',
  rows,
});
