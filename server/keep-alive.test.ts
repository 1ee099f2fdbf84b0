import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { connectionLimits } from './connection-limits.ts';

test('an idle connection stays open longer than a proxy keeps its own', async () => {
  const server = createServer(connectionLimits, (_, response) => response.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  expect(server.keepAliveTimeout).toBeGreaterThan(60_000);
  server.close();
});
