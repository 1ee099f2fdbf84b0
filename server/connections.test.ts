import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { watchConnections } from './connections.ts';

test('a closing server waits for answers, but not for idle connections', async () => {
  const asked: (() => void)[] = [];
  const server = createServer((_request, response) => {
    asked.push(() => response.end('answered'));
  });
  const connections = watchConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const silent = connect(port, '127.0.0.1');
  await once(silent, 'connect');
  const request = get({ port, host: '127.0.0.1', agent: new Agent({ keepAlive: true }) });
  await once(server, 'request');
  const closed = once(server, 'close');
  server.close();
  connections.close();
  silent.resume();
  await once(silent, 'close');

  asked[0]?.();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(await response.setEncoding('utf8').toArray()).toEqual(['answered']);
  await closed;
});
