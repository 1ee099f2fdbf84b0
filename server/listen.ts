import { once } from 'node:events';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { serve, type ServerType } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Log } from '../supabase/functions/_shared/http/deps.ts';
import { followRenewals, readCertificate } from './certificate.ts';
import {
  connectionLimits,
  http2Limits,
  limitTime,
  type ConnectionLimits,
} from './connection-limits.ts';
import { watchConnections } from './connections.ts';
import { unusablePlace } from './bindable.ts';
import type { Config } from './config.ts';

export type Listener = {
  port: number;
  /** Accepts no new connection, and resolves when the open requests are answered. */
  close: () => Promise<void>;
};

type Options = {
  config: Pick<Config, 'host' | 'port' | 'tls'>;
  fetch: Hono['fetch'];
  log: Log;
  limits?: ConnectionLimits;
};

/** Throws ConfigurationError if the certificate can't be used. */
export function checkCertificate({ tls }: Pick<Config, 'tls'>) {
  if (tls) readCertificate(tls);
}

/**
 * Serves the app: with a certificate over TLS by HTTP/2, and by HTTP/1.1 to programs that know no other. Throws
 * ConfigurationError if the address or the certificate can't be used.
 */
export async function listen(options: Options): Promise<Listener> {
  const { config, fetch, limits = connectionLimits } = options;
  const place = { fetch, port: config.port, hostname: config.host };
  const { server, stop } = config.tls
    ? serveSecurely(place, config.tls, options)
    : { server: serve({ ...place, serverOptions: limits }), stop: () => undefined };
  const connections = watchConnections(server);
  await listening(server, config);
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      stop();
      const closed = new Promise((resolve) => server.close(resolve));
      connections.close();
      await closed;
    },
  };
}

type Place = { fetch: Hono['fetch']; port: number; hostname: string };

// Those that RFC 9113 and browsers agree on. TLS 1.3 has no others.
const ciphers = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

function serveSecurely(place: Place, files: NonNullable<Config['tls']>, options: Options) {
  const { limits = connectionLimits, log } = options;
  const certificate = readCertificate(files);
  const server = serve({
    ...place,
    createServer: createSecureServer,
    serverOptions: {
      ...certificate,
      ...http2Limits(limits),
      allowHTTP1: true,
      minVersion: 'TLSv1.2',
      ciphers,
    },
  }) as Http2SecureServer;
  limitTime(server, limits);
  return { server, stop: followRenewals(server, files, { inUse: certificate, log }) };
}

async function listening(server: ServerType, config: Pick<Config, 'host' | 'port'>) {
  try {
    await once(server, 'listening');
  } catch (error) {
    throw unusablePlace({ host: 'HOST', port: 'PORT' }, config, error);
  }
}
