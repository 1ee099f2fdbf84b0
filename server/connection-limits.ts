import type { ServerOptions } from 'node:http';

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
