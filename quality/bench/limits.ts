// Requests that each limited endpoint accepts from one address.
import { startServer, temporaryFolder } from '../../e2e/fixtures/server-process.ts';
import { limitedEndpoints, type LimitedEndpoint } from './fixtures/limited-endpoints.ts';
import { sendFrom } from './fixtures/send-from.ts';
import { record } from '../fixtures/record.ts';

/*
 * How many requests the running server accepts from one address: each endpoint is called until it refuses, with
 * another X-Forwarded-For each time, which is not trusted here. Each endpoint is called from a loopback address of
 * its own, because some share a count.
 */
const most = 400;

const folder = await temporaryFolder();
const server = await startServer({ dataDir: folder.path, env: { LOG_LEVEL: 'fatal' } });
const rows = [];
try {
  let address = 0;
  for (const endpoint of limitedEndpoints) rows.push(await measure(endpoint, ++address));
} finally {
  await server.stop();
  await folder.remove();
}

async function measure(
  endpoint: LimitedEndpoint,
  address: number,
): Promise<Record<string, string | number>> {
  const { send, end } = sendFrom(server.origin, `127.0.1.${address}`);
  const other = sendFrom(server.origin, `127.0.2.${address}`);
  try {
    for (let number = 1; number <= most; number++) {
      const { status, retryAfter } = await send(endpoint, number);
      if (status !== 429) continue;
      const elsewhere = await other.send(endpoint, number);
      return {
        endpoint: endpoint.name,
        accepted: number - 1,
        'then 429, Retry-After': retryAfter ?? 'none',
        'from another address': elsewhere.status === 429 ? 'refused too' : 'open',
      };
    }
    return { endpoint: endpoint.name, accepted: `${most}, no limit reached` };
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
