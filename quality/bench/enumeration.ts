// Whether an answer or its time reveals that an account exists. [rounds]
import { endpoints, type AddressKnown } from './fixtures/account-endpoints.ts';
import { median } from '../fixtures/median.ts';
import { newVisitor, post } from '../../e2e/fixtures/booking-api.ts';
import { databases, type DatabaseName } from '../fixtures/places.ts';
import { record } from '../fixtures/record.ts';
import { prepare, publicKey } from './fixtures/measured-host.ts';

// The same request for a known and an unknown address, in alternating order.
const rounds = Number(process.argv[2] ?? 30);
const addresses: readonly AddressKnown[] = ['known', 'unknown'];

type Answer = { ms: number; seen: string };

async function measure(database: DatabaseName) {
  const prepared = await prepare(database, 1_000);
  const server = await prepared.startProduct();
  try {
    const apikey = await publicKey(server.origin);
    const ask = async (path: string, body: object): Promise<Answer> => {
      // Limits count by address and are not measured here.
      const headers = { apikey, ...newVisitor() };
      const from = performance.now();
      const answer = await post(server.origin, `/auth/v1${path}`, body, headers);
      const text = await answer.text();
      return { ms: performance.now() - from, seen: withoutNames(answer, text) };
    };
    const rows = [];
    for (const endpoint of endpoints) {
      await ask(endpoint.path, endpoint.body('unknown', rounds));
      const answers: Record<AddressKnown, Answer[]> = { known: [], unknown: [] };
      for (let round = 0; round < rounds; round++) {
        for (const kind of round % 2 === 0 ? addresses : addresses.toReversed()) {
          answers[kind].push(await ask(endpoint.path, endpoint.body(kind, round)));
        }
      }
      rows.push({ database, endpoint: endpoint.name, ...compared(answers) });
    }
    return rows;
  } finally {
    await server.stop();
    await prepared.remove();
  }
}

/** What a stranger sees of an answer, without the input and without values that differ in every answer. */
function withoutNames({ status, headers }: Response, text: string): string {
  const told = [...headers].filter(([name]) => name !== 'date');
  return JSON.stringify([status, told, text])
    .replaceAll(/[\w.]+@example\.com/g, 'address')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, 'time')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id');
}

function compared({ known, unknown }: Record<AddressKnown, Answer[]>) {
  const middle = (answers: Answer[]) => median(answers.map(({ ms }) => ms));
  const slower = known.filter(({ ms }, round) => ms > (unknown[round]?.ms ?? Infinity)).length;
  const kinds = new Set([...known, ...unknown].map(({ seen }) => seen));
  return {
    'known, median ms': middle(known).toFixed(1),
    'unknown, median ms': middle(unknown).toFixed(1),
    ratio: (middle(known) / middle(unknown)).toFixed(3),
    'known was slower in': `${slower} of ${rounds} pairs`,
    'status, headers and body': kinds.size === 1 ? 'the same' : `differ: ${kinds.size} kinds`,
  };
}

const rows = [];
for (const database of databases) rows.push(...(await measure(database)));
record({
  name: 'enumeration',
  command: 'npm run bench enumeration',
  rows,
});
