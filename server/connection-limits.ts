import type { ServerOptions } from 'node:http';

/**
 * What a connection may take of the server's patience and memory. Nothing limits how long an answer goes on:
 * streams of changes last.
 */
export const connectionLimits = {
  /** The address and all headers of a request; tokens are the largest, at about 3 kB. */
  maxHeaderSize: 16 * 1024,
  headersTimeout: 15_000,
  /** Longer than proxies keep theirs, 60 s as a rule: who ends it first must not be us, or their next request is lost. */
  keepAliveTimeout: 75_000,
  /** A photo of 10 MB over a poor phone line takes two minutes. */
  requestTimeout: 180_000,
  /** How often late ones are looked for. */
  connectionsCheckingInterval: 5_000,
} as const satisfies ServerOptions;
