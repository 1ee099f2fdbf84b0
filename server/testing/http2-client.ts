import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import {
  connect,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
  type OutgoingHttpHeaders,
  type Settings,
} from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey, selfSigned } from './certificate.ts';

/** A certificate in files, as the settings name it. */
export function certificateFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'));
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  const write = (key: string, cert: string) => {
    writeFileSync(files.keyFile, key);
    writeFileSync(files.certFile, cert);
  };
  const key = newKey();
  const cert = selfSigned(key);
  write(key, cert);
  return { ...files, cert, write, remove: () => rmSync(folder, { recursive: true }) };
}

/** A connection with HTTP/2. A server that refuses it closes it without an error here. */
export async function connectTo(
  origin: string,
  ca: string,
  settings: Settings = {},
): Promise<ClientHttp2Session> {
  const session = connect(origin, { ca, settings });
  session.on('error', () => undefined);
  await once(session, 'remoteSettings');
  return session;
}

/** Resolves when a connection or one of its streams has ended, for whatever reason. */
export const ended = (one: ClientHttp2Session | ClientHttp2Stream): Promise<void> =>
  new Promise((resolve) => void one.once('close', resolve));

export type Http2Answer = {
  status: number | undefined;
  headers: IncomingHttpHeaders & IncomingHttpStatusHeader;
  body: Buffer;
};

/** Sends a request on its own stream. */
export function send(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body?: string | Buffer,
): ClientHttp2Stream {
  const stream = session.request(headers, { endStream: body === undefined });
  stream.on('error', () => undefined);
  if (body !== undefined) stream.end(body);
  return stream;
}

/** The whole answer; null if the stream ends without one. */
export async function answerOf(stream: ClientHttp2Stream): Promise<Http2Answer | null> {
  const headers = await new Promise<Http2Answer['headers'] | null>((resolve) => {
    stream.once('response', resolve).once('close', () => resolve(null));
  });
  if (headers === null) return null;
  const chunks = (await stream.toArray().catch(() => [])) as Buffer[];
  return { status: headers[':status'], headers, body: Buffer.concat(chunks) };
}
