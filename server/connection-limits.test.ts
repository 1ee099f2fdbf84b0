import { once } from 'node:events';
import type { ServerOptions } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { connectionLimits } from './connection-limits.ts';

let stop: () => void = () => undefined;
afterEach(() => stop());

/** Sends raw bytes to a server with these limits; returns its answer when it closes. */
async function answerTo(sent: string, changes: ServerOptions = {}) {
  const seen: string[] = [];
  const app = new Hono();
  app.all('*', async ({ req, text }) => {
    seen.push(`${req.method} ${req.path} ${await req.text()}`);
    return text('here');
  });
  const serverOptions = { ...connectionLimits, ...changes };
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1', serverOptions });
  stop = () => server.close();
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => (answer += String(text)));
  socket.on('error', () => undefined);
  socket.write(sent);
  await once(socket, 'close');
  return { statuses: [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status), seen };
}

const request = (lines: string[], body = '') =>
  [...lines, 'host: localhost', 'connection: close', '', body].join('\r\n');

test('an ordinary request is answered', async () => {
  const { statuses, seen } = await answerTo(
    request(['POST /a HTTP/1.1', 'content-length: 2'], 'hi'),
  );
  expect({ statuses, seen }).toEqual({ statuses: ['200'], seen: ['POST /a hi'] });
});

test.each([
  ['an address of 20 kB', [`GET /${'a'.repeat(20_000)} HTTP/1.1`]],
  ['headers of 20 kB', ['GET / HTTP/1.1', `cookie: ${'a'.repeat(20_000)}`]],
  ['a thousand headers', ['GET / HTTP/1.1', ...Array<string>(1000).fill(`x-a: ${'b'.repeat(16)}`)]],
])('the parser refuses %s', async (_, lines) => {
  expect(await answerTo(request(lines))).toEqual({ statuses: ['431'], seen: [] });
});

const smuggled = 'GET /smuggled HTTP/1.1\r\nhost: localhost\r\n\r\n';
test.each([
  ['two kinds of length', ['POST / HTTP/1.1', 'content-length: 4', 'transfer-encoding: chunked']],
  ['two lengths', ['POST / HTTP/1.1', 'content-length: 0', 'content-length: 40']],
  ['a length that is no number', ['POST / HTTP/1.1', 'content-length: 0x10']],
  ['an encoding in disguise', ['POST / HTTP/1.1', 'transfer-encoding: xchunked']],
  [
    'a header broken over lines',
    ['POST / HTTP/1.1', 'x-a: b', ' transfer-encoding: chunked\u0000'],
  ],
  ['a space before the colon', ['POST / HTTP/1.1', 'content-length : 40']],
])('a request with %s smuggles no second one', async (_, lines) => {
  const { statuses, seen } = await answerTo(request(lines, `0\r\n\r\n${smuggled}`));
  expect(statuses).toEqual(['400']);
  expect(seen).toEqual([]);
});

const hurried = { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 };

test('endless headers end the connection', async () => {
  const { statuses, seen } = await answerTo('GET / HTTP/1.1\r\nhost: localhost\r\nx-a:', hurried);
  expect({ statuses, seen }).toEqual({ statuses: ['408'], seen: [] });
});

test('a missing body ends the connection', async () => {
  const sent = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nabc';
  const { statuses, seen } = await answerTo(sent, hurried);
  expect({ statuses, seen }).toEqual({ statuses: ['408'], seen: [] });
});
