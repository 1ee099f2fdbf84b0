import { once } from 'node:events';
import { constants } from 'node:http2';
import { Agent, get } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { generateKeyPairSync } from 'node:crypto';
import { Hono } from 'hono';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { liveTopics } from '../domain/live-topics.ts';
import { clientAddress, noteClientAddress } from './client-address.ts';
import { ConfigurationError } from './config.ts';
import { connectionLimits, type ConnectionLimits } from './connection-limits.ts';
import { checkCertificate, listen, type Listener } from './listen.ts';
import { createHub } from './live/live-hub.ts';
import { liveStreams } from './live/live-streams.ts';
import { newKey, selfSigned } from './testing/certificate.ts';
import { answerOf, certificateFiles, connectTo, ended, send } from './testing/http2-client.ts';

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

let files: ReturnType<typeof certificateFiles>;
let listener: Listener | null;
/** Answers that a test gives later. */
let held: (() => void)[];
beforeEach(() => {
  files = certificateFiles();
  listener = null;
  held = [];
  vi.clearAllMocks();
});
afterEach(async () => {
  for (const give of held) give();
  await listener?.close();
  files.remove();
});
afterAll(() => {
  streams.endAll();
  hub.stop();
});

const app = new Hono();
app.use(noteClientAddress(0));
app.get('/address', (c) => c.text(clientAddress(c.req.raw)));
app.get('/later', async (c) => {
  await new Promise<void>((resolve) => held.push(resolve));
  return c.text('answered');
});
app.post('/body', async (c) => c.text(`${(await c.req.arrayBuffer()).byteLength} bytes`));

const hub = createHub(0);
const streams = liveStreams(hub, { perAddress: 30, inTotal: 2_000 }, () => Date.now());
app.get('/live', () => {
  const wanted = {
    topics: new Set(liveTopics),
    address: 'all',
    isSignedIn: false,
    endsAt: Infinity,
  };
  return new Response(streams.open(wanted), { headers: { 'content-type': 'text/event-stream' } });
});
app.all('*', (c) => c.text('here'));

async function start(limits: Partial<ConnectionLimits> = {}) {
  listener = await listen({
    config: { host: '127.0.0.1', port: 0, tls: files },
    fetch: app.fetch,
    log,
    limits: { ...connectionLimits, ...limits },
  });
  return { port: listener.port, origin: `https://localhost:${listener.port}` };
}

const certificateAt = async (port: number) => {
  const socket = connectTls({ port, host: 'localhost', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { raw } = socket.getPeerCertificate();
  socket.destroy();
  return raw.toString('base64');
};
const inBase64 = (pem: string) => pem.replace(/-----.+-----|\n/g, '');

describe('A server with a certificate', () => {
  test('answers by HTTP/2, and knows the address of its client', async () => {
    const { origin } = await start();
    const session = await connectTo(origin, files.cert);
    const answer = await answerOf(send(session, { ':path': '/address' }));
    expect([answer?.status, String(answer?.body)]).toEqual([200, '127.0.0.1']);
    session.destroy();
  });

  test('answers by HTTP/1.1 programs that know no other', async () => {
    const { origin } = await start();
    const request = get(`${origin}/address`, { ca: files.cert });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    expect([answer.httpVersion, answer.statusCode]).toEqual(['1.1', 200]);
    expect(await answer.setEncoding('utf8').toArray()).toEqual(['127.0.0.1']);
  });

  test.each([
    ['TLS 1.1', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }],
    ['a cipher without forward secrecy', { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256' }],
    ['a cipher in CBC mode', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA256' }],
  ] as const)('refuses %s', async (_, options) => {
    const { port } = await start();
    const socket = connectTls({ port, host: 'localhost', ca: files.cert, ...options });
    await expect(once(socket, 'secureConnect')).rejects.toThrow(/alert|no protocols available/i);
  });

  test('answers nothing to a request without TLS', async () => {
    const { port } = await start();
    const socket = connectSocket(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const bytes: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => bytes.push(chunk));
    socket.on('error', () => undefined);
    await once(socket, 'close');
    expect(Buffer.concat(bytes).toString()).not.toContain('here');
  });
});

describe('A closing server with a certificate', () => {
  test('finishes open answers of HTTP/2, and waits for no idle connection and no handshake', async () => {
    const { origin, port } = await start();
    const idle = await connectTo(origin, files.cert);
    const silent = connectSocket(port, '127.0.0.1');
    await once(silent, 'connect');
    const busy = await connectTo(origin, files.cert);
    const answer = answerOf(send(busy, { ':path': '/later' }));
    await vi.waitFor(() => expect(held).toHaveLength(1));

    const isIdleClosed = ended(idle);
    const closed = listener?.close();
    await isIdleClosed;
    for (const give of held) give();
    expect(String((await answer)?.body)).toBe('answered');
    await closed;
    listener = null;
    silent.destroy();
  });

  test('finishes open answers of HTTP/1.1', async () => {
    const { origin } = await start();
    const agent = new Agent({ keepAlive: true, ca: files.cert });
    const request = get(`${origin}/later`, { agent });
    await vi.waitFor(() => expect(held).toHaveLength(1));
    const closed = listener?.close();
    for (const give of held) give();
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    expect(await answer.setEncoding('utf8').toArray()).toEqual(['answered']);
    await closed;
    listener = null;
    agent.destroy();
  });
});

describe('A connection with HTTP/2', () => {
  test('has a hundred requests at once and 16 kB of headers, as the server tells', async () => {
    const { origin } = await start();
    const session = await connectTo(origin, files.cert);
    expect(session.remoteSettings).toMatchObject({
      maxConcurrentStreams: 100,
      maxHeaderListSize: 16 * 1024,
    });
    session.destroy();
  });

  test('may send no headers of 20 kB', async () => {
    const { origin } = await start();
    const session = await connectTo(origin, files.cert);
    const large = send(session, { ':path': '/', 'x-a': 'a'.repeat(20_000) });
    expect(await answerOf(large)).toBeNull();
    expect((await answerOf(send(session, { ':path': '/' })))?.status).toBe(200);
    session.destroy();
  });

  test('ends when no request arrives', async () => {
    const { origin } = await start({ keepAliveTimeout: 100 });
    const session = await connectTo(origin, files.cert);
    const answer = answerOf(send(session, { ':path': '/later' }));
    await vi.waitFor(() => expect(held).toHaveLength(1));
    // An open answer keeps this one, while others come and go.
    for (let others = 0; others < 3; others += 1) await ended(await connectTo(origin, files.cert));
    expect(session.closed).toBe(false);
    for (const give of held) give();
    expect((await answer)?.status).toBe(200);
    await ended(session);
  });

  test('loses a request whose body does not arrive, and no other', async () => {
    const { origin } = await start({ requestTimeout: 200 });
    const session = await connectTo(origin, files.cert);
    const stalled = session.request({ ':path': '/body', ':method': 'POST' });
    stalled.on('error', () => undefined);
    stalled.write('abc');
    await ended(stalled);
    expect(stalled.rstCode).toBe(constants.NGHTTP2_CANCEL);
    const other = send(session, { ':path': '/body', ':method': 'POST' }, 'abc');
    expect(String((await answerOf(other))?.body)).toBe('3 bytes');
    session.destroy();
  });

  test('ends when a client cancels requests without end', async () => {
    const { origin } = await start();
    const session = await connectTo(origin, files.cert);
    const closed = ended(session);
    for (let count = 0; count < 5_000 && !session.closed; count += 1) {
      const stream = session.request({ ':path': '/later' });
      stream.on('error', () => undefined);
      stream.close(constants.NGHTTP2_CANCEL);
      if (count % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await closed;
  });
});

describe('A live stream by HTTP/2', () => {
  test('tells its news at once, and is forgotten when its reader leaves', async () => {
    const { origin } = await start();
    const session = await connectTo(origin, files.cert);
    const left = send(session, { ':path': '/live' });
    await once(left, 'data');
    const stays = send(session, { ':path': '/live' });
    await once(stays, 'data');
    expect(streams.count()).toBe(2);
    left.close(constants.NGHTTP2_CANCEL);
    await vi.waitFor(() => expect(streams.count()).toBe(1));
    const heard = once(stays, 'data');
    hub.publish('times');
    expect(String(await heard)).toBe('data: times\n\n');
    session.destroy();
    await vi.waitFor(() => expect(streams.count()).toBe(0));
  });

  test('ends when its reader reads no more, and holds up no other request', async () => {
    const { origin } = await start();
    const session = await connectTo(origin, files.cert, { initialWindowSize: 0 });
    const unread = send(session, { ':path': '/live' });
    await once(unread, 'response');
    await vi.waitFor(
      () => {
        hub.publish(...liveTopics);
        expect(streams.count()).toBe(0);
      },
      { interval: 2, timeout: 20_000 },
    );
    const other = await connectTo(origin, files.cert);
    expect((await answerOf(send(other, { ':path': '/' })))?.status).toBe(200);
    session.destroy();
    other.destroy();
  });
});

describe('A certificate', () => {
  test('is replaced without a restart', async () => {
    const { port, origin } = await start();
    expect(await certificateAt(port)).toBe(inBase64(files.cert));
    const open = await connectTo(origin, files.cert);
    const key = newKey();
    const renewed = selfSigned(key);
    files.write(key, renewed);
    process.emit('SIGHUP');
    expect(await certificateAt(port)).toBe(inBase64(renewed));
    expect(log.info).toHaveBeenCalledOnce();
    expect((await answerOf(send(open, { ':path': '/' })))?.status).toBe(200);
    open.destroy();
  });

  test('stays while a half-written one replaces it', async () => {
    const { port } = await start();
    const other = newKey();
    files.write(other, files.cert);
    process.emit('SIGHUP');
    expect(await certificateAt(port)).toBe(inBase64(files.cert));
    expect(log.error).toHaveBeenCalledOnce();
  });

  const encrypted = () =>
    generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'secret',
    }) as string;

  test.each([
    ['of another key', () => files.write(newKey(), files.cert), /^TLS_KEY: .+ is not the key of/],
    ['without a key', () => files.write('', files.cert), /^TLS_KEY: .+ has no usable key/],
    [
      'whose key needs a password',
      () => files.write(encrypted(), files.cert),
      /^TLS_KEY: .+ has no usable key without a password/,
    ],
    [
      'that has expired',
      () => files.write(newKey(), selfSigned(newKey(), { from: -9, to: -1 })),
      /^TLS_CERT: .+ expired on \d{4}-/,
    ],
    [
      'that is no certificate',
      () => files.write(newKey(), 'PEM'),
      /^TLS_CERT: .+ has no usable certificate/,
    ],
    [
      'that cannot be read',
      () => (files = { ...files, certFile: `${files.certFile}.missing` }),
      /^TLS_CERT: .+ can't be read \(ENOENT\)/,
    ],
  ])('%s is refused with one line', (_, prepare, line) => {
    prepare();
    expect(() => checkCertificate({ tls: files })).toThrow(ConfigurationError);
    expect(() => checkCertificate({ tls: files })).toThrow(line);
  });
});
