import type { ServerOptions } from 'node:http';
import { constants, type Http2SecureServer, type SecureServerOptions } from 'node:http2';

/** Limits of time and memory for a connection. Answers have no time limit, because live streams stay open. */
export const connectionLimits = {
  /** The URL and all headers of a request; tokens are the largest, at about 3 kB. */
  maxHeaderSize: 16 * 1024,
  headersTimeout: 15_000,
  /** Longer than proxies keep theirs, usually 60 s: if we closed first, their next request would be lost. */
  keepAliveTimeout: 75_000,
  /** A photo of 10 MB takes two minutes over a slow phone connection. */
  requestTimeout: 180_000,
  /** How often exceeded limits are checked. */
  connectionsCheckingInterval: 5_000,
} as const satisfies ServerOptions;

export type ConnectionLimits = { [Name in keyof typeof connectionLimits]: number };

/**
 * The same limits in the options of a server with HTTP/2. The engine limits the memory of a connection, refused and
 * cancelled requests, pings and settings by itself.
 */
export const http2Limits = (limits: ConnectionLimits): SecureServerOptions => ({
  handshakeTimeout: limits.headersTimeout,
  settings: { maxConcurrentStreams: 100, maxHeaderListSize: limits.maxHeaderSize },
});

/** Holds a server with HTTP/2, which has none of them, to the limits of time. Its HTTP/1.1 has them by name. */
export function limitTime(server: Http2SecureServer, limits: ConnectionLimits) {
  Object.assign(server, limits);
  server.on('session', (session) => {
    let open = 0;
    const closeIfIdle = () => {
      if (open === 0) session.close();
    };
    const idle = setTimeout(closeIfIdle, limits.keepAliveTimeout).unref();
    session.once('close', () => clearTimeout(idle));
    session.on('stream', (stream) => {
      open += 1;
      stream.once('close', () => {
        open -= 1;
        idle.refresh();
      });
      if (stream.endAfterHeaders) return;
      const cancel = () => stream.close(constants.NGHTTP2_CANCEL);
      const late = setTimeout(cancel, limits.requestTimeout).unref();
      for (const event of ['end', 'close']) stream.once(event, () => clearTimeout(late));
    });
  });
}
