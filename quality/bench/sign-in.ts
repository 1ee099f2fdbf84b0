// Whether fifty simultaneous sign-ins delay other requests. [rounds]
import { databases, type DatabaseName } from '../fixtures/places.ts';
import { median } from '../fixtures/median.ts';
import { burst, type Rate } from './fixtures/bursts.ts';
import { endpointsOf, signIn } from './fixtures/endpoints.ts';
import { keysOf, prepare } from './fixtures/measured-host.ts';
import { record } from '../fixtures/record.ts';

// Availability of a day, ten requests at a time, alone and beside the burst, in turn.
const rounds = Number(process.argv[2] ?? 3);
const seconds = 3;

async function measure(database: DatabaseName) {
  const prepared = await prepare(database, 1_000);
  const server = await prepared.startProduct();
  try {
    const { anonKey, token } = await keysOf(server.origin);
    const [availability] = endpointsOf({ anonKey, token });
    if (!availability) throw new Error('There is no availability to ask for');
    let asked = 0;
    const ask = () =>
      burst({ origin: server.origin, ask: () => availability.product(asked++), seconds });
    const signInTogether = async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) => {
          const { path, ...rest } = signIn({ apikey: anonKey })(asked + n);
          return fetch(`${server.origin}${path}`, rest);
        }),
      );
      return answers.filter(({ ok }) => ok).length;
    };
    await ask();
    const alone: Rate[] = [];
    const beside: Rate[] = [];
    let signedIn = 0;
    for (let round = 0; round < rounds; round++) {
      alone.push(await ask());
      const [answers, people] = await Promise.all([ask(), signInTogether()]);
      beside.push(answers);
      signedIn += people;
    }
    const middle = (all: Rate[], of: keyof Rate) => median(all.map((one) => one[of]));
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
