import { startServer, temporaryFolder } from '../../e2e/fixtures/server-process.ts';
import { knockedDoors, type KnockedDoor } from './fixtures/knocked-doors.ts';
import { knockFrom } from './fixtures/knocks.ts';
import { record } from './fixtures/record.ts';

/*
 * What the running server lets one address do: each door is knocked at until it is shut, with another
 * X-Forwarded-For at every knock, which nobody here trusts. Every door is tried from a loopback address of its own,
 * since some count together.
 */
const most = 400;

const folder = await temporaryFolder();
const server = await startServer({ dataDir: folder.path, env: { LOG_LEVEL: 'fatal' } });
const rows = [];
try {
  let address = 0;
  for (const door of knockedDoors) rows.push(await measure(door, ++address));
} finally {
  await server.stop();
  await folder.remove();
}

async function measure(
  door: KnockedDoor,
  address: number,
): Promise<Record<string, string | number>> {
  const { knock, end } = knockFrom(server.origin, `127.0.1.${address}`);
  const other = knockFrom(server.origin, `127.0.2.${address}`);
  try {
    for (let number = 1; number <= most; number++) {
      const { status, retryAfter } = await knock(door, number);
      if (status !== 429) continue;
      const elsewhere = await other.knock(door, number);
      return {
        door: door.name,
        accepted: number - 1,
        'then 429, Retry-After': retryAfter ?? 'none',
        'from another address': elsewhere.status === 429 ? 'refused too' : 'open',
      };
    }
    return { door: door.name, accepted: `${most}, no limit reached` };
  } finally {
    end();
    other.end();
  }
}

record({
  name: 'limits',
  command: 'npm run bench limits',
  rows,
});
