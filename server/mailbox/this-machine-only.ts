import type { Socket } from 'node:net';
import type { HttpBindings, Http2Bindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { isOwnUsers } from './own-user.ts';
import { closedPage } from './mailbox-pages.ts';
import { refusal } from './refusal.ts';

/**
 * Accepts only requests that a browser or program on this machine, of the same user, sent straight to this server. The name in `Host`
 * counts: another site's page can point its own name here.
 */
export const thisMachineOnly: MiddlewareHandler = async (c, next) => {
  if (await isFromThisMachine(c)) return next();
  return closed(c, 'mailbox_closed', sentence);
};

/** The same for the payments of the sandbox. Requests of this process itself have no connection. */
export const testPaymentsOnly: MiddlewareHandler = async (c, next) => {
  if (!connectionOf(c) || (await isFromThisMachine(c))) return next();
  return closed(c, 'sandbox_closed', paymentsSentence);
};

const closed = (c: Context, code: string, message: string) =>
  refusal(c, 403, code, { message, page: closedPage(message) });

const paymentsSentence =
  'Test payments only work at localhost on the server’s machine. On a site that others reach, set PUBLIC_URL.';

const sentence =
  'The mailbox only opens at localhost on the server’s machine. To let administrators read it from elsewhere, start the server with MAILBOX=1.';

// A request passed straight to the app has none.
const connectionOf = (c: Context) =>
  ((c.env ?? {}) as Partial<HttpBindings | Http2Bindings>).incoming;

async function isFromThisMachine(c: Context): Promise<boolean> {
  const incoming = connectionOf(c);
  if (!incoming) return false;
  const { headers, httpVersion, socket } = incoming;
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    namesThisMachine(String(headers[':authority'] ?? headers.host ?? ''), socket) &&
    // Browsers no longer use HTTP/1.0. A proxy that adds no header may still use it.
    httpVersion !== '1.0' &&
    !Object.keys(headers).some(isOfProxy) &&
    (await isOwnUsers(socket))
  );
}

const isLoopback = (address: string) => /^(?:(?:::ffff:)?127(?:\.\d+){3}|::1)$/i.test(address);

function namesThisMachine(host: string, socket: Socket): boolean {
  const named = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d+))?$/i.exec(host);
  const usualPort = 'encrypted' in socket ? 443 : 80;
  return named !== null && Number(named[1] ?? usualPort) === socket.localPort;
}

const isOfProxy = (name: string) =>
  /^(?:forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-.+)$/.test(name);
