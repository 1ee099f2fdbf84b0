import { once } from 'node:events';
import type { ClientHttp2Session } from 'node:http2';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openCopy } from './testing/databases.ts';
import { answerOf, certificateFiles, connectTo, ended, send } from './testing/http2-client.ts';
import { startListeningHost } from './testing/listening-host.ts';
import { aJpeg } from './testing/photos.ts';

// The whole host by HTTP/2. What its endpoints answer is tested by HTTP/1.1.

let files: ReturnType<typeof certificateFiles>;
let host: Awaited<ReturnType<typeof startListeningHost>>;
let session: ClientHttp2Session;
let authorization: string;
const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
beforeAll(async () => {
  files = certificateFiles();
  const env = { TLS_CERT: files.certFile, TLS_KEY: files.keyFile };
  host = await startListeningHost(await openCopy(), env);
  session = await connectTo(host.origin, files.cert);
  const { body } = await ask({ ':path': '/' });
  authorization = `Bearer ${/"anonKey":"([^"]+)"/.exec(String(body))?.[1]}`;
});
afterAll(async () => {
  session.destroy();
  await host.stop();
  files.remove();
  printed.mockRestore();
});

async function ask(headers: Record<string, string>, body?: string | Buffer) {
  const answer = await answerOf(send(session, headers, body));
  if (!answer) throw new Error('No answer');
  return answer;
}

const json = { 'content-type': 'application/json', ':method': 'POST' };

test('a page is answered with the policies of documents and HSTS', async () => {
  const { status, headers } = await ask({ ':path': '/' });
  expect(status).toBe(200);
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
});

test('a row is written, and a long answer is read compressed', async () => {
  const review = JSON.stringify({ customer_name: 'Bo', rating: 5, comment: 'By HTTP/2' });
  const written = await ask({ ...json, ':path': '/rest/v1/reviews', authorization }, review);
  expect(written.status).toBe(201);
  const rules = { ':path': '/rest/v1/rpc/opening_rules', authorization };
  const read = await ask({ ...rules, 'accept-encoding': 'gzip' });
  expect([read.status, read.headers['content-encoding']]).toEqual([200, 'gzip']);
  expect(JSON.parse(gunzipSync(read.body).toString())).toHaveProperty('crews');
});

test('a photo is uploaded, and answered with 304 to a browser that has it', async () => {
  const path = '/storage/v1/object/reviews/public/1_car.jpg';
  const photo = { ':path': path, ':method': 'POST', 'content-type': 'image/jpeg', authorization };
  expect((await ask(photo, await aJpeg())).status).toBe(200);
  const shown = { ':path': '/storage/v1/object/public/reviews/public/1_car.jpg' };
  const first = await ask(shown);
  expect([first.status, first.headers['content-type']]).toEqual([200, 'image/webp']);
  const again = await ask({ ...shown, 'if-none-match': first.headers.etag ?? '' });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});

test('a body that is too large is refused without the end of the connection', async () => {
  const large = { ...json, ':path': '/functions/v1/create-booking' };
  const refused = await ask(large, JSON.stringify({ note: 'a'.repeat(5_000_000) }));
  expect([refused.status, refused.headers.connection]).toEqual([413, undefined]);
  expect((await ask({ ':path': '/healthz' })).status).toBe(200);
});

test('a live stream names no connection header, and ends with a stopping host', async () => {
  const other = await startListeningHost(await openCopy(), {
    TLS_CERT: files.certFile,
    TLS_KEY: files.keyFile,
  });
  const warned = vi.fn();
  process.on('warning', warned);
  const reader = await connectTo(other.origin, files.cert);
  const stream = send(reader, { ':path': '/live/v1/changes' });
  const [headers] = (await once(stream, 'response')) as [Record<string, string>];
  expect([headers[':status'], headers['connection']]).toEqual([200, undefined]);
  stream.resume();
  const closed = ended(reader);
  await other.stop();
  await closed;
  expect(stream.rstCode).toBe(0);
  expect(warned).not.toHaveBeenCalled();
  process.off('warning', warned);
});

test("the mailbox opens under this machine's name only", async () => {
  const { host: name, port } = new URL(host.origin);
  const inbox = { ':path': '/mailbox.json' };
  expect((await ask({ ...inbox, ':authority': name })).status).toBe(200);
  expect((await ask({ ...inbox, ':authority': `attacker.example:${port}` })).status).toBe(403);
  expect((await ask({ ...inbox, ':authority': 'localhost' })).status).toBe(403);
});

test('clients that leave early leave nothing in the output and no request open', async () => {
  const paths = ['/', '/rest/v1/reviews?select=id', '/live/v1/changes', '/healthz', '/no-such.js'];
  const leaving = await connectTo(host.origin, files.cert);
  for (const path of [...paths, ...paths]) {
    const stream = send(leaving, { ':path': path });
    setImmediate(() => stream.close());
  }
  const posted = { ...json, ':path': '/functions/v1/create-booking' };
  leaving
    .request(posted)
    .on('error', () => undefined)
    .write('{"package":');
  // Answered after those have begun.
  expect((await answerOf(send(leaving, { ':path': '/healthz' })))?.status).toBe(200);
  const closed = ended(leaving);
  leaving.destroy();
  await closed;
  expect((await ask({ ':path': '/healthz' })).status).toBe(200);
  expect(printed).not.toHaveBeenCalled();
});
